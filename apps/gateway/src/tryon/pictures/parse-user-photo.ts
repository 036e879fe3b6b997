import { ADDRESS_TYPE, type ErrorDetail } from '@drape/contracts';
import { LIMITS } from '../../http/limits';
import type { CheckedUrl } from './check-product-image-url';
import { checkUserPhotoUrl } from './check-user-photo-url';
import { NO_UPLOADS, takeUpload, type ReadUploads } from './read-uploads';
import { judgePicture, parsePicture, type ParsedPicture, type PictureRules } from './parse-picture';

export interface UserPhoto {
  /** The picture or its URL, stored until the try-on has ended. */
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Pixels as stored in the file; null for an address. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** The upload that it came from. */
  readonly uploadId?: string;
}

export type ParsedPhoto =
  { readonly ok: true; readonly photo: UserPhoto } | { readonly ok: false; readonly problem: ErrorDetail };

const RULES: PictureRules = {
  param: 'userPhoto',
  bytesMax: LIMITS.photoBytesMax,
  pixelsMax: LIMITS.photoPixelsMax,
  sideMin: LIMITS.photoSideMin,
  aspectMax: LIMITS.photoAspectMax,
  codes: {
    encoding: 'invalid_user_photo',
    tooManyBytes: 'photo_too_large',
    notAnImage: 'photo_not_an_image',
    unreadable: 'photo_unreadable',
    animated: 'photo_animated',
    tooManyPixels: 'photo_too_many_pixels',
    tooSmall: 'photo_too_small',
    aspectRatio: 'photo_aspect_ratio',
  },
};

/**
 * `userPhoto` of a body: a base64 picture (see {@link parsePicture}), or a URL, of which only the text is checked; `allow` holds host:port
 * pairs that may be private.
 */
export function parseUserPhoto(
  text: string,
  allow: readonly string[] = [],
  uploads: ReadUploads = NO_UPLOADS,
): ParsedPhoto {
  const upload = takeUpload(uploads, text, RULES.param);
  if (upload !== null) return upload.ok ? ofUpload(judgeUserPhoto(upload.bytes), upload.id) : upload;
  if (/^https?:/i.test(text.slice(0, 6))) return toAddress(checkUserPhotoUrl(text, allow));
  return toPhoto(parsePicture(text, RULES));
}

function ofUpload(parsed: ParsedPhoto, uploadId: string): ParsedPhoto {
  return parsed.ok ? { ok: true, photo: { ...parsed.photo, uploadId } } : parsed;
}

/** A photo that came as bytes. */
export function judgeUserPhoto(bytes: Buffer): ParsedPhoto {
  return toPhoto(judgePicture(bytes, RULES));
}

function toPhoto(parsed: ParsedPicture): ParsedPhoto {
  return parsed.ok ? { ok: true, photo: parsed.picture } : parsed;
}

function toAddress(checked: CheckedUrl): ParsedPhoto {
  if (!checked.ok) return checked;
  return { ok: true, photo: { bytes: Buffer.from(checked.url), contentType: ADDRESS_TYPE, size: null } };
}
