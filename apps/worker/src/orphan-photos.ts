import type { Database } from '@drape/db';
import type { Logger } from '@drape/runtime';
import { photoKey, type ObjectStore } from '@drape/storage';

const BATCH = 500;

export interface OrphanDeps {
  readonly tryOns: Pick<Database['tryOns'], 'listUnknown'>;
  readonly store: Pick<ObjectStore, 'delete' | 'list'>;
  readonly log: Pick<Logger, 'info'>;
}

/**
 * A round that removes photos without a row: a gateway died between storing the photo and inserting the row. Photos live for
 * seconds, so that listing them all is cheap. A photo goes when two rounds in a row found no row for it: then it does not belong to
 * a try-on that is just being accepted.
 */
export function createOrphanRound({ tryOns, store, log }: OrphanDeps): () => Promise<void> {
  let suspects: ReadonlySet<string> = new Set();
  return async () => {
    const prefix = photoKey('');
    const ids = (await store.list(prefix)).map((key) => key.slice(prefix.length));
    const unknown: string[] = [];
    for (let i = 0; i < ids.length; i += BATCH) unknown.push(...(await tryOns.listUnknown(ids.slice(i, i + BATCH))));
    const orphans = unknown.filter((id) => suspects.has(id));
    suspects = new Set(unknown);
    if (orphans.length === 0) return;
    await store.delete(orphans.map(photoKey));
    log.info({ photos: orphans.length }, 'removed photos that no try-on knows');
  };
}
