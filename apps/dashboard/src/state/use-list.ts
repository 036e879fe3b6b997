import { useInfiniteQuery } from '@tanstack/react-query';
import { call, type Query } from '../api/call';
import { useMode } from './mode';

const PAGE_SIZE = 25;

/** A list that goes on after its last entry, page by page. `name` and `query` tell one list from another. */
export function useList<T extends { readonly id: string }>(path: string, query: Query = {}) {
  const mode = useMode();
  const list = useInfiniteQuery({
    queryKey: [path, mode, query],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call<T[]>(path, { query: { ...query, limit: PAGE_SIZE, starting_after: pageParam }, signal }),
    getNextPageParam: ({ pagination }) => pagination.nextStartingAfter ?? undefined,
  });
  return { ...list, rows: list.data?.pages.flatMap(({ data }) => data) ?? [] };
}

/** A list that is counted: pages by number of entries left out. */
export function useOffsetList<T>(path: string, query: Query = {}) {
  const mode = useMode();
  const list = useInfiniteQuery({
    queryKey: [path, mode, query],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call<T[]>(path, { query: { ...query, limit: PAGE_SIZE, offset: pageParam }, signal }),
    getNextPageParam: ({ pagination: { hasMore, offset = 0, limit = PAGE_SIZE } }) =>
      hasMore === true ? offset + limit : undefined,
  });
  const pages = list.data?.pages ?? [];
  return { ...list, rows: pages.flatMap(({ data }) => data), total: pages[0]?.pagination.total ?? 0 };
}
