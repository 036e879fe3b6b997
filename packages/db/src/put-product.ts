import { newId, type Owner, type ProductCategory } from '@drape/contracts';
import { isUniqueViolation, type Prisma, type PrismaClient } from './prisma';
import { imageHashOf } from './product-image-hash';
import { findObstacle, type ProductObstacle } from './product-obstacle';
import { placeOf } from './product-pictures';
import type { CataloguePicture, ProductDetails, ProductRef } from './records';
import { withUploadOf } from './uploads';

export type ProductPutOutcome =
  ({ readonly kind: 'put' } & ProductRef) | ProductObstacle | { readonly kind: 'upload_gone' };

export interface PutProduct {
  readonly owner: Owner;
  readonly picture: CataloguePicture;
}

export async function putProduct(
  prisma: PrismaClient,
  product: PutProduct,
  details: ProductDetails,
): Promise<ProductPutOutcome> {
  const { owner, picture } = product;
  try {
    const done = await withUploadOf(prisma, picture, (tx) => insertOrUpdate(tx, product, details));
    if (done === 'upload_gone') return { kind: 'upload_gone' };
    if (done !== null) return { kind: 'put', ...done };
  } catch (error) {
    if (details.externalId === undefined || !isUniqueViolation(error)) throw error;
  }
  const obstacle = await findObstacle(prisma, owner, { externalId: details.externalId, picture });
  // null: it was deleted in the meantime.
  return obstacle ?? putProduct(prisma, product, details);
}

/** A unique index enforces the external id; the condition enforces the picture. */
async function insertOrUpdate(
  tx: Prisma.TransactionClient,
  { owner: { accountId, env }, picture }: PutProduct,
  { id = newId('prd'), externalId = null, category = null, title = null, sizeChart }: Nullable<ProductDetails>,
): Promise<ProductRef | null> {
  const chart = sizeChart ? JSON.stringify(sizeChart) : null;
  const { imageUrl, imageKey } = placeOf(picture);
  const rows = await tx.$queryRaw<UpsertedRow[]>`
    INSERT INTO products (id, account_id, env, external_id, image_url, image_key, image_url_hash, title, category, category_source, size_chart)
    VALUES (${id}, ${accountId}, ${env}::key_env, ${externalId}, ${imageUrl}, ${imageKey}, ${imageHashOf(picture)}, ${title}, ${category},
      ${category && 'client'}, ${chart}::jsonb)
    ON CONFLICT (account_id, env, image_url_hash) DO UPDATE SET updated_at = now(),
      in_catalogue = true,
      external_id = COALESCE(EXCLUDED.external_id, products.external_id),
      title = COALESCE(EXCLUDED.title, products.title),
      category = COALESCE(EXCLUDED.category, products.category),
      category_source = COALESCE(EXCLUDED.category_source, products.category_source),
      size_chart = COALESCE(EXCLUDED.size_chart, products.size_chart),
      analysis = CASE WHEN products.status = 'failed' THEN NULL ELSE products.analysis END,
      status = CASE WHEN products.status = 'failed' THEN 'pending' ELSE products.status END
    WHERE products.external_id IS NULL OR EXCLUDED.external_id IS NULL OR products.external_id = EXCLUDED.external_id
    RETURNING id, external_id, image_key, (xmax = 0) AS created`;
  return rows.length === 0 ? null : toRef(rows);
}

/** Finds or creates the product with this image. Where another one already has the external id, that one keeps it. */
export async function upsertByImage(prisma: PrismaClient, product: UpsertedProduct): Promise<ProductRef> {
  try {
    return await upsert(prisma, product);
  } catch (error) {
    if (product.externalId === null || !isUniqueViolation(error)) throw error;
    return upsert(prisma, { ...product, externalId: null });
  }
}

export interface UpsertedProduct {
  readonly owner: Owner;
  readonly imageUrl: string;
  readonly externalId: string | null;
  readonly category: ProductCategory | null;
  readonly inCatalogue: boolean;
}

/** A try-on never takes a product out of the catalogue. */
async function upsert(prisma: PrismaClient, product: UpsertedProduct): Promise<ProductRef> {
  const { imageUrl, externalId, category, inCatalogue } = product;
  const { accountId, env } = product.owner;
  const rows = await prisma.$queryRaw<UpsertedRow[]>`
    INSERT INTO products (id, account_id, env, external_id, image_url, image_url_hash, category, category_source, in_catalogue)
    VALUES (${newId('prd')}, ${accountId}, ${env}::key_env, ${externalId}, ${imageUrl}, ${imageHashOf({ url: imageUrl })}, ${category},
      ${category && 'client'}, ${inCatalogue})
    ON CONFLICT (account_id, env, image_url_hash) DO UPDATE SET updated_at = now(),
      in_catalogue = products.in_catalogue OR EXCLUDED.in_catalogue,
      external_id = COALESCE(products.external_id, EXCLUDED.external_id),
      category = COALESCE(EXCLUDED.category, products.category),
      category_source = COALESCE(EXCLUDED.category_source, products.category_source)
    RETURNING id, external_id, image_key, (xmax = 0) AS created`;
  return toRef(rows);
}

type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

interface UpsertedRow {
  readonly id: string;
  readonly external_id: string | null;
  readonly image_key: string | null;
  readonly created: boolean;
}

function toRef(rows: readonly UpsertedRow[]): ProductRef {
  const row = rows[0];
  if (!row) throw new Error('an upsert of a product returned no row');
  return { id: row.id, externalId: row.external_id, imageKey: row.image_key, created: row.created };
}
