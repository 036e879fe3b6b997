import { signalOf } from './options.js';
import type { CallOptions, Query, Transport } from './transport.js';
import type { CursorPagination, Pagination } from './types.js';

export interface Page<T, P> {
  readonly data: readonly T[];
  readonly pagination: P;
}

/** A list over all its pages: `for await` gives one entry after the other, `pages()` a page at a time, `page()` the first page. */
export interface List<T, P> extends AsyncIterable<T> {
  readonly page: () => Promise<Page<T, P>>;
  readonly pages: () => AsyncGenerator<Page<T, P>, void, void>;
}

export interface OffsetOptions extends CallOptions {
  /** Entries per page, 1–100; default 10 for `page`, 100 when iterating. */
  readonly limit?: number;
  readonly offset?: number;
}

export interface CursorOptions extends CallOptions {
  /** Entries per page, 1–100; default 10 for `page`, 100 when iterating. */
  readonly limit?: number;
  /** Id of the entry after which the page begins. */
  readonly startingAfter?: string;
}

/** From `gte` on, before `lt`. */
export interface CreatedRange {
  readonly gte?: Date;
  readonly lt?: Date;
}

export const createdQuery = (created: CreatedRange | undefined): Query => ({
  'created[gte]': created?.gte?.toISOString(),
  'created[lt]': created?.lt?.toISOString(),
});

export type OffsetList<T> = List<T, Pagination>;
export type CursorList<T> = List<T, CursorPagination>;

/** Entries per page when iterating: the most that the service gives. */
const PAGE = 100;

/** A list whose pages are counted from its start. An entry that moves to the front meanwhile is given once all the same. */
export function listByOffset<T extends { readonly id: string }>(
  transport: Transport,
  path: string,
  options: OffsetOptions,
): OffsetList<T> {
  const page = async ({ limit, offset }: OffsetOptions): Promise<Page<T, Pagination>> => {
    const { data, pagination } = await transport.send<T[]>({
      method: 'GET',
      path,
      query: { limit, offset },
      ...signalOf(options),
    });
    return { data, pagination: pagination ?? { limit: data.length, offset: 0, total: data.length, hasMore: false } };
  };
  async function* pages() {
    const { limit = PAGE } = options;
    for (let offset = options.offset ?? 0; ; offset += limit) {
      const one = await page({ limit, offset });
      yield one;
      if (!one.pagination.hasMore) return;
    }
  }
  return { page: () => page(options), pages, [Symbol.asyncIterator]: () => each(pages(), idOf) };
}

const idOf = ({ id }: { readonly id: string }): string => id;

/** A list whose pages begin after an entry: nothing is skipped or repeated while it grows. */
export function listByCursor<T extends { readonly id: string }>(
  transport: Transport,
  path: string,
  options: CursorOptions,
  filters: Query = {},
): CursorList<T> {
  return walkByCursor<T>(transport, path, options, filters, idOf);
}

/** The same of entries that have another name than an id. */
export function walkByCursor<T>(
  transport: Transport,
  path: string,
  options: CursorOptions,
  filters: Query,
  nameOf: (entry: T) => string,
): CursorList<T> {
  const page = async ({ limit, startingAfter }: CursorOptions): Promise<Page<T, CursorPagination>> => {
    const { data, pagination } = await transport.send<T[], CursorPagination>({
      method: 'GET',
      path,
      query: { ...filters, limit, starting_after: startingAfter },
      ...signalOf(options),
    });
    return { data, pagination: pagination ?? { limit: data.length, hasMore: false, nextStartingAfter: null } };
  };
  async function* pages() {
    const { limit = PAGE } = options;
    for (let after = options.startingAfter; ;) {
      const one = await page({ limit, ...(after === undefined ? {} : { startingAfter: after }) });
      yield one;
      if (one.pagination.nextStartingAfter === null) return;
      after = one.pagination.nextStartingAfter;
    }
  }
  return { page: () => page(options), pages, [Symbol.asyncIterator]: () => each(pages(), nameOf) };
}

async function* each<T, P>(
  pages: AsyncIterable<Page<T, P>>,
  nameOf: (entry: T) => string,
): AsyncGenerator<T, void, void> {
  const seen = new Set<string>();
  for await (const { data } of pages) {
    for (const entry of data) {
      const name = nameOf(entry);
      if (!seen.has(name)) yield entry;
      seen.add(name);
    }
  }
}
