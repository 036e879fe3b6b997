import { createHash } from 'node:crypto';
import { newId } from '@drape/contracts';
import type { CataloguePicture, Database } from '@drape/db';
import { productPictureKey, uploadKey, type ObjectStore } from '@drape/storage';
import { mapToUnavailable } from '../http/map-to-unavailable';
import { principalOf, type ApiRequest } from '../routes/route';
import type { SentPicture } from './sent-picture';

export interface KeepPictureDeps {
  readonly db: Pick<Database, 'products' | 'uploads'>;
  readonly store: ObjectStore;
}

/**
 * Runs `work`, which records the picture and consumes its upload, with the picture in the store; a picture that the catalogue did not take
 * is deleted. Where that fails, or the process dies, the sweep of unknown pictures does it. In test mode nothing is stored, because nobody
 * reads the picture.
 */
export async function keepPicture<T>(
  deps: KeepPictureDeps,
  request: ApiRequest,
  { picture: sent, work }: { readonly picture: SentPicture; readonly work: (picture: CataloguePicture) => Promise<T> },
): Promise<T> {
  if (sent.kind === 'url') return work({ url: sent.url });
  const { picture, uploadId } = sent;
  const { bytes, contentType } = picture;
  const key = productPictureKey(newId('pic'));
  const put = () => mapToUnavailable(deps.store.put(key, bytes, { contentType }));
  if (principalOf(request).env === 'live') await request.measure('store', put);
  try {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return await work({ key, sha256, ...(uploadId !== undefined && { uploadId }) });
  } finally {
    await dropUnneededPicture(deps, key);
    if (uploadId !== undefined) await dropIfUsedUp(deps, request, uploadId);
  }
}

/** Deletes a stored picture that neither a product nor a waiting try-on needs. Never throws: the sweep finds what is left. */
export async function dropUnneededPicture({ db, store }: KeepPictureDeps, key: string | null): Promise<void> {
  if (key === null) return;
  try {
    await store.delete(await db.products.listUnneededPictures([key]));
  } catch {
    // The store or the database is away.
  }
}

/** Does at once what the sweep of uploads would do later. */
async function dropIfUsedUp({ db, store }: KeepPictureDeps, request: ApiRequest, uploadId: string): Promise<void> {
  try {
    const row = await db.uploads.find(principalOf(request).owner, uploadId);
    if (row !== null && row.isUsed && !row.reusable) await store.delete([uploadKey(uploadId)]);
  } catch {
    // The store or the database is away.
  }
}
