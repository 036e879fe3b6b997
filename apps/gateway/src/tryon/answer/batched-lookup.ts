/** Answers whether ids are in a remote set; questions within a short time share one query. */
export interface BatchedLookup {
  /** Throws: whatever `ask` throws. */
  has(id: string): Promise<boolean>;
}

export interface BatchedLookupOptions {
  /** How long the first question waits for others. */
  readonly gatherMs: number;
  /** The ids of those given that are in the set. */
  readonly ask: (ids: readonly string[]) => Promise<readonly string[]>;
}

/**
 * Each waiting request polls four times per second. Reading one row through the database client costs the event loop as much as the ids of
 * the whole crowd, so a hundred waiting requests would leave no time for new ones.
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
