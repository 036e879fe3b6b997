import { createHash } from 'node:crypto';
import type { ObjectStore } from './object-store';

/** What was erased on request, a day to a folder; see docs/backup.md. */
export const ERASURES_PREFIX = 'erasures/';

const DAY_MS = 86_400_000;
/** Longer than records are kept: then a restored database forgets by itself what was erased. */
const SPARE_DAYS = 7;
/** How many days of the list one turn looks at, back from the first that may go: workers may be away that long. */
const LOOK_BACK_DAYS = 8;
const NOTE = new TextEncoder().encode('erased\n');

/** Something that was erased: a session or a try-on of its own. */
export interface Erasure {
  readonly kind: 'session' | 'try_on';
  readonly accountId: string;
  readonly env: string;
  readonly id: string;
  /** Of its row. A session of the same name that is made later is another one. */
  readonly createdAt: Date;
}

/**
 * The list of what was erased, kept beside the pictures: it outlives the database, so that whoever restores an older copy of that can
 * erase again what had been erased since. It names nobody: a session is found on it, but cannot be read from it.
 */
export interface ErasureList {
  /** Before anything is erased: a crash in between leaves something on the list that is asked to be erased, never the reverse. */
  add(erasure: Erasure): Promise<void>;
  /** All that is on it, by {@link nameOfErasure}. */
  names(): Promise<ReadonlySet<string>>;
  /** Takes off what no restored database could still have. Returns how many. */
  forget(recordDays: number): Promise<number>;
}

export function createErasureList(
  store: Pick<ObjectStore, 'put' | 'list' | 'delete'>,
  now: () => number = Date.now,
): ErasureList {
  return {
    async add(erasure) {
      const key = `${folderOf(now())}${nameOfErasure(erasure)}`;
      await store.put(key, NOTE, { contentType: 'text/plain; charset=utf-8' });
    },
    async names() {
      const keys = await store.list(ERASURES_PREFIX);
      return new Set(keys.map((key) => key.slice(key.lastIndexOf('/') + 1)));
    },
    async forget(recordDays) {
      const lastMs = now() - (recordDays + SPARE_DAYS) * DAY_MS;
      let count = 0;
      for (let back = 0; back < LOOK_BACK_DAYS; back++) {
        const keys = await store.list(folderOf(lastMs - back * DAY_MS));
        if (keys.length > 0) await store.delete(keys);
        count += keys.length;
      }
      return count;
    },
  };
}

/** SHA-256, hex: the moment in it, known to the database alone, keeps anybody from trying names. */
export function nameOfErasure({ kind, accountId, env, id, createdAt }: Erasure): string {
  const text = [kind, accountId, env, id, createdAt.toISOString()].join('\n');
  return createHash('sha256').update(text).digest('hex');
}

/** By the day in UTC. */
const folderOf = (ms: number): string => `${ERASURES_PREFIX}${new Date(ms).toISOString().slice(0, 10)}/`;
