import { ServiceError, type ProductCategory } from '@drape/contracts';
import type { Database, ProductRow } from '@drape/db';
import type { Principal } from '../context';
import type { ProductPicture } from './parse-product-picture';

export interface NamedProduct {
  readonly picture: ProductPicture;
  /** The shop's own name for it, or our id. */
  readonly productId: string | null;
  readonly category: ProductCategory | null;
}

/** What a try-on shows. */
export interface ResolvedProduct {
  readonly productId: string;
  readonly imageUrl: string;
  /** What the client, or the shop's catalogue, says that it is. */
  readonly category: ProductCategory | null;
}

type Products = Pick<Database['products'], 'upsertByImage' | 'find'>;
type Asker = Pick<Principal, 'owner' | 'scopes'>;

/**
 * The product of a try-on: the one of the catalogue that it names, or the one of its image, made on first sight. Only a key with
 * products:write changes the catalogue: what any other says of category and SKU counts for its own try-on alone.
 * Throws: ServiceError product_not_found where a product is named that the catalogue does not have, unless the key may make it.
 */
export async function resolveProduct(
  products: Products,
  asker: Asker,
  { picture, productId, category }: NamedProduct,
): Promise<ResolvedProduct> {
  if (picture.kind === 'catalogue') {
    const row = await findNamed(products, asker, picture.name);
    return { productId: row.id, imageUrl: row.imageUrl, category: category ?? saidCategory(row) };
  }
  const imageUrl = picture.url;
  return { productId: await toProductId(products, asker, { imageUrl, productId, category }), imageUrl, category };
}

/** The product of the catalogue with this name. Throws: ServiceError product_not_found. */
export async function findNamed(
  products: Products,
  { owner }: Pick<Asker, 'owner'>,
  name: string,
): Promise<ProductRow> {
  const row = await products.find(owner, name);
  if (row === null) throw notFound(name, 'send its picture along.');
  return row;
}

/** What was only detected is detected again: the picture may be another one by now. */
function saidCategory({ category, categorySource }: ProductRow): ProductCategory | null {
  return categorySource === 'client' ? category : null;
}

async function toProductId(
  products: Products,
  { owner, scopes }: Asker,
  { imageUrl, productId, category }: Omit<NamedProduct, 'picture'> & { readonly imageUrl: string },
): Promise<string> {
  if (scopes.includes('products:write')) {
    return (await products.upsertByImage(owner, imageUrl, { externalId: productId, category })).id;
  }
  const named = productId === null ? null : await products.find(owner, productId);
  if (productId !== null && named === null) {
    throw notFound(productId, 'only a key with products:write may add one.');
  }
  return named?.imageUrl === imageUrl ? named.id : (await products.upsertByImage(owner, imageUrl)).id;
}

function notFound(name: string, advice: string): ServiceError {
  const detail = `There is no product ${JSON.stringify(name.slice(0, 60))}; ${advice}`;
  return new ServiceError('product_not_found', { detail, param: 'productId' });
}
