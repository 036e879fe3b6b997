import { ServiceError, type ProductCategory } from '@drape/contracts';
import type { Database, PicturePlace, ProductRow } from '@drape/db';
import { garmentKey } from '@drape/storage';
import type { Principal } from '../../http/context';
import type { ProductPicture } from '../pictures/parse-product-picture';
import { isExposedInPage } from '../../middleware/is-from-allowed-page';

export interface NamedProduct {
  readonly tryOnId: string;
  readonly picture: ProductPicture;
  /** The shop's external id, or our id. */
  readonly productId: string | null;
  readonly category: ProductCategory | null;
  /** Its index in a look; 0 without one. */
  readonly place?: number;
}

/** The product that a try-on shows. */
export interface ResolvedProduct {
  /** Null where the picture was sent along and no product is named. */
  readonly productId: string | null;
  readonly place: PicturePlace;
  /** The category by the client or the shop's catalogue. */
  readonly category: ProductCategory | null;
}

type Products = Pick<Database['products'], 'upsertByImage' | 'find'>;
type Caller = Pick<Principal, 'owner' | 'scopes' | 'kind'>;

/**
 * Finds the product of a try-on: the named one of the catalogue, or that of its image, created on first use. A picture that was sent along
 * does not enter the catalogue and counts as the named product's. Only a key with products:write changes the catalogue: category and SKU
 * from any other key apply to its own try-on only.
 *
 * Throws: ServiceError product_not_found where the named product does not exist, unless the key may create it.
 */
export async function resolveProduct(
  products: Products,
  caller: Caller,
  { tryOnId, picture, productId, category, place: inLook = 0 }: NamedProduct,
): Promise<ResolvedProduct> {
  if (picture.kind === 'url') {
    const imageUrl = picture.url;
    const id = await toProductId(products, caller, { imageUrl, productId, category });
    return { productId: id, place: { imageUrl, imageKey: null }, category };
  }
  if (picture.kind === 'catalogue') {
    const row = await findNamed(products, caller, picture.name);
    const { imageUrl, imageKey } = row;
    return { productId: row.id, place: { imageUrl, imageKey }, category: category ?? statedCategory(row) };
  }
  const place = { imageUrl: null, imageKey: garmentKey(tryOnId, inLook) };
  if (productId === null) return { productId: null, place, category };
  const row = await findNamed(products, caller, productId, 'POST /v1/products makes it known with its picture.');
  return { productId: row.id, place, category: category ?? statedCategory(row) };
}

/** The catalogue's product with this name. Throws: ServiceError product_not_found. */
export async function findNamed(
  products: Products,
  { owner }: Pick<Caller, 'owner'>,
  name: string,
  advice = 'send its picture along.',
): Promise<ProductRow> {
  const row = await products.find(owner, name);
  if (row === null) throw notFound(name, advice);
  return row;
}

/** A detected category is detected again: the picture may have changed. */
function statedCategory({ category, categorySource }: ProductRow): ProductCategory | null {
  return categorySource === 'client' ? category : null;
}

async function toProductId(
  products: Products,
  caller: Caller,
  { imageUrl, productId, category }: Pick<NamedProduct, 'productId' | 'category'> & { readonly imageUrl: string },
): Promise<string> {
  const { owner, scopes } = caller;
  if (scopes.includes('products:write')) {
    return (await products.upsertByImage(owner, imageUrl, { externalId: productId, category })).id;
  }
  const named = productId === null ? null : await products.find(owner, productId);
  if (productId !== null && named === null) {
    throw notFound(productId, 'only a key with products:write may add one.');
  }
  if (named?.imageUrl === imageUrl) return named.id;
  return (await products.upsertByImage(owner, imageUrl, { inCatalogue: !isExposedInPage(caller) })).id;
}

function notFound(name: string, advice: string): ServiceError {
  const detail = `There is no product ${JSON.stringify(name.slice(0, 60))}; ${advice}`;
  return new ServiceError('product_not_found', { detail, param: 'productId' });
}
