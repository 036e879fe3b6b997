import { ServiceError } from '@drape/contracts';
import type { RasterU8 } from '@drape/imaging';
import { DecodeError, decodeImage, type DecodedImage, type DecodeLimits, type DecodeProblem } from './decode';

/** Limits of a shop's product image. */
export const GARMENT_LIMITS: DecodeLimits = {
  maxBytes: 15 * 1024 * 1024,
  maxPixels: 40_000_000,
  minSide: 200,
  maxAspect: 4,
  maxSide: 1536,
  timeoutSeconds: 10,
};

const CODES = {
  too_many_bytes: 'product_image_too_large',
  too_many_pixels: 'product_image_too_large',
  too_small: 'product_image_too_small',
  too_elongated: 'product_image_not_an_image',
  not_an_image: 'product_image_not_an_image',
  animated: 'product_image_not_an_image',
  undecodable: 'product_image_not_an_image',
} as const satisfies Record<DecodeProblem, string>;

/**
 * Decodes a product image to RGB, or to RGBA (straight alpha) if some pixel is transparent; upright, at most 1536 pixels long.
 *
 * Throws: ServiceError product_image_not_an_image, _too_large, _too_small.
 */
export async function decodeGarment(bytes: Uint8Array, limits: DecodeLimits = GARMENT_LIMITS): Promise<DecodedImage> {
  try {
    const { raster, original } = await decodeImage(bytes, limits, (image) => image);
    return { raster: raster.channels === 4 && isOpaque(raster) ? dropAlpha(raster) : raster, original };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new ServiceError(CODES[error.problem], {
      detail: `The product image cannot be used. ${error.message}`,
      cause: error,
    });
  }
}

function isOpaque({ data }: RasterU8): boolean {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return false;
  return true;
}

function dropAlpha({ width, height, data }: RasterU8): RasterU8 {
  const rgb = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    rgb[to] = data[from] ?? 0;
    rgb[to + 1] = data[from + 1] ?? 0;
    rgb[to + 2] = data[from + 2] ?? 0;
  }
  return { width, height, channels: 3, data: rgb };
}
