import { useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * Takes something away. Lists are stale from then on and are read anew where they are shown next; what is shown now is not, for the record
 * that is gone is among it.
 */
export function useRemoval<Result>(remove: () => Promise<Result>, onDone: (result: Result) => unknown) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: remove,
    async onSuccess(result) {
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me', refetchType: 'none' });
      await onDone(result);
    },
  });
}
