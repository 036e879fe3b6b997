import { ServiceError } from '@drape/contracts';
import type { ProductObstacle } from '@drape/db';
import type { SentPicture } from './sent-picture';

const TAKEN = {
  external_id_taken: { code: 'external_id_taken', what: 'this externalId' },
  image_taken: { code: 'product_image_taken', what: 'this picture' },
} as const;

/** Says which product has what another one was to get. */
export function takenError({ kind, productId }: ProductObstacle, picture: SentPicture | null): ServiceError {
  const { code, what } = TAKEN[kind];
  const ofPicture = picture?.kind === 'bytes' ? 'image' : 'imageUrl';
  const param = kind === 'image_taken' ? ofPicture : 'externalId';
  const detail = `The product ${productId} has ${what}. Change or delete that one first.`;
  return new ServiceError(code, { detail, param, fields: { productId } });
}
