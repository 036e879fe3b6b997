import type { Product } from './generated/client';
import type { ProductRow } from './records';

/** The JSON columns are written by this package only, from typed values, so they are trusted. */
export function toProductRow(row: Product, tryOnCount: number): ProductRow {
  const { id, accountId, env, externalId, status, imageUrl, imageKey, title, categoryConfidence, analyzerVersion } =
    row;
  const found = row.analysis as unknown;
  return {
    id,
    owner: { accountId, env },
    externalId,
    status,
    imageUrl,
    imageKey,
    title,
    categoryConfidence,
    analyzerVersion,
    tryOnCount,
    garmentPackage: row.garmentPackage,
    analyzedAt: row.analyzedAt,
    createdAt: row.createdAt,
    category: row.category as ProductRow['category'],
    categorySource: row.categorySource as ProductRow['categorySource'],
    analysis: status === 'ready' ? (found as ProductRow['analysis']) : null,
    error: status === 'failed' ? (found as { error: ProductRow['error'] }).error : null,
    sizeChart: row.sizeChart as unknown as ProductRow['sizeChart'],
  };
}
