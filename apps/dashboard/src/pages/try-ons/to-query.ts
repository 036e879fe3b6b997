import type { Query } from '../../api/call';

export const FILTERS = [
  'status',
  'category',
  'quality',
  'errorCode',
  'sessionId',
  'productId',
  'batchId',
  'metadata',
  'from',
  'until',
] as const;
export type FilterName = (typeof FILTERS)[number];
export type Filters = Readonly<Partial<Record<FilterName, string>>>;

/** The filters as the API wants them: days of the reader's clock become instants, a note becomes `metadata[key]`. */
export function toQuery({ from = '', until = '', metadata = '', ...others }: Filters): Query {
  const [, key, value] = /^([^=]{1,40})=(.*)$/.exec(metadata) ?? [];
  return {
    ...others,
    'created[gte]': beginOf(from, 0),
    // The last day is included.
    'created[lt]': beginOf(until, 1),
    ...(key === undefined ? {} : { [`metadata[${key}]`]: value }),
  };
}

function beginOf(day: string, daysLater: number): string | undefined {
  const date = new Date(`${day}T00:00`);
  if (Number.isNaN(date.getTime())) return undefined;
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}
