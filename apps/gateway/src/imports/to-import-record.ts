import { IMPORT_REPORT_DAYS, type ProductImportRecord } from '@drape/contracts';
import type { ProductImportRow } from '@drape/db';

const DAY_MS = 86_400_000;

/** The public form of an import. */
export function toImportRecord(row: ProductImportRow): ProductImportRecord {
  const { id, owner, status, format, counts, createdAt, startedAt, completedAt } = row;
  const { pending, created, updated, failed } = counts;
  return {
    id,
    livemode: owner.env === 'live',
    status,
    format,
    counts: { total: pending + created + updated + failed, pending, created, updated, failed },
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    completedAt: completedAt?.toISOString() ?? null,
    expiresAt: new Date(createdAt.getTime() + IMPORT_REPORT_DAYS * DAY_MS).toISOString(),
  };
}
