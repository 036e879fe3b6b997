import type { Usage } from '@drape/client';
import { useQueries } from '@tanstack/react-query';
import { read } from '../../api/call';
import { useMode } from '../../state/mode';
import { useRecord } from '../../state/use-record';
import { hourlyParts, type Days } from './ranges';

const PATH = '/v1/usage';
/** Days that are over hardly change any more: a try-on that is still open may end in the next hour. */
const PAST_STALE_MS = 600_000;

export function useUsage(groupBy: Usage['groupBy'], days: Days) {
  return useRecord<Usage>(PATH, { query: { groupBy, ...days } });
}

export interface BusiestHour {
  readonly hour: string;
  readonly requests: number;
}

/** The hour with the most requests, of those from `since` on; null: there were none. */
export function useBusiestHour(days: Days, since: string) {
  const mode = useMode();
  return useQueries({
    queries: hourlyParts(days).map((part) => {
      const query = { groupBy: 'hour', ...part };
      return {
        queryKey: [PATH, mode, query],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => read<Usage>(PATH, { query, signal }),
        ...(part.to === days.to ? {} : { staleTime: PAST_STALE_MS }),
      };
    }),
    combine(results) {
      let busiest: BusiestHour | null = null;
      for (const { group, requests } of results.flatMap(({ data }) => data?.rows ?? [])) {
        if (group === null || group < since || requests === null || requests <= (busiest?.requests ?? 0)) continue;
        busiest = { hour: group, requests };
      }
      return { busiest, isPending: results.some((result) => result.isPending) };
    },
  });
}
