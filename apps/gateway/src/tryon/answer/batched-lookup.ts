/** Whether something is in a set that has to be asked for; all who ask within a moment are answered by one question. */
export interface BatchedLookup {
  /** Throws what the question throws. */
  has(id: string): Promise<boolean>;
}

export interface BatchedLookupOptions {
  /** How long the first who asks waits for others. */
  readonly gatherMs: number;
  /** Those of the ids that are in the set. */
  readonly ask: (ids: readonly string[]) => Promise<readonly string[]>;
}

/**
 * A crowd that waits looks four times a second each. One row read by the client of the database costs the event loop as much as the
 * ids of the whole crowd, so a hundred who wait would leave no time for those who come.
 */
export function createBatchedLookup({ gatherMs, ask }: BatchedLookupOptions): BatchedLookup {
  let next: { readonly ids: Set<string>; readonly found: Promise<ReadonlySet<string>> } | null = null;

  function gather() {
    const ids = new Set<string>();
    const found = new Promise<void>((resolve) => void setTimeout(resolve, gatherMs)).then(async () => {
      next = null;
      return new Set(await ask([...ids]));
    });
    return { ids, found };
  }

  return {
    async has(id) {
      next ??= gather();
      next.ids.add(id);
      return (await next.found).has(id);
    },
  };
}
