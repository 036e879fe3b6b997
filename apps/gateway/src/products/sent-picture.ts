import type { ErrorDetail } from '@drape/contracts';
import type { Picture } from '../tryon/pictures/parse-picture';
import { parseBytes, type PictureOptions } from '../tryon/pictures/parse-product-picture';
import type { ReadUploads } from '../tryon/pictures/read-uploads';
import { checkImageUrl } from './check-image-url';

/** A picture for the catalogue: its URL, or its bytes. */
export type SentPicture =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'bytes'; readonly picture: Picture; readonly uploadId?: string };

export type ParsedSentPicture =
  { readonly ok: true; readonly picture: SentPicture | null } | { readonly ok: false; readonly problem: ErrorDetail };

export interface SentFields {
  readonly imageUrl?: string | undefined;
  readonly image?: string | undefined;
}

/** The picture of a body; null where it names none. */
export function parseSentPicture(
  { imageUrl, image }: SentFields,
  { allow, uploads }: Pick<PictureOptions, 'allow'> & { readonly uploads: ReadUploads },
): ParsedSentPicture {
  if (imageUrl !== undefined && image !== undefined) {
    const message = 'image must not stand beside imageUrl: send one of the two; got both.';
    return { ok: false, problem: { param: 'image', code: 'invalid_product_image', message } };
  }
  if (imageUrl !== undefined) {
    const checked = checkImageUrl(imageUrl, allow);
    return checked.ok ? { ok: true, picture: { kind: 'url', url: checked.url } } : checked;
  }
  if (image === undefined) return { ok: true, picture: null };
  return parseBytes(image, uploads, 'image');
}
