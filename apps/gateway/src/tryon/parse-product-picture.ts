import type { ErrorDetail } from '@drape/contracts';
import { checkProductImageUrl } from './check-product-image-url';

/** Where the picture of a product comes from. */
export type ProductPicture =
  | { readonly kind: 'url'; readonly url: string }
  /** The catalogue's, of the product with this name. */
  | { readonly kind: 'catalogue'; readonly name: string };

/** What of a body names a picture. */
export interface PictureFields {
  readonly productImageUrl: string | null;
  readonly productId: string | null;
}

export type ParsedProductPicture =
  { readonly ok: true; readonly picture: ProductPicture } | { readonly ok: false; readonly problem: ErrorDetail };

/** `at` is what stands before the names of fields: that of an item of a list. */
export function parseProductPicture(
  { productImageUrl, productId }: PictureFields,
  { allow, at = '' }: { readonly allow: readonly string[]; readonly at?: string },
): ParsedProductPicture {
  if (productImageUrl !== null) {
    const checked = checkProductImageUrl(productImageUrl, allow, `${at}productImageUrl`);
    return checked.ok ? { ok: true, picture: { kind: 'url', url: checked.url } } : checked;
  }
  if (productId !== null) return { ok: true, picture: { kind: 'catalogue', name: productId } };
  return { ok: false, problem: missingPicture(at) };
}

/** Of a product that nothing says the picture of. */
export function missingPicture(at = ''): ErrorDetail {
  const param = `${at}productImageUrl`;
  const message = `${param} is required, or a productId for the picture that the catalogue has; got neither.`;
  return { param, code: 'required', message };
}
