import { newId, type KeyEnv, type MerchantChart, type Owner, type ProductCategory } from '@drape/contracts';
import { isUniqueViolation, Prisma, type PrismaClient } from './prisma';
import { createProductCatalogue, type ProductCatalogue } from './product-catalogue';
import { imageHashOf } from './product-image-hash';
import { placeOf } from './product-pictures';
import { toProductRow } from './product-row';
import type {
  CataloguePicture,
  ClaimedProduct,
  ProductDetails,
  ProductFailure,
  ProductFindings,
  ProductRef,
  ProductRow,
  SeenProduct,
} from './records';
import { tellAnalyzed } from './tell-analyzed';
import type { TryOnView } from './try-on-lists';

export interface Products extends ProductCatalogue {
  /**
   * The account's product with this image, made on first sight. The shop's own name for it is noted where it is still free;
   * where another image has it already, that one keeps it.
   */
  upsertByImage(
    owner: Owner,
    imageUrl: string,
    details?: { externalId?: string | null; category?: ProductCategory | null },
  ): Promise<ProductRef>;
  /**
   * The account's product with this picture, made on first sight, with what the shop says of it; one that could not be
   * described is looked at again. One that is stored already keeps its key. Null where another product of
   * the account has the external id.
   */
  put(owner: Owner, picture: CataloguePicture, details: ProductDetails): Promise<ProductRef | null>;
  /** By our id or the account's external id; where a shop uses one of our ids as its own, ours is meant. */
  find(owner: Owner, name: string): Promise<ProductRow | null>;
  /** Whether a try-on that may be seen shows it. */
  isTriedIn(owner: Owner, view: TryOnView, id: string): Promise<boolean>;
  /** Null: there is no such product. */
  setSizeChart(owner: Owner, name: string, chart: MerchantChart): Promise<ProductRow | null>;
  /** What a render needs to know; null where the product is gone. */
  findForRender(id: string): Promise<RenderedProduct | null>;
  /**
   * Takes a pending product to be described. One that is being tried on is left to its try-on, and one that was taken to its
   * taker, for `leaseMs`. The account that was served longest ago comes first, so that a catalogue of thousands keeps nobody waiting;
   * of an account the oldest. null where there is none.
   */
  claimPending(options: { leaseMs: number }): Promise<ClaimedProduct | null>;
  /**
   * pending | failed → ready. What the shop says of the category stands. False: it was described already, is gone, or is no longer
   * what was seen.
   */
  describe(id: string, findings: ProductFindings, seen: SeenProduct): Promise<boolean>;
  /** pending → failed. False: as above. */
  fail(id: string, error: ProductFailure, seen: SeenProduct): Promise<boolean>;
}

