import { inspectHeif, sniffHeif } from './heif-header';

/** What the first bytes of a picture file say about it, before anything is decoded. */
export interface ImageHeader {
  readonly format: 'jpeg' | 'png' | 'webp' | 'heic' | 'avif';
  /** Pixels as stored, before the orientation is applied. */
  readonly width: number;
  readonly height: number;
  /** More than one frame: animated PNG or WebP, image sequences. */
  readonly animated: boolean;
  /**
   * EXIF orientation 1…8, or its equivalent in HEIF; 1 if the file says nothing or nonsense. From 5 up, width and height swap when it is
   * applied.
   */
  readonly orientation: number;
}

/** Segments or chunks visited at most; bounds the walk. A file with more of them before its end is not a photograph. */
const SEGMENTS_MAX = 4096;
/** Tags of one EXIF directory that are read at most. */
const TAGS_MAX = 512;
const EXIF_ORIENTATION_TAG = 0x0112;

/**
 * Reads format, size, animation and orientation from a JPEG, PNG, WebP, HEIC or AVIF file.
 *
 * Null for everything else: other formats, truncated headers, zero sides. Never throws, never reads outside `bytes`, allocates nothing of
 * the input's size; at most SEGMENTS_MAX steps (for HEIF see {@link inspectHeif}), so hostile bytes cost microseconds. It judges headers
 * only: a file that passes may still fail to decode.
 * Source: ITU T.81 annex B, EXIF 2.32 §4.6, PNG 3rd edition §5 and §11, WebP container specification (RFC 9649).
 */
export function inspectImageHeader(bytes: Uint8Array): ImageHeader | null {
  const header = inspect(bytes);
  return header !== null && header.width > 0 && header.height > 0 ? header : null;
}

