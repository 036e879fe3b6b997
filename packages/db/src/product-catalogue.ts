import type { Owner, ProductCategory } from '@drape/contracts';
import { changeProduct, type ProductChangeOutcome, type ProductChanges } from './change-product';
import { Prisma, type PrismaClient } from './prisma';
import { listUnneededPackages, listUnneededPictures } from './product-pictures';
import { toProductRow } from './product-row';
import type { ProductRow } from './records';
import type { TryOnView } from './try-on-lists';

/** Filter; null: any. */
export interface ProductFilter {
  readonly status: ProductRow['status'] | null;
  readonly category: ProductCategory | null;
  readonly externalId: string | null;
  /** Prefix of the title, case-insensitive. */
  readonly titlePrefix: string | null;
  /** Include products that shoppers brought and the shop has not put into its catalogue. */
  readonly untended: boolean;
}

export interface ProductListing {
  readonly owner: Owner;
  /** Only products of try-ons that it shows; the owner's whole catalogue where it has no bounds. */
  readonly view: TryOnView;
  readonly filter: ProductFilter;
  /** The last product of the previous page; it need not match the filter. */
  readonly startingAfter: string | null;
  readonly limit: number;
}

export interface ProductCatalogue {
  /** Latest first, by id; null where `startingAfter` is not visible in the view. */
  listPage(listing: ProductListing): Promise<{ rows: ProductRow[]; hasMore: boolean } | null>;
  /** A new picture or category makes the product pending: what was detected in the old one is dropped. */
  change(owner: Owner, id: string, changes: ProductChanges): Promise<ProductChangeOutcome>;
  /** Deletes a product; its try-ons stay. False: there is none. */
  remove(owner: Owner, id: string): Promise<boolean>;
  /** The given keys of stored pictures that neither a product nor an unfinished try-on has. */
  listUnneededPictures(keys: readonly string[]): Promise<string[]>;
  /** The given keys of stored garment packages that no product names. */
  listUnneededPackages(keys: readonly string[]): Promise<string[]>;
}

export function createProductCatalogue(prisma: PrismaClient): ProductCatalogue {
  return {
    listPage: (listing) => listPage(prisma, listing),
    change: (owner, id, changes) => changeProduct(prisma, { owner, id }, changes),
    async remove({ accountId, env }, id) {
      const [{ count }] = await prisma.$transaction([
        prisma.product.deleteMany({ where: { id, accountId, env } }),
        prisma.webhookDelivery.deleteMany({ where: { accountId, env, resourceId: id } }),
      ]);
      return count === 1;
    },
    listUnneededPictures: (keys) => listUnneededPictures(prisma, keys),
    listUnneededPackages: (keys) => listUnneededPackages(prisma, keys),
  };
}

/** As for try-ons: only the owner's index has this order. */
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
    WHERE ${Prisma.join([...seen, ...before, ...conditionsOf(listing)], ' AND ')}
    ORDER BY ${ID} DESC LIMIT ${limit + 1}`;
  const ids = found.slice(0, limit).map(({ id }) => id);
  return { rows: await read(prisma, ids), hasMore: found.length > limit };
}

/** In the order of the ids, with one query of the try-ons. */
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

function conditionsOf({ filter, view }: ProductListing): Prisma.Sql[] {
  const { status, category, externalId, titlePrefix, untended } = filter;
  return [
    ...(untended || view.sessionId !== null ? [] : [Prisma.sql`p.in_catalogue`]),
    ...(status === null ? [] : [Prisma.sql`p.status = ${status}::product_status`]),
    ...(category === null ? [] : [Prisma.sql`p.category = ${category}`]),
    ...(externalId === null ? [] : [Prisma.sql`p.external_id = ${externalId}`]),
    ...(titlePrefix === null ? [] : [Prisma.sql`starts_with(lower(p.title), lower(${titlePrefix}))`]),
  ];
}
