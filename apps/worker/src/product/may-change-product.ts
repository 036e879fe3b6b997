import type { FailureCode } from '@drape/contracts';
import type { RenderedProduct, TryOnRow } from '@drape/db';
import { isProductFailure } from './product-analyst';

type RequestedCategory = Pick<TryOnRow, 'categoryRequested'>;

/** Whether a try-on's findings may describe its product: a shopper's category must not become the catalogue's. */
export function mayDescribe(row: RequestedCategory, product: RenderedProduct | null): boolean {
  return product?.isDescribed === false && agreesWithCatalogue(row, product);
}

/**
 * Whether a try-on's failure also counts for its product. A picture that cannot be fetched always does; a picture that shows no such
 * garment does not where the try-on's category is not the catalogue's.
 */
export function mayFail(row: RequestedCategory, product: RenderedProduct | null, code: FailureCode): boolean {
  if (!isProductFailure(code)) return false;
  return code.startsWith('product_image_') || agreesWithCatalogue(row, product);
}

/** Whether a try-on names the catalogue's category, or none. */
function agreesWithCatalogue({ categoryRequested }: RequestedCategory, product: RenderedProduct | null): boolean {
  return categoryRequested === null || categoryRequested === product?.category;
}
