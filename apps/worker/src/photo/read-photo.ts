import { photoAddressOf } from '@drape/contracts';
import { fetchUserPhoto } from '@drape/media';
import type { ObjectStore } from '@drape/storage';

export interface ReadPhotoDeps {
  readonly store: Pick<ObjectStore, 'get'>;
  readonly fetchAllow: readonly string[];
}

/**
 * The photo that the client sent, or the one at the URL that it sent: that is fetched for each attempt and never stored. null where the
 * object is gone. Throws: ServiceError user_photo_…; where the store is away.
 */
export async function readPhoto({ store, fetchAllow }: ReadPhotoDeps, key: string): Promise<Uint8Array | null> {
  const object = await store.get(key);
  const url = object && photoAddressOf(object);
  if (url === null) return object;
  return (await fetchUserPhoto(url, { allow: fetchAllow })).bytes;
}
