import type { Database } from '@drape/db';
import type { Logger } from '@drape/runtime';
import { tryOnOfResult, type ObjectStore } from '@drape/storage';

const RESULTS = 'results/';
const BATCH = 500;

export interface OrphanResultDeps {
  readonly tryOns: Pick<Database['tryOns'], 'listUnneeded'>;
  readonly store: Pick<ObjectStore, 'delete' | 'list'>;
  readonly log: Pick<Logger, 'info'>;
}

/**
 * A round that removes results that no row needs: an erasure broke off after the row was gone, or a worker died between storing
 * a picture and learning that its row had ended otherwise. A result goes when two rounds in a row found nobody who needs it.
 * Cost: lists every stored result.
 */
export function createOrphanResultRound({ tryOns, store, log }: OrphanResultDeps): () => Promise<void> {
  let suspects: ReadonlySet<string> = new Set();
  return async () => {
    const results = (await store.list(RESULTS)).flatMap((key) => {
      const tryOnId = tryOnOfResult(key);
      return tryOnId === null ? [] : [{ tryOnId, key }];
    });
    const unneeded: string[] = [];
    for (let i = 0; i < results.length; i += BATCH) {
      unneeded.push(...(await tryOns.listUnneeded(results.slice(i, i + BATCH))).map(({ key }) => key));
    }
    const orphans = unneeded.filter((key) => suspects.has(key));
    suspects = new Set(unneeded);
    if (orphans.length === 0) return;
    await store.delete(orphans);
    log.info({ results: orphans.length }, 'removed results that no try-on needs');
  };
}
