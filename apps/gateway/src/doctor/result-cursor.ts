import { RESULTS_PREFIX, tryOnOfResult, type ObjectStore } from '@drape/storage';

/** Walks the stored results page by page, in the order of their try-ons, alongside the rows. */
export interface ResultCursor {
  /** The results not yet taken of all try-ons up to this id, by try-on; null takes all that remain. */
  takeUntil(id: string | null): Promise<ReadonlyMap<string, readonly string[]>>;
}

export function createResultCursor(store: Pick<ObjectStore, 'listPages'>): ResultCursor {
  const pages = store.listPages(RESULTS_PREFIX)[Symbol.asyncIterator]();
  let held: readonly string[] = [];
  let isOver = false;

  async function fill(): Promise<void> {
    const page = await pages.next();
    if (page.done === true) isOver = true;
    else held = page.value;
  }

  return {
    async takeUntil(id) {
      const taken = new Map<string, string[]>();
      while (!isOver) {
        if (held.length === 0) {
          await fill();
          continue;
        }
        const past = held.findIndex((key) => id !== null && nameOf(key) > id);
        const some = past === -1 ? held : held.slice(0, past);
        for (const key of some) taken.set(nameOf(key), [...(taken.get(nameOf(key)) ?? []), key]);
        held = held.slice(some.length);
        if (past !== -1) break;
      }
      return taken;
    },
  };
}

/** A foreign key stands for itself; no row will claim it. */
function nameOf(key: string): string {
  return tryOnOfResult(key) ?? key.slice(RESULTS_PREFIX.length);
}
