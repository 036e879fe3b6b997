import type { KeyEnv, ProductCategory } from '@drape/contracts';
import { Prisma, type PrismaClient } from './prisma';
import type { ClaimedProduct, PackagedProduct, ProductFailure, ProductFindings, SeenProduct } from './records';
import { recordAnalyzedEvent } from './record-analyzed-event';

/** Workers' analysis of product pictures: a product is claimed, then described or given up. */
export interface ProductAnalysis {
  /**
   * Claims a pending product, for `leaseMs`. A product that is being tried on is left to its try-on, a claimed one to its claimant. The
   * account served longest ago comes first, so that a catalogue of thousands delays nobody; within an account the oldest product. null
   * where there is none.
   */
  claimPending(options: { leaseMs: number }): Promise<ClaimedProduct | null>;
  /** pending | failed → ready. The shop's category takes precedence. False: it was described already, is gone, or has changed since it was seen. */
  describe(id: string, findings: ProductFindings, seen: SeenProduct): Promise<boolean>;
  /** Records the key of the analysed garment. False: the product is gone, or has another picture or category by now. */
  recordPackage(product: PackagedProduct, key: string): Promise<boolean>;
  /** pending → failed. False: as above. */
  fail(id: string, error: ProductFailure, seen: SeenProduct): Promise<boolean>;
}

export function createProductAnalysis(prisma: PrismaClient): ProductAnalysis {
  return {
    claimPending: ({ leaseMs }) => claimPending(prisma, leaseMs),
    async describe(id, { category, categorySource, categoryConfidence, analysis, analyzerVersion }, seen) {
      const ready = await recordAnalyzedEvent(
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
    async recordPackage({ id, imageUrl, imageKey, saidCategory }, key) {
      const count = await prisma.$executeRaw`
        UPDATE products SET garment_package = ${key}
        WHERE id = ${id} AND image_url IS NOT DISTINCT FROM ${imageUrl} AND image_key IS NOT DISTINCT FROM ${imageKey}
          AND (CASE WHEN category_source = 'client' THEN category END) IS NOT DISTINCT FROM ${saidCategory}`;
      return count === 1;
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

/** A shop may change the picture or the category during the analysis. */
function stillAs({ imageUrl, imageKey, category }: SeenProduct): Prisma.Sql {
  return Prisma.sql`image_url IS NOT DISTINCT FROM ${imageUrl} AND image_key IS NOT DISTINCT FROM ${imageKey}
    AND category IS NOT DISTINCT FROM ${category}`;
}

/** A product whose picture crashes the analysis this often is given up. */
const ATTEMPTS_MAX = 3;

interface ClaimedColumns {
  readonly id: string;
  readonly account_id: string;
  readonly env: KeyEnv;
  readonly image_url: string | null;
  readonly image_key: string | null;
  readonly category: string | null;
  readonly looks: number;
}

/** While a product is pending, its `analysis` column counts the attempts. */
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
    isLast: row.looks >= ATTEMPTS_MAX,
  };
}
