import { ServiceError } from '@drape/contracts';
import type { PicturePlace } from '@drape/db';
import type { ObjectStore } from '@drape/storage';
import { StorageFailed } from '../job/attempt-verdict';
import type { ProductImages } from './product-images';

export interface ReadProductPictureDeps {
  readonly productImages: ProductImages;
  readonly store: Pick<ObjectStore, 'get'>;
}

const PICTURE_GONE =
  'The product image is no longer stored: its product was deleted or got another one meanwhile. Send the request again.';

/**
 * A product's picture, from the store or from the shop's server.
 * Throws: what {@link ProductImages.fetch} throws; StorageFailed; ServiceError product_image_not_found where it is no longer stored.
 */
export async function readProductPicture(
  { productImages, store }: ReadProductPictureDeps,
  accountId: string,
  { imageUrl, imageKey }: PicturePlace,
): Promise<Uint8Array> {
  if (imageUrl !== null) return productImages.fetch(accountId, imageUrl);
  const object = await store.get(imageKey ?? '').catch((error: unknown) => {
    throw new StorageFailed('The product image could not be read.', { cause: error });
  });
  if (object === null) throw new ServiceError('product_image_not_found', { detail: PICTURE_GONE });
  return object;
}
