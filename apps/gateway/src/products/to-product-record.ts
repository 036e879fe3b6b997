import type { MerchantChart } from '@drape/contracts';
import type { ProductRow } from '@drape/db';
import type { Principal } from '../http/context';
import { isExposedInPage } from '../middleware/is-from-allowed-page';

const UNKNOWN = { value: 'unknown', confidence: 0 } as const;
/** Used for fits where the shop has given no chart. */
const STANDARD_CHART = { source: 'standard', kind: 'body', unit: 'cm', rows: [] } as const;

/**
 * A product as the API shows it (docs/contract.md §10); before its analysis everything read from the picture is null or unknown. Only the
 * shop itself sees how often all shoppers tried it on, not a page.
 */
export function toProductRecord(row: ProductRow, asker: Pick<Principal, 'kind'>) {
  const { id, externalId, status, imageUrl, title, analysis, analyzedAt, analyzerVersion, tryOnCount, error } = row;
  return {
    id,
    livemode: row.owner.env === 'live',
    externalId,
    status,
    imageUrl,
    title,
    category: categoryOf(row),
    colors: analysis?.colors ?? [],
    pattern: analysis?.pattern ?? UNKNOWN,
    sleeveLength: analysis?.sleeveLength?.value ?? null,
    neckline: analysis?.neckline?.value ?? null,
    length: analysis?.length.value ?? null,
    photoType: analysis?.photoType.value ?? 'unknown',
    sizeChart: chartOf(row.sizeChart),
    tryOnSuitability: analysis?.suitability ?? null,
    image: analysis?.image ?? null,
    ...(isExposedInPage(asker) ? {} : { tryOnCount }),
    analyzedAt: analyzedAt?.toISOString() ?? null,
    analyzerVersion,
    error: error && errorOf(error),
  };
}

/** The fields of a failure that concern a product. */
function errorOf({ code, detail, fields = {} }: NonNullable<ProductRow['error']>) {
  const { detected, confidence, candidates } = fields;
  return { code, message: detail, detected, confidence, candidates };
}

function categoryOf({ category, categorySource, categoryConfidence }: ProductRow) {
  if (category === null) return null;
  const source = categorySource ?? 'client';
  return { value: category, source, confidence: source === 'client' ? 1 : (categoryConfidence ?? 0) };
}

function chartOf(chart: MerchantChart | null) {
  return chart === null ? STANDARD_CHART : { source: 'merchant', ...chart };
}
