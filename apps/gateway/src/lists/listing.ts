import type { CursorPagination } from '@drape/contracts';
import { paginateByCursor, readCursor, unknownCursor, type CursorRequest } from './cursor';
import { readQuery, type Query, type QueryReader } from './query-reader';

/** The parsed query of a cursor-paginated list. */
export interface ListingInput<F> extends CursorRequest {
  readonly filter: F;
}

/** Throws: ServiceError that names every parameter at fault. */
export function parseListing<F>(
  query: Query,
  readFilter: (reader: QueryReader) => F,
  limitMax?: number,
): ListingInput<F> {
  const reader = readQuery(query);
  const cursor = readCursor(reader, limitMax);
  const filter = readFilter(reader);
  reader.finish();
  return { ...cursor, filter };
}

const INSTANT = { type: 'string', format: 'date-time' } as const;

/** OpenAPI description of a range of creation times. */
export const CREATED_QUERY = {
  created: {
    type: 'object',
    additionalProperties: false,
    properties: { gte: INSTANT, lt: INSTANT },
    description: '`created[gte]` and `created[lt]`: ISO 8601 date-times with their zone, between which it was made.',
  },
} as const;

export const readCreated = (reader: QueryReader) => ({
  createdFrom: reader.instant('created[gte]'),
  createdBefore: reader.instant('created[lt]'),
});

export interface Listed<R> {
  readonly rows: readonly R[];
  readonly pagination: CursorPagination;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Asked extends CursorRequest {
  readonly path: string;
  readonly query: Query;
}

/** The rows of a page and its pagination. Throws: ServiceError where the cursor's entry does not exist. */
export function listed<R extends { readonly id: string }>(
  page: { readonly rows: readonly R[]; readonly hasMore: boolean } | null,
  { path, query, startingAfter, limit }: Asked,
): Listed<R> {
  if (page === null) throw unknownCursor(startingAfter);
  const { rows, hasMore } = page;
  return { rows, ...paginateByCursor({ path, query, limit, hasMore, lastId: rows.at(-1)?.id }) };
}
