import type { ImportedProduct, KeyEnv, Owner } from '@drape/contracts';
import { planImport, type KnownProduct, type PlannedProduct, type RowOutcome, type WaitingRow } from './import-plan';
import { isUniqueViolation, Prisma, type PrismaClient } from './prisma';
import { imageHashOf } from './product-image-hash';

/** Progress of an import. */
export interface ImportStep {
  readonly importId: string;
  readonly rows: number;
  /** No rows are left. */
  readonly isOver: boolean;
}

/** A step has about ten statements, which take this long at most even on an overloaded machine. */
const STEP_MS_MAX = 20_000;
/** Others may take a name or a picture between the check and the write. */
const TRIES_MAX = 3;

type Tx = Prisma.TransactionClient;

/**
 * Imports some rows of the import that has waited longest and records each row's outcome, in one transaction: a process that dies in the
 * middle has done nothing, and the next one repeats it. The import's row is locked, so several workers process several imports. null: there
 * is none.
 */
export async function stepImport(prisma: PrismaClient, rowsMax: number): Promise<ImportStep | null> {
  let lockedId: string | null = null;
  const step = (importId: string | null, max: number) =>
    prisma.$transaction(
      async (tx) => {
        const locked = await lockImport(tx, importId);
        lockedId = locked?.id ?? null;
        return locked && stepLocked(tx, locked, max);
      },
      { timeout: STEP_MS_MAX },
    );
  try {
    return await step(null, rowsMax);
  } catch (error) {
    if (!isUniqueViolation(error) || lockedId === null) throw error;
    return stepSingly(step, lockedId, rowsMax);
  }
}

/** Rows that exchange pictures violate a constraint together; one after the other they work. */
async function stepSingly(
  step: (importId: string, max: number) => Promise<ImportStep | null>,
  importId: string,
  rowsMax: number,
): Promise<ImportStep | null> {
  let done: ImportStep | null = null;
  for (let i = 0; i < rowsMax && done?.isOver !== true; i++) {
    done = await again(() => step(importId, 1));
    if (done === null) break;
  }
  return done;
}

async function again<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (tries === TRIES_MAX || !isUniqueViolation(error)) throw error;
    }
  }
}

interface LockedImport {
  readonly id: string;
  readonly owner: Owner;
}

/** Locks the named import, or the one that has waited longest; those of test mode come after all live ones. */
async function lockImport(tx: Tx, importId: string | null): Promise<LockedImport | null> {
  const [row] = await tx.$queryRaw<{ id: string; account_id: string; env: KeyEnv }[]>`
    SELECT id, account_id, env::text AS env FROM product_imports
    WHERE status <> 'completed' AND (${importId}::text IS NULL OR id = ${importId})
    ORDER BY product_imports.env, updated_at LIMIT 1 FOR UPDATE SKIP LOCKED`;
  return row === undefined ? null : { id: row.id, owner: { accountId: row.account_id, env: row.env } };
}

async function stepLocked(tx: Tx, locked: LockedImport, rowsMax: number): Promise<ImportStep> {
  const { id } = locked;
  const rows = await tx.$queryRaw<{ row: number; input: ImportedProduct }[]>`
    SELECT row, input FROM product_import_rows WHERE import_id = ${id} AND status = 'pending' ORDER BY row LIMIT ${rowsMax}`;
  const isOver = rows.length < rowsMax;
  if (rows.length > 0) await putRows(tx, locked, rows);
  await tx.$executeRaw`
    UPDATE product_imports SET status = ${isOver ? 'completed' : 'running'}::product_import_status,
      started_at = COALESCE(started_at, now()), completed_at = CASE WHEN ${isOver} THEN clock_timestamp() END,
      updated_at = clock_timestamp()
    WHERE id = ${id}`;
  return { importId: id, rows: rows.length, isOver };
}

