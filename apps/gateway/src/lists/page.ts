import { requestError, type ErrorDetail, type Pagination } from '@drape/contracts';

export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

const LIMIT = { min: 1, max: 100, fallback: 10 } as const;
const OFFSET = { min: 0, max: 100_000, fallback: 0 } as const;
/** Bounds of `offset`. */
export const OFFSET_BOUNDS = { min: OFFSET.min, max: OFFSET.max } as const;

export const OFFSET_QUERY = {
  offset: {
    type: 'integer',
    minimum: OFFSET.min,
    maximum: OFFSET.max,
    default: OFFSET.fallback,
    description: 'Entries to leave out.',
  },
} as const;

/** OpenAPI description of an offset-paginated list's query. */
export const PAGE_QUERY = {
  limit: {
    type: 'integer',
    minimum: LIMIT.min,
    maximum: LIMIT.max,
    default: LIMIT.fallback,
    description: 'Entries of a page.',
  },
  ...OFFSET_QUERY,
} as const;

/** `limit` and `offset` of a query. Throws: ServiceError invalid_limit or invalid_offset; nothing is clamped. */
export function parsePage(query: Readonly<Record<string, unknown>>): PageRequest {
  const details: ErrorDetail[] = [];
  const read = (name: 'limit' | 'offset', { min, max, fallback }: typeof LIMIT | typeof OFFSET): number => {
    const text = query[name];
    if (text === undefined) return fallback;
    const value = typeof text === 'string' && /^\d{1,7}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    const shown = JSON.stringify(text).slice(0, 60);
    const message = `${name} must be an integer from ${min} to ${max.toLocaleString('en')}; got ${shown}.`;
    details.push({ param: name, code: 'range', message });
    return fallback;
  };
  const page = { limit: read('limit', LIMIT), offset: read('offset', OFFSET) };
  if (details.length > 0) throw requestError(details);
  return page;
}

/** The `pagination` member, and the `Link` header where there is a next page. */
export function paginate(path: string, { limit, offset }: PageRequest, total: number) {
  const hasMore = offset + limit < total;
  const pagination: Pagination = { limit, offset, total, hasMore };
  const headers: Record<string, string> = hasMore
    ? { Link: `<${path}?limit=${limit}&offset=${offset + limit}>; rel="next"` }
    : {};
  return { pagination, headers };
}
