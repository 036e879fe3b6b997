import { ServiceError, type CursorPagination } from '@drape/contracts';
import type { Query, QueryReader } from './query-reader';

export interface CursorRequest {
  /** The last entry of the page before. */
  readonly startingAfter: string | null;
  readonly limit: number;
}

/** Entries of a page. */
const LIMIT = { min: 1, max: 100, fallback: 10 } as const;
/** Length of the longest id; anything longer names nothing. */
const ID_LENGTH_MAX = 128;

/** OpenAPI description of a cursor-paginated list's query. */
export const CURSOR_QUERY = {
  limit: {
    type: 'integer',
    minimum: LIMIT.min,
    maximum: LIMIT.max,
    default: LIMIT.fallback,
    description: 'Entries of a page.',
  },
  starting_after: {
    type: 'string',
    description: 'The id of the last entry of the page before: `nextStartingAfter` of its answer.',
  },
} as const;

export function readCursor(reader: QueryReader, limitMax: number = LIMIT.max): CursorRequest {
  return {
    startingAfter: reader.text('starting_after', { max: ID_LENGTH_MAX, printable: true }),
    limit: reader.integer('limit', { min: LIMIT.min, max: limitMax }) ?? LIMIT.fallback,
  };
}

/** The error for a cursor that names no entry visible to the key. */
export function unknownCursor(startingAfter: string | null): ServiceError {
  const came = JSON.stringify(startingAfter);
  const detail = `starting_after must be the id of an entry of this list; there is no ${came}. It may have been erased: begin again without it.`;
  return new ServiceError('invalid_starting_after', { detail, param: 'starting_after' });
}

export interface CursorPage {
  readonly path: string;
  /** As it was asked for; the next page keeps its filters. */
  readonly query: Query;
  readonly limit: number;
  readonly hasMore: boolean;
  readonly lastId: string | undefined;
}

/** The `pagination` member, and the `Link` header where there is a next page. */
export function paginateByCursor({ path, query, limit, hasMore, lastId = '' }: CursorPage) {
  const pagination: CursorPagination = { limit, hasMore, nextStartingAfter: hasMore ? lastId : null };
  const next = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  next.set('starting_after', lastId);
  const headers: Record<string, string> = hasMore ? { Link: `<${path}?${next.toString()}>; rel="next"` } : {};
  return { pagination, headers };
}
