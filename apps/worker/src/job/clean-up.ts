import type { CleanupTryOn, Database } from '@drape/db';
import type { Logger } from '@drape/runtime';
import { garmentKey, garmentKeysOf, resultPrefix, type ObjectStore } from '@drape/storage';

export interface CleanUpDeps {
  readonly tryOns: Pick<Database['tryOns'], 'finishCleanup' | 'isBatchOpen'>;
  readonly store: Pick<ObjectStore, 'delete' | 'list'>;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Removes the objects that an ended try-on no longer needs: the photo, unless an unfinished try-on of its batch needs it, the product's picture that came with it, and every
 * picture but the one that counts (past its retention that one too: then there is nothing to keep). Never throws: the reaper comes back until it has worked.
 */
export async function cleanUp({ tryOns, store, log }: CleanUpDeps, ended: CleanupTryOn): Promise<void> {
  const { id, owner, photoKey, productImageKey, isLook, batchId, keepKey } = ended;
  try {
    const results = await store.list(resultPrefix(id));
    // Whoever ends last sees no other: a row ends before its objects are tidied up.
    const isPhotoNeeded = batchId !== null && (await tryOns.isBatchOpen(owner, batchId, id));
    // Another key is the catalogue's.
    const garments = productImageKey === garmentKey(id) ? [productImageKey] : [];
    const inputs = [...(isPhotoNeeded ? [] : [photoKey]), ...(isLook ? garmentKeysOf(id) : garments)];
    const unneeded = [...inputs, ...results.filter((key) => key !== keepKey)];
    if (unneeded.length > 0) await store.delete(unneeded);
    await tryOns.finishCleanup(id, { keptResult: keepKey !== null, keptPhoto: isPhotoNeeded });
  } catch (err) {
    log.warn({ err, tryOnId: id }, 'objects of a try-on could not be removed yet');
  }
}
