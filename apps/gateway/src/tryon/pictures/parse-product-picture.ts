import type { ErrorDetail } from '@drape/contracts';
import { checkProductImageUrl } from './check-product-image-url';
import type { Picture } from './parse-picture';
import { judgeProductImage, parseProductImage } from './parse-product-image';
import { NO_UPLOADS, takeUpload, type ReadUploads } from './read-uploads';

/** Where the picture of a product comes from. */
export type ProductPicture =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'bytes'; readonly picture: Picture; readonly uploadId?: string }
  /** The catalogue's picture of the product with this name. */
  | { readonly kind: 'catalogue'; readonly name: string };

/** Fields of a body that name a picture. */
export interface PictureFields {
  readonly productImageUrl: string | null;
  readonly productImage: string | null;
  readonly productId: string | null;
}

export type ParsedProductPicture =
  { readonly ok: true; readonly picture: ProductPicture } | { readonly ok: false; readonly problem: ErrorDetail };

export interface PictureOptions {
  readonly allow: readonly string[];
  readonly uploads?: ReadUploads;
  readonly at?: string;
}

/** `at` is prepended to field names: the path of a list's item. */
export function parseProductPicture(
  { productImageUrl, productImage, productId }: PictureFields,
  { allow, uploads = NO_UPLOADS, at = '' }: PictureOptions,
): ParsedProductPicture {
  if (productImageUrl !== null && productImage !== null) return { ok: false, problem: twoPictures(at) };
  if (productImageUrl !== null) {
    const checked = checkProductImageUrl(productImageUrl, allow, `${at}productImageUrl`);
    return checked.ok ? { ok: true, picture: { kind: 'url', url: checked.url } } : checked;
  }
  if (productImage !== null) {
    return parseBytes(productImage, uploads, `${at}productImage`);
  }
  if (productId !== null) return { ok: true, picture: { kind: 'catalogue', name: productId } };
  return { ok: false, problem: missingPicture(at) };
}

export type ParsedBytes =
  | { readonly ok: true; readonly picture: Extract<ProductPicture, { readonly kind: 'bytes' }> }
  | { readonly ok: false; readonly problem: ErrorDetail };

/** A picture itself: base64, or the name of an upload. */
export function parseBytes(text: string, uploads: ReadUploads, param: string): ParsedBytes {
  const upload = takeUpload(uploads, text, param);
  if (upload?.ok === false) return upload;
  const parsed = upload === null ? parseProductImage(text, param) : judgeProductImage(upload.bytes, param);
  if (!parsed.ok) return parsed;
  return { ok: true, picture: { kind: 'bytes', picture: parsed.picture, ...(upload && { uploadId: upload.id }) } };
}

/** The fault of a product without any picture. */
export function missingPicture(at = ''): ErrorDetail {
  const param = `${at}productImageUrl`;
  const message = `${param} is required, or productImage, or a productId for the picture that the catalogue has; got none of them.`;
  return { param, code: 'required', message };
}

function twoPictures(at: string): ErrorDetail {
  const param = `${at}productImage`;
  const message = `${param} must not stand beside ${at}productImageUrl: send one of the two; got both.`;
  return { param, code: 'invalid_product_image', message };
}
