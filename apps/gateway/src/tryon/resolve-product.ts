import { ServiceError, type ProductCategory } from '@drape/contracts';
import type { Database } from '@drape/db';
import type { Principal } from '../context';

export interface NamedProduct {
  readonly imageUrl: string;
  /** The shop's own name for it, or our id. */
  readonly productId: string | null;
  readonly category: ProductCategory | null;
}

/**
 * The product of a try-on, made on first sight of its image. Only a key with products:write changes the catalogue: what any other
 * says of category and SKU counts for its own try-on alone.
 * Throws: ServiceError product_not_found where such a key names a product that the catalogue does not have.
 */
export async function resolveProduct(
  products: Pick<Database['products'], 'upsertByImage' | 'find'>,
  { owner, scopes }: Pick<Principal, 'owner' | 'scopes'>,
  { imageUrl, productId, category }: NamedProduct,
): Promise<string> {
  if (scopes.includes('products:write')) {
    return (await products.upsertByImage(owner, imageUrl, { externalId: productId, category })).id;
  }
  const named = productId === null ? null : await products.find(owner, productId);
  if (productId !== null && named === null) {
    const detail = `There is no product ${JSON.stringify(productId.slice(0, 60))}; only a key with products:write may add one.`;
    throw new ServiceError('product_not_found', { detail, param: 'productId' });
  }
  return named?.imageUrl === imageUrl ? named.id : (await products.upsertByImage(owner, imageUrl)).id;
}
