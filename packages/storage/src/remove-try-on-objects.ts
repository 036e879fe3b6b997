import { garmentKeysOf, photoKey, resultPrefix } from './keys';
import type { ObjectStore } from './object-store';

/** Prefixes that are listed concurrently: as many as the client has connections. */
const LISTS_AT_ONCE = 40;

/**
 * Deletes everything that try-ons ever stored: photos, product pictures that came with them, and the results of all attempts, including
 * those that no row ever named. `photoKeys` are their own photos, unless shared.
 * Throws: what the store throws; some objects may be left, and a repetition deletes them.
 */
export async function removeTryOnObjects(
  store: Pick<ObjectStore, 'list' | 'delete'>,
  tryOnIds: readonly string[],
  photoKeys: readonly string[] = tryOnIds.map(photoKey),
): Promise<void> {
  const inputs = new Set([...photoKeys, ...tryOnIds.flatMap(garmentKeysOf)]);
  if (inputs.size > 0) await store.delete([...inputs]);
  for (let i = 0; i < tryOnIds.length; i += LISTS_AT_ONCE) {
    const ids = tryOnIds.slice(i, i + LISTS_AT_ONCE);
    const results = await Promise.all(ids.map((id) => store.list(resultPrefix(id))));
    const keys = results.flat();
    if (keys.length > 0) await store.delete(keys);
  }
}
