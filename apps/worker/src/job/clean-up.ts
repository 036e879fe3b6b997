import type { CleanupTryOn, Database } from '@drape/db';
import type { Logger } from '@drape/runtime';
import { garmentKey, garmentKeysOf, resultPrefix, type ObjectStore } from '@drape/storage';

export interface CleanUpDeps {
  readonly tryOns: Pick<Database['tryOns'], 'finishCleanup' | 'isBatchOpen'>;
  readonly store: Pick<ObjectStore, 'delete' | 'list'>;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Deletes the objects that an ended try-on no longer needs: the photo, unless an unfinished try-on of its batch needs it; the product
 * picture that came with it; and every result but the one that counts (after its retention that one, too: then `keepKey` is null). Never
 * throws: the reaper retries until it has worked.
 */
export async function cleanUp({ tryOns, store, log }: CleanUpDeps, ended: CleanupTryOn): Promise<void> {
  const { id, owner, photoKey, productImageKey, isLook, batchId, keepKey } = ended;
  try {
    const results = await store.list(resultPrefix(id));
    // The last try-on of a batch sees no other open one: rows end before their objects are deleted.
    const isPhotoNeeded = batchId !== null && (await tryOns.isBatchOpen(owner, batchId, id));
    // Any other key belongs to the catalogue.
    const garments = productImageKey === garmentKey(id) ? [productImageKey] : [];
    const inputs = [...(isPhotoNeeded ? [] : [photoKey]), ...(isLook ? garmentKeysOf(id) : garments)];
    const unneeded = [...inputs, ...results.filter((key) => key !== keepKey)];
    if (unneeded.length > 0) await store.delete(unneeded);
    await tryOns.finishCleanup(id, { keptResult: keepKey !== null, keptPhoto: isPhotoNeeded });
  } catch (err) {
    log.warn({ err, tryOnId: id }, 'objects of a try-on could not be removed yet');
  }
}