async function putRows(tx: Tx, { id, owner }: LockedImport, rows: readonly WaitingRow[]): Promise<void> {
  const { outcomes, products } = planImport(rows, await findKnown(tx, owner, rows));
  await insertNew(
    tx,
    owner,
    products.filter(({ isNew }) => isNew),
  );
  await updateKnown(
    tx,
    owner,
    products.filter(({ isNew }) => !isNew),
  );
  await recordOutcomes(tx, id, outcomes);
}

async function findKnown(tx: Tx, { accountId, env }: Owner, rows: readonly WaitingRow[]): Promise<KnownProduct[]> {
  const names = rows.flatMap(({ input }) => input.externalId ?? []);
  const hashes = rows.map(({ input }) => imageHashOf({ url: input.imageUrl }));
  const found = await tx.$queryRaw<{ id: string; external_id: string | null; image_url_hash: string }[]>`
    SELECT id, external_id, image_url_hash FROM products
    WHERE account_id = ${accountId} AND env = ${env}::key_env
      AND (external_id = ANY(${names}::text[]) OR image_url_hash = ANY(${hashes}::text[]))`;
  return found.map((row) => ({ id: row.id, externalId: row.external_id, imageHash: row.image_url_hash }));
}

/** The columns of a planned product in JSON. */
const PLANNED = Prisma.sql`(id text, "externalId" text, "imageUrl" text, "imageHash" text, title text, category text)`;

async function insertNew(tx: Tx, { accountId, env }: Owner, products: readonly PlannedProduct[]): Promise<void> {
  if (products.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO products (id, account_id, env, external_id, image_url, image_url_hash, title, category, category_source)
    SELECT n.id, ${accountId}, ${env}::key_env, n."externalId", n."imageUrl", n."imageHash", n.title, n.category,
      CASE WHEN n.category IS NOT NULL THEN 'client' END
    FROM jsonb_to_recordset(${JSON.stringify(products)}::jsonb) AS n${PLANNED}`;
}

/** As PATCH does: a new picture or category is analysed again, and what was detected in the old picture is dropped. */
async function updateKnown(tx: Tx, { accountId, env }: Owner, products: readonly PlannedProduct[]): Promise<void> {
  if (products.length === 0) return;
  const isOther = Prisma.sql`p.image_url_hash <> n."imageHash"`;
  const isGuessed = Prisma.sql`n.category IS NULL AND ${isOther} AND p.category_source = 'detected'`;
  const differs = Prisma.sql`(p.status = 'failed' OR ${isOther} OR n.category <> COALESCE(p.category, ''))`;
  const isSaid = Prisma.sql`n.category IS NOT NULL`;
  await tx.$executeRaw`
    UPDATE products p SET updated_at = now(), in_catalogue = true, image_url = n."imageUrl", image_key = NULL, image_url_hash = n."imageHash",
      external_id = n."externalId", title = COALESCE(n.title, p.title),
      category = CASE WHEN ${isGuessed} THEN NULL ELSE COALESCE(n.category, p.category) END,
      category_source = CASE WHEN ${isSaid} THEN 'client' WHEN ${isGuessed} THEN NULL ELSE p.category_source END,
      category_confidence = CASE WHEN ${isSaid} OR ${isGuessed} THEN NULL ELSE p.category_confidence END,
      status = CASE WHEN ${differs} THEN 'pending' ELSE p.status END,
      analysis = CASE WHEN ${differs} THEN NULL ELSE p.analysis END,
      analyzed_at = CASE WHEN ${differs} THEN NULL ELSE p.analyzed_at END,
      analyzer_version = CASE WHEN ${differs} THEN NULL ELSE p.analyzer_version END
    FROM jsonb_to_recordset(${JSON.stringify(products)}::jsonb) AS n${PLANNED}
    WHERE p.id = n.id AND p.account_id = ${accountId} AND p.env = ${env}::key_env`;
}

async function recordOutcomes(tx: Tx, importId: string, outcomes: readonly RowOutcome[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE product_import_rows r SET status = o.status::import_row_status, product_id = o."productId", error = o.error, input = NULL
    FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) AS o(row int, status text, "productId" text, error jsonb)
    WHERE r.import_id = ${importId} AND r.row = o.row`;
}
