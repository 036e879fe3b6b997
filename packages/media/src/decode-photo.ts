import { ServiceError, warning, type Warning } from '@drape/contracts';
import { DecodeError, decodeImage, type DecodedImage, type DecodeLimits } from './decode';

/** Limits of a shopper's photo; docs/contract.md §7 states the same numbers. */
export const PHOTO_LIMITS: DecodeLimits = {
  maxBytes: 10 * 1024 * 1024,
  maxPixels: 40_000_000,
  minSide: 256,
  maxAspect: 4,
  maxSide: 2048,
  timeoutSeconds: 10,
};

const COMFORTABLE_SIDE = 512;

export interface DecodedPhoto extends DecodedImage {
  readonly warnings: readonly Warning[];
}

/**
 * Decodes a shopper's photo to RGB, upright, at most 2048 pixels long, transparency composited on white.
 *
 * Throws: ServiceError photo_rejected with the reason; the gateway has already refused most such files by their headers.
 */
export async function decodePhoto(bytes: Uint8Array, limits: DecodeLimits = PHOTO_LIMITS): Promise<DecodedPhoto> {
  try {
    const decoded = await decodeImage(bytes, limits, (image) => image.flatten({ background: '#ffffff' }).removeAlpha());
    return { ...decoded, warnings: warningsOf(decoded) };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new ServiceError('photo_rejected', { detail: `userPhoto cannot be used. ${error.message}`, cause: error });
  }
}

function warningsOf({ original, raster }: DecodedImage): Warning[] {
  const warnings: Warning[] = [];
  if (Math.min(original.width, original.height) < COMFORTABLE_SIDE) warnings.push(warning('low_resolution_photo'));
  if (raster.width < original.width) warnings.push(warning('photo_downscaled'));
  return warnings;
}
