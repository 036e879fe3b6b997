import type { TryOn } from '@drape/client';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/call';
import { useLanguage } from '../../state/language';
import { useMode } from '../../state/mode';

const POLL_MS = 1000;

export const isEnded = ({ status }: Pick<TryOn, 'status'>): boolean => status !== 'queued' && status !== 'processing';

export const tryOnPath = (id: string): string => `/v1/tryon/${encodeURIComponent(id)}`;

/** A try-on, asked for every second until it has ended; its advice in the language of the page. */
export function useTryOn(id: string) {
  const mode = useMode();
  const { language } = useLanguage();
  const path = tryOnPath(id);
  return useQuery({
    queryKey: [path, mode, language],
    queryFn: ({ signal }) => read<TryOn>(path, { signal, headers: { 'Accept-Language': language } }),
    refetchInterval: ({ state: { data } }) => (data === undefined || isEnded(data) ? false : POLL_MS),
  });
}
