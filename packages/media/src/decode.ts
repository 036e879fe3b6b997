import { AVIF_PIXELS_MAX, PICTURE_FORMATS } from '@drape/contracts';
import {
  countJpegScans,
  inspectHeif,
  inspectImageHeader,
  nameFileKind,
  type ImageHeader,
  type RasterU8,
} from '@drape/imaging';
import type { Sharp } from 'sharp';
import { decodeHeif, HeifTimeout } from './decode-heif';
import { hardenedSharp } from './hardened-sharp';
import { withProfile } from './with-profile';

export interface DecodeLimits {
  readonly maxBytes: number;
  readonly maxPixels: number;
  /** Least pixels of the file's shorter side. */
  readonly minSide: number;
  /** Largest longer side ÷ shorter side. */
  readonly maxAspect: number;
  /** Longest side in pixels after decoding; larger pictures are shrunk to it. */
  readonly maxSide: number;
  readonly timeoutSeconds: number;
}

export type DecodeProblem =
  'not_an_image' | 'too_many_bytes' | 'too_many_pixels' | 'too_small' | 'too_elongated' | 'animated' | 'undecodable';

/**
 * Most scans of a JPEG. Progressive files have about ten. Each passes over the whole picture, and libjpeg checks no time limit meanwhile.
 */
const JPEG_SCANS_MAX = 64;

/** What is wrong with a file, before the error is worded for the photo or for the product image. */
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

/** The file as it was sent; width and height as displayed (after applying its orientation). */
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
 * Files that are too large, too small or animated are refused by their header, without decoding. EXIF orientation is applied exactly once
 * and metadata is dropped. Embedded colour profiles (CMYK too) are converted to sRGB.
 * Throws: DecodeError.
 */
export async function decodeImage(
  bytes: Uint8Array,
  limits: DecodeLimits,
  finish: (image: Sharp) => Sharp,
): Promise<DecodedImage> {
  const header = judgeHeader(bytes, limits);
  const { image: opened, original } = await open(bytes, header, limits);
  const { maxSide, timeoutSeconds } = limits;
  const image = opened
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: timeoutSeconds });
  try {
    const { data, info } = await finish(image).raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    if (info.channels !== 3 && info.channels !== 4) throw new Error(`${info.channels} channels after conversion`);
    return { raster: { width: info.width, height: info.height, channels: info.channels, data }, original };
  } catch (error) {
    throw undecodable(original.format, error);
  }
}

interface Opened {
  /** Upright. */
  readonly image: Sharp;
  readonly original: OriginalImage;
}

async function open(bytes: Uint8Array, header: ImageHeader, limits: DecodeLimits): Promise<Opened> {
  const { format, width, height, orientation } = header;
  if (format === 'heic' || format === 'avif') return openHeif(bytes, limits);
  const { maxPixels } = limits;
  const options = { limitInputPixels: maxPixels, failOn: 'warning', pages: 1, sequentialRead: true } as const;
  const isTurned = orientation > 4;
  return {
    image: hardenedSharp()(bytes, options).autoOrient(),
    original: {
      width: isTurned ? height : width,
      height: isTurned ? width : height,
      format,
    },
  };
}

async function openHeif(bytes: Uint8Array, limits: DecodeLimits): Promise<Opened> {
  const header = inspectHeif(bytes);
  if (header === null) throw new DecodeError('not_an_image', otherFile(bytes));
  const { format, orientation } = header;
  const decoded = await decodeHeif({ format, file: bytes, orientation, limits }).catch((cause: unknown) => {
    throw undecodable(format, cause);
  });
  const { width, height, raster } = decoded;
  const coded = orientation > 4 ? [header.height, header.width] : [header.width, header.height];
  const isAsSaid = width === coded[0] && height === coded[1];
  if (!isAsSaid && !(header.isCropped && format === 'heic')) {
    throw undecodable(format, new Error(`${width} × ${height} pixels instead of ${coded.join(' × ')}`));
  }
  judgeSize({ width, height, format }, limits);
  return { image: await withProfile(raster, bytes, header), original: { width, height, format } };
}

function undecodable(format: ImageHeader['format'], cause: unknown): DecodeError {
  const isLate = cause instanceof HeifTimeout;
  const message = isLate
    ? `The ${format.toUpperCase()} data takes longer than ${cause.seconds} s to decode; send it smaller or as JPEG.`
    : `The ${format.toUpperCase()} data is damaged or incomplete.`;
  return new DecodeError('undecodable', message, { cause });
}

/** Throws: DecodeError if size or header alone rule the file out. */
function judgeHeader(bytes: Uint8Array, limits: DecodeLimits): ImageHeader {
  if (bytes.length > limits.maxBytes) {
    throw new DecodeError(
      'too_many_bytes',
      `It has ${inMebibytes(bytes.length)} MiB; at most ${inMebibytes(limits.maxBytes)} MiB are accepted.`,
    );
  }
  const header = inspectImageHeader(bytes);
  if (header === null) throw new DecodeError('not_an_image', otherFile(bytes));
  if (header.animated) throw new DecodeError('animated', 'It is animated; a still picture is needed.');
  judgeSize(header, limits);
  if (header.format === 'jpeg' && countJpegScans(bytes, JPEG_SCANS_MAX) > JPEG_SCANS_MAX) {
    throw new DecodeError('undecodable', `The JPEG has more than ${JPEG_SCANS_MAX} scans; save it anew.`);
  }
  return header;
}

function judgeSize({ width, height, format }: OriginalImage, limits: DecodeLimits): void {
  const shorter = Math.min(width, height);
  const longer = Math.max(width, height);
  const size = `${width} × ${height} pixels`;
  const maxPixels = format === 'avif' ? Math.min(AVIF_PIXELS_MAX, limits.maxPixels) : limits.maxPixels;
  if (width * height > maxPixels) {
    const of = format === 'avif' ? ' of an AVIF' : '';
    throw new DecodeError(
      'too_many_pixels',
      `It has ${size}; at most ${maxPixels / 1_000_000} megapixels${of} are accepted.`,
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
}

function otherFile(bytes: Uint8Array): string {
  const kind = nameFileKind(bytes);
  const came = kind === null ? '' : ` It is ${kind.name}. ${kind.advice}`;
  return `It is not a ${PICTURE_FORMATS} picture.${came}`;
}

function inMebibytes(bytes: number): string {
  return (bytes / (1024 * 1024)).toFixed(1);
}
