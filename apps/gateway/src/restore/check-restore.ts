import type { Database, RestoredRecord } from '@drape/db';
import {
  CHECKS_PREFIX,
  createErasureList,
  GARMENTS_PREFIX,
  nameOfErasure,
  photoKey,
  PRODUCT_PICTURES_PREFIX,
  removeTryOnObjects,
  tryOnOfGarment,
  tryOnOfResult,
  uploadKey,
  UPLOADS_PREFIX,
  type Erasure,
  type ObjectStore,
} from '@drape/storage';

export interface CheckRestoreDeps {
  readonly db: Pick<Database, 'restored' | 'sessions' | 'tryOns' | 'uploads' | 'products'>;
  readonly store: ObjectStore;
}

/** Mismatches after a restore; after a repair, what was repaired. */
export interface RestoreFindings {
  /** Erased after the backup was made, and now back again. */
  readonly erasedSessions: number;
  readonly erasedTryOns: number;
  /** Objects that no row needs, and photos of what has ended. */
  readonly unneededObjects: number;
  /** Rows that promise a picture which is not stored. */
  readonly missingResults: number;
}

const RESULTS = 'results/';
const BATCH = 500;

/**
 * Compares a restored database with the object store and with the list of erasures; with `mend`, what had been erased is erased again,
 * unneeded objects are deleted, and missing results count as no longer kept. Idempotent: a second run finds nothing. Run it while neither
 * gateways nor workers do: an object of a try-on being accepted looks like one without a row.
 */
export async function checkRestore(deps: CheckRestoreDeps, { mend }: { mend: boolean }): Promise<RestoreFindings> {
  const erased = await checkErased(deps, mend);
  const unneededObjects = await checkObjects(deps, mend);
  const missingResults = await checkResults(deps, mend);
  return { ...erased, unneededObjects, missingResults };
}

async function checkErased({ db, store }: CheckRestoreDeps, mend: boolean) {
  const names = await createErasureList(store).names();
  const counts = { erasedSessions: 0, erasedTryOns: 0 };
  if (names.size === 0) return counts;
  const isErased = (kind: Erasure['kind'], { owner, id, createdAt }: RestoredRecord): boolean =>
    names.has(nameOfErasure({ kind, ...owner, id, createdAt }));
  for await (const page of db.restored.sessions()) {
    for (const { owner, id } of page.filter((record) => isErased('session', record))) {
      counts.erasedSessions += 1;
      if (!mend) continue;
      const [stored, uploads] = await Promise.all([
        db.sessions.withdraw(owner, id),
        db.uploads.listOfSession(owner, id),
      ]);
      const keys = [...stored.map((tryOn) => tryOn.photoKey), ...uploads.map(uploadKey)];
      const ids = stored.map((tryOn) => tryOn.id);
      await removeTryOnObjects(store, ids, keys);
      await db.sessions.erase(owner, id);
    }
  }
  for await (const page of db.restored.tryOns()) {
    for (const { owner, id } of page.filter((record) => isErased('try_on', record))) {
      counts.erasedTryOns += 1;
      if (!mend) continue;
      await db.tryOns.withdraw(owner, id);
      // A photo shared by a batch is found by the pass over all objects.
      await removeTryOnObjects(store, [id]);
      await db.tryOns.erase(owner, id);
    }
  }
  return counts;
}

/** Photos and product pictures that came with try-ons are judged by what has ended, all other objects by the rows that name them. */
async function checkObjects({ db, store }: CheckRestoreDeps, mend: boolean): Promise<number> {
  const kinds: readonly Kind[] = [
    byId(photoKey(''), (ids) => db.restored.listEnded(ids)),
    { prefix: GARMENTS_PREFIX, findUnneeded: (keys) => findEndedGarments(db, keys) },
    byId(UPLOADS_PREFIX, (ids) => db.uploads.listUnknown(ids)),
    { prefix: CHECKS_PREFIX, findUnneeded: async (keys) => keys },
    { prefix: PRODUCT_PICTURES_PREFIX, findUnneeded: (keys) => db.products.listUnneededPictures(keys) },
    { prefix: RESULTS, findUnneeded: (keys) => findUnneededResults(db, keys) },
  ];
  let count = 0;
  for (const kind of kinds) count += await checkKind(store, kind, mend);
  return count;
}

interface Kind {
  readonly prefix: string;
  /** The unneeded ones among some keys. */
  readonly findUnneeded: (keys: readonly string[]) => Promise<readonly string[]>;
}

/** Pictures of products whose try-on has ended. */
async function findEndedGarments(db: CheckRestoreDeps['db'], keys: readonly string[]): Promise<string[]> {
  const ended = new Set(await db.restored.listEnded([...new Set(keys.map(tryOnOfGarment))]));
  return keys.filter((key) => ended.has(tryOnOfGarment(key)));
}

function byId(prefix: string, find: (ids: readonly string[]) => Promise<readonly string[]>): Kind {
  return {
    prefix,
    async findUnneeded(keys) {
      const ids = await find(keys.map((key) => key.slice(prefix.length)));
      return ids.map((id) => `${prefix}${id}`);
    },
  };
}

async function findUnneededResults(db: CheckRestoreDeps['db'], keys: readonly string[]): Promise<string[]> {
  const results = keys.flatMap((key) => {
    const tryOnId = tryOnOfResult(key);
    return tryOnId === null ? [] : [{ tryOnId, key }];
  });
  return (await db.tryOns.listUnneeded(results)).map(({ key }) => key);
}

async function checkKind(store: ObjectStore, { prefix, findUnneeded }: Kind, mend: boolean): Promise<number> {
  const keys = await store.list(prefix);
  let count = 0;
  for (let i = 0; i < keys.length; i += BATCH) {
    const unneeded = await findUnneeded(keys.slice(i, i + BATCH));
    count += unneeded.length;
    if (mend && unneeded.length > 0) await store.delete(unneeded);
  }
  return count;
}

async function checkResults({ db, store }: CheckRestoreDeps, mend: boolean): Promise<number> {
  const stored = new Set(await store.list(RESULTS));
  let count = 0;
  for await (const page of db.restored.results()) {
    const missing = page.filter(({ key }) => !stored.has(key)).map(({ tryOnId }) => tryOnId);
    count += missing.length;
    if (mend && missing.length > 0) await db.restored.dropResults(missing);
  }
  return count;
}