/** The format that the first twelve bytes claim; null for every other kind of file, and for fewer bytes. */
export function sniffImageFormat(bytes: Uint8Array): ImageHeader['format'] | null {
  if (bytes.length < 12) return null;
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (hasText(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'png';
  if (hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP')) return 'webp';
  return sniffHeif(bytes);
}

function inspect(bytes: Uint8Array): ImageHeader | null {
  const format = sniffImageFormat(bytes);
  return format === null ? null : INSPECTORS[format](bytes);
}

const INSPECTORS = {
  jpeg: inspectJpeg,
  png: inspectPng,
  webp: inspectWebp,
  heic: inspectHeifPicture,
  avif: inspectHeifPicture,
} as const;

function inspectHeifPicture(bytes: Uint8Array): ImageHeader | null {
  const header = inspectHeif(bytes);
  if (header === null) return null;
  const { format, width, height, animated, orientation } = header;
  return { format, width, height, animated, orientation };
}

/** Walks the marker segments up to the first frame header; EXIF comes before it. */
function inspectJpeg(bytes: Uint8Array): ImageHeader | null {
  let orientation = 0;
  let at = 2;
  for (let step = 0; step < SEGMENTS_MAX; step++) {
    if (at + 4 > bytes.length || bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1];
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2;
      continue;
    }
    if (marker === 0x00 || marker === 0xd9 || marker === 0xda) return null;
    const length = readU16(bytes, at + 2, false);
    if (length < 2) return null;
    if (isFrameMarker(marker)) {
      if (length < 8 || at + 9 > bytes.length) return null;
      const height = readU16(bytes, at + 5, false);
      const width = readU16(bytes, at + 7, false);
      return { format: 'jpeg', width, height, animated: false, orientation: orientation || 1 };
    }
    if (marker === 0xe1 && orientation === 0 && hasText(bytes, at + 4, 'Exif\0\0')) {
      orientation = readExifOrientation(bytes, at + 10, at + 2 + length);
    }
    at += 2 + length;
  }
  return null;
}

/** SOF0…SOF15 without DHT (C4), JPG (C8) and DAC (CC). */
function isFrameMarker(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Reads IHDR, then looks for acTL (animation) and eXIf in the chunks that follow. */
function inspectPng(bytes: Uint8Array): ImageHeader | null {
  if (bytes.length < 33 || readU32(bytes, 8, false) !== 13 || !hasText(bytes, 12, 'IHDR')) return null;
  const width = readU32(bytes, 16, false);
  const height = readU32(bytes, 20, false);
  if (width > 0x7fffffff || height > 0x7fffffff) return null;
  let animated = false;
  let orientation = 0;
  let at = 33;
  for (let step = 0; step < SEGMENTS_MAX && at + 8 <= bytes.length; step++) {
    const length = readU32(bytes, at, false);
    if (hasText(bytes, at + 4, 'IEND')) break;
    if (hasText(bytes, at + 4, 'acTL')) animated = true;
    if (orientation === 0 && hasText(bytes, at + 4, 'eXIf')) {
      orientation = readExifOrientation(bytes, at + 8, at + 8 + length);
    }
    at += 12 + length;
  }
  return { format: 'png', width, height, animated, orientation: orientation || 1 };
}

/** Reads the size from the first chunk (VP8, VP8L or VP8X); ANIM and EXIF chunks may follow a VP8X chunk only. */
function inspectWebp(bytes: Uint8Array): ImageHeader | null {
  const size = readWebpSize(bytes);
  if (size === null) return null;
  let animated = size.animated;
  let orientation = 0;
  let at = 12;
  for (let step = 0; size.extended && step < SEGMENTS_MAX && at + 8 <= bytes.length; step++) {
    const length = readU32(bytes, at + 4, true);
    if (hasText(bytes, at, 'ANIM') || hasText(bytes, at, 'ANMF')) animated = true;
    if (orientation === 0 && hasText(bytes, at, 'EXIF')) {
      const tiff = hasText(bytes, at + 8, 'Exif\0\0') ? at + 14 : at + 8;
      orientation = readExifOrientation(bytes, tiff, at + 8 + length);
    }
    at += 8 + length + (length % 2);
  }
  return { format: 'webp', width: size.width, height: size.height, animated, orientation: orientation || 1 };
}

interface WebpSize {
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
  readonly extended: boolean;
}

function readWebpSize(bytes: Uint8Array): WebpSize | null {
  if (bytes.length >= 30 && hasText(bytes, 12, 'VP8 ')) {
    const isKeyFrame = (bytes[20] & 1) === 0 && bytes[23] === 0x9d && bytes[24] === 0x01 && bytes[25] === 0x2a;
    if (!isKeyFrame) return null;
    const width = readU16(bytes, 26, true) & 0x3fff;
    const height = readU16(bytes, 28, true) & 0x3fff;
    return { width, height, animated: false, extended: false };
  }
  if (bytes.length >= 25 && hasText(bytes, 12, 'VP8L') && bytes[20] === 0x2f) {
    const bits = readU32(bytes, 21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, animated: false, extended: false };
  }
  if (bytes.length >= 30 && hasText(bytes, 12, 'VP8X')) {
    const width = readU24(bytes, 24) + 1;
    const height = readU24(bytes, 27) + 1;
    return { width, height, animated: (bytes[20] & 0x02) !== 0, extended: true };
  }
  return null;
}

/**
 * Reads the orientation tag of the first directory of a TIFF block in [start, end).
 *
 * Returns 1…8, or 0 if there is none (a broken block counts as absent, as in decoders).
 */
function readExifOrientation(bytes: Uint8Array, start: number, end: number): number {
  const limit = Math.min(end, bytes.length);
  if (start + 8 > limit) return 0;
  const little = hasText(bytes, start, 'II');
  if (!little && !hasText(bytes, start, 'MM')) return 0;
  if (readU16(bytes, start + 2, little) !== 42) return 0;
  const directory = start + readU32(bytes, start + 4, little);
  if (directory + 2 > limit) return 0;
  const count = Math.min(readU16(bytes, directory, little), TAGS_MAX);
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + 12 * i;
    if (entry + 12 > limit) return 0;
    if (readU16(bytes, entry, little) !== EXIF_ORIENTATION_TAG) continue;
    const value = readU16(bytes, entry + 8, little);
    return value >= 1 && value <= 8 ? value : 0;
  }
  return 0;
}

/** Whether the bytes at `at` are these Latin-1 characters; false past the end. */
function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  if (at + text.length > bytes.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

function readU16(bytes: Uint8Array, at: number, little: boolean): number {
  return little ? bytes[at] | (bytes[at + 1] << 8) : (bytes[at] << 8) | bytes[at + 1];
}

function readU24(bytes: Uint8Array, at: number): number {
  return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16);
}

function readU32(bytes: Uint8Array, at: number, little: boolean): number {
  const [a, b, c, d] = little ? [3, 2, 1, 0] : [0, 1, 2, 3];
  return ((bytes[at + a] << 24) | (bytes[at + b] << 16) | (bytes[at + c] << 8) | bytes[at + d]) >>> 0;
}
