import type { Owner, ProductCategory } from '@drape/contracts';
import { isUniqueViolation, Prisma, type PrismaClient } from './prisma';
import { imageHashOf } from './product-image-hash';
import { listUnneededPictures, placeOf } from './product-pictures';
import { toProductRow } from './product-row';
import type { CataloguePicture, ProductRow } from './records';
import type { TryOnView } from './try-on-lists';

/** Which products are wanted; null: whatever it is. */
export interface ProductFilter {
  readonly status: ProductRow['status'] | null;
  readonly category: ProductCategory | null;
  readonly externalId: string | null;
  /** How the title begins, whatever the case. */
  readonly titlePrefix: string | null;
}

export interface ProductListing {
  readonly owner: Owner;
  /** Only products of try-ons that it shows; all of the owner where it has no bounds. */
  readonly view: TryOnView;
  readonly filter: ProductFilter;
  /** The last product of the page before; it need not pass the filter. */
  readonly startingAfter: string | null;
  readonly limit: number;
}

/** What is to be different of a product; what is left out stays, and null takes away what was said. */
export interface ProductChanges {
  readonly externalId?: string | null;
  readonly title?: string | null;
  readonly category?: ProductCategory | null;
  readonly picture?: CataloguePicture;
}

export type ProductChangeOutcome =
  | { readonly kind: 'changed' }
  | { readonly kind: 'unknown' }
  /** Another product of the owner has the external id, or the picture. */
  | { readonly kind: 'external_id_taken' | 'image_taken'; readonly productId: string };

export interface ProductCatalogue {
  /** Latest first, by id; null where `startingAfter` is none that the view shows. */
  listPage(listing: ProductListing): Promise<{ rows: ProductRow[]; hasMore: boolean } | null>;
  /** A new picture or category makes the product pending: what was found of the old one is forgotten. */
  change(owner: Owner, id: string, changes: ProductChanges): Promise<ProductChangeOutcome>;
  /** Takes a product off record; its try-ons stay. False: there is none. */
  remove(owner: Owner, id: string): Promise<boolean>;
  /** Who has an external id, or a picture. */
  findHolder(owner: Owner, of: { externalId: string } | CataloguePicture): Promise<string | null>;
  /** Those of the keys of stored pictures that no product has, and no unfinished try-on. */
  listUnneededPictures(keys: readonly string[]): Promise<string[]>;
}

export function createProductCatalogue(prisma: PrismaClient): ProductCatalogue {
  return {
    listPage: (listing) => listPage(prisma, listing),
    change: (owner, id, changes) => change(prisma, { owner, id }, changes),
    async remove({ accountId, env }, id) {
      const [{ count }] = await prisma.$transaction([
        prisma.product.deleteMany({ where: { id, accountId, env } }),
        prisma.webhookDelivery.deleteMany({ where: { accountId, env, resourceId: id } }),
      ]);
      return count === 1;
    },
    findHolder: (owner, of) => findHolder(prisma, owner, of),
    listUnneededPictures: (keys) => listUnneededPictures(prisma, keys),
  };
}

/** As for try-ons: only the owner's own index has this order. */
const ID = Prisma.sql`p.id COLLATE "C"`;

async function listPage(
  prisma: PrismaClient,
  listing: ProductListing,
): Promise<{ rows: ProductRow[]; hasMore: boolean } | null> {
  const { startingAfter, limit } = listing;
  const seen = viewOf(listing);
  if (startingAfter !== null) {
    const found = await prisma.$queryRaw<unknown[]>`
      SELECT p.id FROM products p WHERE p.id = ${startingAfter} AND ${Prisma.join(seen, ' AND ')}`;
    if (found.length === 0) return null;
  }
  const before = startingAfter === null ? [] : [Prisma.sql`${ID} < ${startingAfter}`];
  const found = await prisma.$queryRaw<{ id: string }[]>`
    SELECT p.id FROM products p
    WHERE ${Prisma.join([...seen, ...before, ...conditionsOf(listing.filter)], ' AND ')}
    ORDER BY ${ID} DESC LIMIT ${limit + 1}`;
  const ids = found.slice(0, limit).map(({ id }) => id);
  return { rows: await read(prisma, ids), hasMore: found.length > limit };
}

