import {
  newId,
  type ImportedProduct,
  type ImportRowError,
  type ImportRowStatus,
  type Owner,
  type ProductImportFormat,
  type ProductImportStatus,
} from '@drape/contracts';
import { stepImport, type ImportStep } from './import-step';
import type { PrismaClient } from './prisma';

export type { ImportStep } from './import-step';

export type ImportCounts = Readonly<Record<ImportRowStatus, number>>;

export interface ProductImportRow {
  readonly id: string;
  readonly owner: Owner;
  readonly format: ProductImportFormat;
  readonly status: ProductImportStatus;
  readonly counts: ImportCounts;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
}

/** A line of the report. */
export interface ReportedRow {
  readonly row: number;
  readonly status: ImportRowStatus;
  readonly externalId: string | null;
  readonly productId: string | null;
  readonly error: ImportRowError | null;
}

/** A row of the file: its content, or why it cannot be used. */
export interface NewImportRow {
  readonly row: number;
  readonly externalId: string | null;
  readonly input: ImportedProduct | null;
  readonly error: ImportRowError | null;
}

export interface NewProductImport {
  /** Generated where missing. */
  readonly id?: string;
  readonly owner: Owner;
  readonly format: ProductImportFormat;
  readonly rows: readonly NewImportRow[];
}

export interface ReportPage {
  readonly status: ImportRowStatus | null;
  /** The last row of the previous page; 0 for the first page. */
  readonly after: number;
  readonly limit: number;
}

export interface ProductImports {
  /** null where the owner already has this many unfinished imports. Exact under concurrency. */
  insertUpTo(max: number, made: NewProductImport): Promise<string | null>;
  find(owner: Owner, id: string): Promise<ProductImportRow | null>;
  /** In the order of the file. The import must be the caller's. */
  listRows(id: string, page: ReportPage): Promise<{ rows: ReportedRow[]; hasMore: boolean }>;
  /** Imports some rows of the import that has waited longest. null: there is none. */
  step(rowsMax: number): Promise<ImportStep | null>;
}

export function createProductImports(prisma: PrismaClient): ProductImports {
  return {
    insertUpTo: (max, made) => insertUpTo(prisma, max, made),
    find: (owner, id) => find(prisma, owner, id),
    async listRows(id, { status, after, limit }) {
      const found = await prisma.productImportRow.findMany({
        where: { importId: id, row: { gt: after }, ...(status === null ? {} : { status }) },
        orderBy: { row: 'asc' },
        take: limit + 1,
      });
      const rows = found.slice(0, limit).map(({ row, status: became, externalId, productId, error }) => ({
        row,
        status: became,
        externalId,
        productId,
        // Written by this package only, from typed values.
        error: error as ImportRowError | null,
      }));
      return { rows, hasMore: found.length > limit };
    },
    step: (rowsMax) => stepImport(prisma, rowsMax),
  };
}

async function insertUpTo(
  prisma: PrismaClient,
  max: number,
  { id = newId('imp'), owner: { accountId, env }, format, rows }: NewProductImport,
): Promise<string | null> {
  const [, made] = await prisma.$transaction([
    // The next one to count waits here until this transaction is over.
    prisma.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`imports ${accountId} ${env}`}, 0))`,
    prisma.$executeRaw`
      INSERT INTO product_imports (id, account_id, env, format)
      SELECT ${id}, ${accountId}, ${env}::key_env, ${format}
      WHERE (SELECT count(*) FROM product_imports
        WHERE account_id = ${accountId} AND env = ${env}::key_env AND status <> 'completed') < ${max}::int`,
    prisma.$executeRaw`
      INSERT INTO product_import_rows (import_id, row, external_id, input, status, error)
      SELECT i.id, r.row, r."externalId", r.input,
        CASE WHEN r.input IS NULL THEN 'failed' ELSE 'pending' END::import_row_status, r.error
      FROM product_imports i, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS r(row int, "externalId" text, input jsonb, error jsonb)
      WHERE i.id = ${id}`,
  ]);
  return made === 1 ? id : null;
}

async function find(prisma: PrismaClient, { accountId, env }: Owner, id: string): Promise<ProductImportRow | null> {
  const row = await prisma.productImport.findFirst({ where: { id, accountId, env } });
  if (row === null) return null;
  const counted = await prisma.$queryRaw<{ status: ImportRowStatus; count: number }[]>`
    SELECT status::text AS status, count(*)::int AS count FROM product_import_rows WHERE import_id = ${id} GROUP BY status`;
  const counts = { pending: 0, created: 0, updated: 0, failed: 0 };
  for (const { status, count } of counted) counts[status] = count;
  const { status, createdAt, startedAt, completedAt } = row;
  const format = row.format as ProductImportFormat;
  return { id, owner: { accountId, env }, format, status, counts, createdAt, startedAt, completedAt };
}
