import type { CleanupTryOn, Database } from '@drape/db';
import type { Logger } from '@drape/runtime';
import { resultPrefix, type ObjectStore } from '@drape/storage';

export interface CleanUpDeps {
  readonly tryOns: Pick<Database['tryOns'], 'finishCleanup'>;
  readonly store: Pick<ObjectStore, 'delete' | 'list'>;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Removes the objects that an ended try-on no longer needs: the photo, and every picture but the one that counts (past its
 * retention that one too: then there is nothing to keep). Never throws: the reaper comes back until it has worked.
 */
export async function cleanUp({ tryOns, store, log }: CleanUpDeps, ended: CleanupTryOn): Promise<void> {
  const { id, photoKey, keepKey } = ended;
  try {
    const results = await store.list(resultPrefix(id));
    await store.delete([photoKey, ...results.filter((key) => key !== keepKey)]);
    await tryOns.finishCleanup(id, keepKey !== null);
  } catch (err) {
    log.warn({ err, tryOnId: id }, 'objects of a try-on could not be removed yet');
  }
}
