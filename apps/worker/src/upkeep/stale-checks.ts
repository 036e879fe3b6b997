import { timeOfId } from '@drape/contracts';
import type { Logger } from '@drape/runtime';
import { checkOfKey, CHECKS_PREFIX, type ObjectStore } from '@drape/storage';

/** No gateway waits for a check longer than 60 s. */
const AGE_MS_MAX = 5 * 60_000;

export interface StaleChecksDeps {
  readonly store: Pick<ObjectStore, 'delete' | 'list'>;
  readonly log: Pick<Logger, 'info'>;
}

/** A round that deletes what a dead gateway or worker has left of a photo check. Ids contain their time. */
export function createStaleChecksRound({ store, log }: StaleChecksDeps): () => Promise<void> {
  return async () => {
    const keys = await store.list(CHECKS_PREFIX);
    const stale = keys.filter((key) => Date.now() - (timeOfId('chk', checkOfKey(key) ?? '') ?? 0) > AGE_MS_MAX);
    if (stale.length === 0) return;
    await store.delete(stale);
    log.info({ objects: stale.length }, 'removed what was left of photo checks');
  };
}
