import type { CreateUpload } from './types.js';

const text = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

/** What the first bytes of a file show; JPEG where they show nothing: the service looks again. */
export function typeOfPicture(bytes: Uint8Array): CreateUpload['contentType'] {
  if (text(bytes, 1, 4) === 'PNG') return 'image/png';
  if (text(bytes, 8, 12) === 'WEBP') return 'image/webp';
  if (text(bytes, 4, 8) !== 'ftyp') return 'image/jpeg';
  return text(bytes, 8, 12).startsWith('avi') ? 'image/avif' : 'image/heic';
}