/** In the order of the ids, with one look at the try-ons. */
async function read(prisma: PrismaClient, ids: readonly string[]): Promise<ProductRow[]> {
  const [rows, counts] = await Promise.all([
    prisma.product.findMany({ where: { id: { in: [...ids] } } }),
    prisma.$queryRaw<{ product_id: string; count: number }[]>`
      SELECT product_id, count(*)::int AS count FROM try_ons
      WHERE product_id = ANY(${[...ids]}::text[]) GROUP BY product_id`,
  ]);
  const countOf = new Map(counts.map(({ product_id: id, count }) => [id, count]));
  const byId = new Map(rows.map((row) => [row.id, toProductRow(row, countOf.get(row.id) ?? 0)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function viewOf({ owner: { accountId, env }, view: { sessionId, apiKeyIds } }: ProductListing): Prisma.Sql[] {
  const owned = Prisma.sql`p.account_id = ${accountId} AND p.env = ${env}::key_env`;
  if (sessionId === null) return [owned];
  const ofKey = apiKeyIds === null ? Prisma.empty : Prisma.sql`AND t.api_key_id = ANY(${[...apiKeyIds]}::text[])`;
  const tried = Prisma.sql`EXISTS (
    SELECT 1 FROM try_ons t
    WHERE t.account_id = ${accountId} AND t.env = ${env}::key_env AND t.session_id = ${sessionId} AND t.product_id = p.id ${ofKey})`;
  return [owned, tried];
}

function conditionsOf({ status, category, externalId, titlePrefix }: ProductFilter): Prisma.Sql[] {
  return [
    ...(status === null ? [] : [Prisma.sql`p.status = ${status}::product_status`]),
    ...(category === null ? [] : [Prisma.sql`p.category = ${category}`]),
    ...(externalId === null ? [] : [Prisma.sql`p.external_id = ${externalId}`]),
    ...(titlePrefix === null ? [] : [Prisma.sql`starts_with(lower(p.title), lower(${titlePrefix}))`]),
  ];
}

async function findHolder(
  prisma: PrismaClient,
  { accountId, env }: Owner,
  of: { externalId: string } | CataloguePicture,
): Promise<string | null> {
  const named = 'externalId' in of ? of : { imageUrlHash: imageHashOf(of) };
  const row = await prisma.product.findFirst({ where: { accountId, env, ...named }, select: { id: true } });
  return row?.id ?? null;
}

interface ProductName {
  readonly owner: Owner;
  readonly id: string;
}

async function change(
  prisma: PrismaClient,
  { owner, id }: ProductName,
  changes: ProductChanges,
): Promise<ProductChangeOutcome> {
  const sets = setsOf(changes);
  try {
    const count = await prisma.$executeRaw`
      UPDATE products SET ${Prisma.join([...sets, Prisma.sql`updated_at = now()`])}
      WHERE id = ${id} AND account_id = ${owner.accountId} AND env = ${owner.env}::key_env`;
    return { kind: count === 1 ? 'changed' : 'unknown' };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const obstacle = await findObstacle(prisma, { owner, id }, changes);
    // Null: it has gone meanwhile.
    return obstacle ?? change(prisma, { owner, id }, changes);
  }
}

/** Right-hand sides see the row as it was: the reset compares with the old picture and category. */
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

/** What the shop says stays with a new picture; what was found in the old one does not. */
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

/** Which other product keeps the change from being made. */
async function findObstacle(
  prisma: PrismaClient,
  { owner, id }: ProductName,
  { externalId, picture }: ProductChanges,
): Promise<ProductChangeOutcome | null> {
  const ofName = typeof externalId === 'string' ? await findHolder(prisma, owner, { externalId }) : null;
  if (ofName !== null && ofName !== id) return { kind: 'external_id_taken', productId: ofName };
  const ofImage = picture === undefined ? null : await findHolder(prisma, owner, picture);
  return ofImage === null || ofImage === id ? null : { kind: 'image_taken', productId: ofImage };
}
