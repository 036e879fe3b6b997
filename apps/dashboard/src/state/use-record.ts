import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { read, type Call } from '../api/call';
import { useMode } from './mode';

interface RecordOptions<T> {
  /** Milliseconds between looks; null: it changes no more. */
  readonly every?: (data: T | undefined) => number | null;
  readonly query?: Call['query'];
}

/** One record of the API, in the mode that the page shows. */
export function useRecord<T>(path: string, { every, query }: RecordOptions<T> = {}) {
  const mode = useMode();
  return useQuery<T>({
    queryKey: [path, mode, query ?? {}],
    queryFn: ({ signal }) => read<T>(path, { signal, ...(query === undefined ? {} : { query }) }),
    ...(every === undefined ? {} : { refetchInterval: ({ state }) => every(state.data) ?? false }),
  });
}

/** Sends something, and looks again at everything that is shown: what one operation changes is seen in several places. */
export function useSend<Input, Result>(
  send: (input: Input) => Promise<Result>,
  onDone?: (result: Result, input: Input) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    async onSuccess(result, input) {
      onDone?.(result, input);
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
    },
  });
}
