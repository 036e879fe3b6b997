import { PICTURE_FORMATS } from '@drape/contracts';
import { inspectImageHeader, nameFileKind, type ImageHeader, type RasterU8 } from '@drape/imaging';
import type { Sharp } from 'sharp';
import { hardenedSharp } from './hardened-sharp';

export interface DecodeLimits {
  readonly maxBytes: number;
  readonly maxPixels: number;
  /** The shorter side of the file must have so many pixels. */
  readonly minSide: number;
  /** Longer side ÷ shorter side. */
  readonly maxAspect: number;
  /** What is longer is shrunk to this. */
  readonly maxSide: number;
  readonly timeoutSeconds: number;
}

export type DecodeProblem =
  'not_an_image' | 'too_many_bytes' | 'too_many_pixels' | 'too_small' | 'too_elongated' | 'animated' | 'undecodable';

/** What is wrong with a file, before it is told in the words of the photo or of the product image. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';

  constructor(
    readonly problem: DecodeProblem,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The file as it was sent; width and height as it is looked at (after its orientation). */
export interface OriginalImage {
  readonly width: number;
  readonly height: number;
  readonly format: ImageHeader['format'];
}

export interface DecodedImage {
  readonly raster: RasterU8;
  readonly original: OriginalImage;
}

/**
 * Decodes a file to 8-bit sRGB, upright, at most `limits.maxSide` long; `finish` adds the steps that photos and garments do not share.
 *
 * The header alone refuses what is too large, too small or animated: nothing of it is decoded. EXIF orientation is applied exactly once
 * and no metadata comes along. Embedded colour profiles (CMYK too) are converted to sRGB.
 * Throws: DecodeError.
 */
export async function decodeImage(
  bytes: Uint8Array,
  limits: DecodeLimits,
  finish: (image: Sharp) => Sharp,
): Promise<DecodedImage> {
  const original = judgeHeader(bytes, limits);
  const sharp = hardenedSharp();
  const { maxPixels, maxSide, timeoutSeconds } = limits;
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'warning', pages: 1, sequentialRead: true })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: timeoutSeconds });
  try {
    const { data, info } = await finish(image).raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    if (info.channels !== 3 && info.channels !== 4) throw new Error(`${info.channels} channels after conversion`);
    return { raster: { width: info.width, height: info.height, channels: info.channels, data }, original };
  } catch (error) {
    throw new DecodeError('undecodable', `The ${original.format.toUpperCase()} data is damaged or incomplete.`, {
      cause: error,
    });
  }
}

function judgeHeader(bytes: Uint8Array, limits: DecodeLimits): OriginalImage {
  if (bytes.length > limits.maxBytes) {
    throw new DecodeError(
      'too_many_bytes',
      `It has ${inMebibytes(bytes.length)} MiB; at most ${inMebibytes(limits.maxBytes)} MiB are accepted.`,
    );
  }
  const header = inspectImageHeader(bytes);
  if (header === null) throw new DecodeError('not_an_image', otherFile(bytes));
  if (header.animated) throw new DecodeError('animated', 'It is animated; a still picture is needed.');
  const shorter = Math.min(header.width, header.height);
  const longer = Math.max(header.width, header.height);
  const size = `${header.width} × ${header.height} pixels`;
  if (header.width * header.height > limits.maxPixels) {
    throw new DecodeError(
      'too_many_pixels',
      `It has ${size}; at most ${limits.maxPixels / 1_000_000} megapixels are accepted.`,
    );
  }
  if (shorter < limits.minSide) {
    throw new DecodeError('too_small', `It has ${size}; the shorter side needs at least ${limits.minSide}.`);
  }
  if (longer > shorter * limits.maxAspect) {
    throw new DecodeError(
      'too_elongated',
      `It has ${size}; the longer side may be at most ${limits.maxAspect} times the shorter one.`,
    );
  }
  const isTurned = header.orientation > 4;
  return {
    width: isTurned ? header.height : header.width,
    height: isTurned ? header.width : header.height,
    format: header.format,
  };
}

function otherFile(bytes: Uint8Array): string {
  const kind = nameFileKind(bytes);
  const came = kind === null ? '' : ` It is ${kind.name}. ${kind.advice}`;
  return `It is not a ${PICTURE_FORMATS} picture.${came}`;
}

function inMebibytes(bytes: number): string {
  return (bytes / (1024 * 1024)).toFixed(1);
}
