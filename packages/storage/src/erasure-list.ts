import { createHash } from 'node:crypto';
import type { ObjectStore } from './object-store';

/** Erasures on request, one folder per day; see docs/backup.md. */
export const ERASURES_PREFIX = 'erasures/';

const DAY_MS = 86_400_000;
/** Margin beyond the retention of records: afterwards a restored database deletes by itself what was erased. */
const SPARE_DAYS = 7;
/** How many days back one run checks for entries to delete: workers may be away this long. */
const LOOK_BACK_DAYS = 8;
const NOTE = new TextEncoder().encode('erased\n');

/** An erased session, or a try-on erased on its own. */
export interface Erasure {
  readonly kind: 'session' | 'try_on';
  readonly accountId: string;
  readonly env: string;
  readonly id: string;
  /** Creation time of its row. A later session of the same name is a different one. */
  readonly createdAt: Date;
}

/**
 * The list of erasures, kept next to the pictures: it outlives the database, so that after restoring an older backup everything erased
 * since can be erased again. It contains no names: a session can be looked up in it, but not read from it.
 */
export interface ErasureList {
  /** To be called before anything is erased: after a crash the list may contain more than was erased, never less. */
  add(erasure: Erasure): Promise<void>;
  /** All entries, by {@link nameOfErasure}. */
  names(): Promise<ReadonlySet<string>>;
  /** Deletes entries that no restored database could still contain. Returns their number. */
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

/** SHA-256, hex: the creation time in it, known to the database alone, prevents guessing names. */
export function nameOfErasure({ kind, accountId, env, id, createdAt }: Erasure): string {
  const text = [kind, accountId, env, id, createdAt.toISOString()].join('\n');
  return createHash('sha256').update(text).digest('hex');
}

/** By the day in UTC. */
const folderOf = (ms: number): string => `${ERASURES_PREFIX}${new Date(ms).toISOString().slice(0, 10)}/`;