export function createProducts(prisma: PrismaClient): Products {
  return {
    ...createProductCatalogue(prisma),
    async upsertByImage(owner, imageUrl, { externalId = null, category = null } = {}) {
      const product = { owner, imageUrl, category };
      try {
        return await upsert(prisma, { ...product, externalId });
      } catch (error) {
        if (externalId === null || !isUniqueViolation(error)) throw error;
        return upsert(prisma, { ...product, externalId: null });
      }
    },
    put: (owner, picture, details) => put(prisma, { owner, picture }, details),
    find: (owner, name) => find(prisma, owner, name),
    async isTriedIn({ accountId, env }, { sessionId, apiKeyIds }, productId) {
      const ofSession = sessionId === null ? {} : { sessionId };
      const ofKey = apiKeyIds === null ? {} : { apiKeyId: { in: [...apiKeyIds] } };
      const where = { accountId, env, productId, ...ofSession, ...ofKey };
      return (await prisma.tryOn.findFirst({ where, select: { id: true } })) !== null;
    },
    async setSizeChart(owner, name, chart) {
      const product = await find(prisma, owner, name);
      if (product === null) return null;
      await prisma.product.updateMany({
        where: { id: product.id, ...owner },
        data: { sizeChart: toJson(chart), updatedAt: new Date() },
      });
      return { ...product, sizeChart: chart };
    },
    async findForRender(id) {
      const row = await prisma.product.findUnique({ where: { id }, select: RENDERED });
      return (
        row && {
          isDescribed: row.status === 'ready',
          category: row.category as ProductCategory | null,
          sizeChart: row.sizeChart as unknown as MerchantChart | null,
        }
      );
    },
    claimPending: ({ leaseMs }) => claimPending(prisma, leaseMs),
    async describe(id, { category, categorySource, categoryConfidence, analysis, analyzerVersion }, seen) {
      const ready = await tellAnalyzed(
        prisma,
        Prisma.sql`
        UPDATE products SET status = 'ready', analysis = ${JSON.stringify(analysis)}::jsonb,
          analyzer_version = ${analyzerVersion}, analyzed_at = now(), updated_at = now(),
          image_sha256 = ${analysis.image.sha256}, category_confidence = ${categoryConfidence},
          category = COALESCE(category, ${category}), category_source = COALESCE(category_source, ${categorySource})
        WHERE id = ${id} AND status <> 'ready' AND ${stillAs(seen)}`,
      );
      return ready.length === 1;
    },
    async fail(id, error, seen) {
      const count = await prisma.$executeRaw`
        UPDATE products SET status = 'failed', analysis = ${JSON.stringify({ error })}::jsonb, analyzed_at = now(),
          updated_at = now()
        WHERE id = ${id} AND status = 'pending' AND ${stillAs(seen)}`;
      return count === 1;
    },
  };
}

const RENDERED = { sizeChart: true, status: true, category: true } as const;

/** What a render needs to know of its product. */
export interface RenderedProduct {
  readonly isDescribed: boolean;
  /** The catalogue's; a shopper's try-on may say another one. */
  readonly category: ProductCategory | null;
  readonly sizeChart: MerchantChart | null;
}

/** A shop may change the picture or the category while somebody looks at the product. */
function stillAs({ imageUrl, imageKey, category }: SeenProduct): Prisma.Sql {
  return Prisma.sql`image_url IS NOT DISTINCT FROM ${imageUrl} AND image_key IS NOT DISTINCT FROM ${imageKey}
    AND category IS NOT DISTINCT FROM ${category}`;
}

/** A product whose picture breaks the process that looks at it so often is given up. */
const LOOKS_MAX = 3;

interface ClaimedColumns {
  readonly id: string;
  readonly account_id: string;
  readonly env: KeyEnv;
  readonly image_url: string | null;
  readonly image_key: string | null;
  readonly category: string | null;
  readonly looks: number;
}

/** While a product is pending its analysis holds how often it was looked at. */
async function claimPending(prisma: PrismaClient, leaseMs: number): Promise<ClaimedProduct | null> {
  const rows = await prisma.$queryRaw<ClaimedColumns[]>`
    WITH next AS (
      SELECT p.id, p.account_id FROM products p JOIN accounts a ON a.id = p.account_id
      WHERE p.status = 'pending' AND (
        p.updated_at < now() - ${leaseMs}::float8 * interval '1 millisecond'
        OR (p.analysis IS NULL AND p.created_at < now() - interval '1 second' AND NOT EXISTS (
          SELECT 1 FROM try_ons t WHERE t.product_id = p.id AND t.status IN ('queued', 'processing'))))
      ORDER BY p.env, a.last_look_at NULLS FIRST, p.updated_at LIMIT 1 FOR UPDATE OF p SKIP LOCKED),
    served AS (UPDATE accounts a SET last_look_at = clock_timestamp() FROM next WHERE a.id = next.account_id)
    UPDATE products p SET updated_at = now(),
      analysis = jsonb_build_object('looks', COALESCE((p.analysis->>'looks')::int, 0) + 1)
    FROM next WHERE p.id = next.id
    RETURNING p.id, p.account_id, p.env::text AS env, p.image_url, p.image_key, p.category, (p.analysis->>'looks')::int AS looks`;
  const row = rows[0];
  if (!row) return null;
  return {
    id: row.id,
    owner: { accountId: row.account_id, env: row.env },
    imageUrl: row.image_url,
    imageKey: row.image_key,
    category: row.category as ProductCategory | null,
    isLast: row.looks >= LOOKS_MAX,
  };
}

