import type { FailureCode } from '@drape/contracts';
import type { RenderedProduct, TryOnRow } from '@drape/db';
import { isProductFailure } from './product-analyst';

type RequestedCategory = Pick<TryOnRow, 'categoryRequested'>;

/** What a shopper's try-on says of the category must not become the catalogue's. */
export function mayDescribe(row: RequestedCategory, product: RenderedProduct | null): boolean {
  return product?.isDescribed === false && agreesWithCatalogue(row, product);
}

/**
 * Whether a try-on's failure is its product's too. That a picture cannot be had is so whatever it shows; that it shows no such garment
 * may be the fault of a category that is not the catalogue's.
 */
export function mayFail(row: RequestedCategory, product: RenderedProduct | null, code: FailureCode): boolean {
  if (!isProductFailure(code)) return false;
  return code.startsWith('product_image_') || agreesWithCatalogue(row, product);
}

/** Whether a try-on says of the category what the catalogue says, or nothing. */
function agreesWithCatalogue({ categoryRequested }: RequestedCategory, product: RenderedProduct | null): boolean {
  return categoryRequested === null || categoryRequested === product?.category;
}
