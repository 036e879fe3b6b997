import { ServiceError } from '@drape/contracts';
import type { ProductObstacle } from '@drape/db';
import type { SentPicture } from './sent-picture';

const TAKEN = {
  external_id_taken: { code: 'external_id_taken', what: 'this externalId' },
  image_taken: { code: 'product_image_taken', what: 'this picture' },
} as const;

/** The error that names the product which already has the external id or picture. */
export function takenError({ kind, productId }: ProductObstacle, picture: SentPicture | null): ServiceError {
  const { code, what } = TAKEN[kind];
  const ofPicture = picture?.kind === 'bytes' ? 'image' : 'imageUrl';
  const param = kind === 'image_taken' ? ofPicture : 'externalId';
  const detail = `The product ${productId} has ${what}. Change or delete that one first.`;
  return new ServiceError(code, { detail, param, fields: { productId } });
}