interface UpsertedProduct {
  readonly owner: Owner;
  readonly imageUrl: string;
  readonly externalId: string | null;
  readonly category: ProductCategory | null;
}

async function upsert(prisma: PrismaClient, product: UpsertedProduct): Promise<ProductRef> {
  const { imageUrl, externalId, category } = product;
  const { accountId, env } = product.owner;
  const rows = await prisma.$queryRaw<UpsertedRow[]>`
    INSERT INTO products (id, account_id, env, external_id, image_url, image_url_hash, category, category_source)
    VALUES (${newId('prd')}, ${accountId}, ${env}::key_env, ${externalId}, ${imageUrl}, ${imageHashOf({ url: imageUrl })}, ${category},
      ${category && 'client'})
    ON CONFLICT (account_id, env, image_url_hash) DO UPDATE SET updated_at = now(),
      external_id = COALESCE(products.external_id, EXCLUDED.external_id),
      category = COALESCE(EXCLUDED.category, products.category),
      category_source = COALESCE(EXCLUDED.category_source, products.category_source)
    RETURNING id, external_id, image_key, (xmax = 0) AS created`;
  return toRef(rows);
}

async function put(
  prisma: PrismaClient,
  { owner: { accountId, env }, picture }: { owner: Owner; picture: CataloguePicture },
  { id = newId('prd'), externalId = null, category = null, title = null, sizeChart }: Nullable<ProductDetails>,
): Promise<ProductRef | null> {
  const chart = sizeChart ? JSON.stringify(sizeChart) : null;
  const { imageUrl, imageKey } = placeOf(picture);
  try {
    const rows = await prisma.$queryRaw<UpsertedRow[]>`
      INSERT INTO products (id, account_id, env, external_id, image_url, image_key, image_url_hash, title, category, category_source, size_chart)
      VALUES (${id}, ${accountId}, ${env}::key_env, ${externalId}, ${imageUrl}, ${imageKey}, ${imageHashOf(picture)}, ${title}, ${category},
        ${category && 'client'}, ${chart}::jsonb)
      ON CONFLICT (account_id, env, image_url_hash) DO UPDATE SET updated_at = now(),
        external_id = COALESCE(EXCLUDED.external_id, products.external_id),
        title = COALESCE(EXCLUDED.title, products.title),
        category = COALESCE(EXCLUDED.category, products.category),
        category_source = COALESCE(EXCLUDED.category_source, products.category_source),
        size_chart = COALESCE(EXCLUDED.size_chart, products.size_chart),
        analysis = CASE WHEN products.status = 'failed' THEN NULL ELSE products.analysis END,
        status = CASE WHEN products.status = 'failed' THEN 'pending' ELSE products.status END
      RETURNING id, external_id, image_key, (xmax = 0) AS created`;
    return toRef(rows);
  } catch (error) {
    if (externalId !== null && isUniqueViolation(error)) return null;
    throw error;
  }
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

async function find(prisma: PrismaClient, { accountId, env }: Owner, name: string): Promise<ProductRow | null> {
  const rows = await prisma.product.findMany({
    where: { accountId, env, OR: [{ id: name }, { externalId: name }] },
    include: { _count: { select: { tryOns: true } } },
  });
  const row = rows.find(({ id }) => id === name) ?? rows[0];
  return row ? toProductRow(row, row._count.tryOns) : null;
}

function toJson(chart: MerchantChart): Prisma.InputJsonValue {
  return JSON.parse(JSON.stringify(chart)) as Prisma.InputJsonValue;
}
