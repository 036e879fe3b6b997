import type { Owner, ProductCategory } from '@drape/contracts';
import { isUniqueViolation, Prisma, type PrismaClient } from './prisma';
import { imageHashOf } from './product-image-hash';
import { findObstacle, type ProductObstacle } from './product-obstacle';
import { placeOf } from './product-pictures';
import type { CataloguePicture } from './records';
import { withUploadOf } from './uploads';

/** Changes to a product; undefined keeps a field, and null clears it. */
export interface ProductChanges {
  readonly externalId?: string | null;
  readonly title?: string | null;
  readonly category?: ProductCategory | null;
  readonly picture?: CataloguePicture;
}

export type ProductChangeOutcome =
  | { readonly kind: 'changed' }
  | { readonly kind: 'unknown' }
  | ProductObstacle
  /** Another request has used the upload in the meantime. */
  | { readonly kind: 'upload_gone' };

interface ProductName {
  readonly owner: Owner;
  readonly id: string;
}

export async function changeProduct(
  prisma: PrismaClient,
  { owner, id }: ProductName,
  changes: ProductChanges,
): Promise<ProductChangeOutcome> {
  const sets = setsOf(changes);
  try {
    const done = await withUploadOf(prisma, changes.picture, async (tx) => {
      const count = await tx.$executeRaw`
        UPDATE products SET ${Prisma.join([...sets, Prisma.sql`in_catalogue = true, updated_at = now()`])}
        WHERE id = ${id} AND account_id = ${owner.accountId} AND env = ${owner.env}::key_env`;
      return count === 1 ? 'changed' : null;
    });
    return { kind: done ?? 'unknown' };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const { externalId, picture } = changes;
    const obstacle = await findObstacle(prisma, owner, { externalId, picture, id });
    // null: the product was deleted in the meantime.
    return obstacle ?? changeProduct(prisma, { owner, id }, changes);
  }
}

/** In an UPDATE, right-hand sides see the old row: the reset compares with the old picture and category. */
function setsOf({ externalId, title, category, picture }: ProductChanges): Prisma.Sql[] {
  const hash = picture === undefined ? null : imageHashOf(picture);
  const differs = Prisma.join(
    [
      ...(hash === null ? [] : [Prisma.sql`image_url_hash <> ${hash}`]),
      ...(category === undefined ? [] : [Prisma.sql`category IS DISTINCT FROM ${category}`]),
      Prisma.sql`false`,
    ],
    ' OR ',
  );
  return [
    ...(externalId === undefined ? [] : [Prisma.sql`external_id = ${externalId}`]),
    ...(title === undefined ? [] : [Prisma.sql`title = ${title}`]),
    ...(picture === undefined ? [] : pictureSets(picture)),
    ...categorySets(category, hash),
    Prisma.sql`status = CASE WHEN ${differs} THEN 'pending' ELSE status END`,
    Prisma.sql`analysis = CASE WHEN ${differs} THEN NULL ELSE analysis END`,
    Prisma.sql`garment_package = CASE WHEN ${differs} THEN NULL ELSE garment_package END`,
    Prisma.sql`analyzed_at = CASE WHEN ${differs} THEN NULL ELSE analyzed_at END`,
    Prisma.sql`analyzer_version = CASE WHEN ${differs} THEN NULL ELSE analyzer_version END`,
  ];
}

function pictureSets(picture: CataloguePicture): Prisma.Sql[] {
  const { imageUrl, imageKey } = placeOf(picture);
  return [
    Prisma.sql`image_url = ${imageUrl}`,
    Prisma.sql`image_key = ${imageKey}`,
    Prisma.sql`image_url_hash = ${imageHashOf(picture)}`,
  ];
}

/** A new picture keeps what the shop said and drops what was detected in the old one. */
function categorySets(category: ProductCategory | null | undefined, hash: string | null): Prisma.Sql[] {
  if (category !== undefined) {
    return [
      Prisma.sql`category = ${category}`,
      Prisma.sql`category_source = ${category && 'client'}`,
      Prisma.sql`category_confidence = NULL`,
    ];
  }
  if (hash === null) return [];
  const isFound = Prisma.sql`image_url_hash <> ${hash} AND category_source = 'detected'`;
  return [
    Prisma.sql`category = CASE WHEN ${isFound} THEN NULL ELSE category END`,
    Prisma.sql`category_source = CASE WHEN ${isFound} THEN NULL ELSE category_source END`,
    Prisma.sql`category_confidence = CASE WHEN ${isFound} THEN NULL ELSE category_confidence END`,
  ];
}
