import { ServiceError } from '@drape/contracts';

const TAKEN = {
  external_id_taken: { code: 'external_id_taken', param: 'externalId', what: 'this externalId' },
  image_taken: { code: 'product_image_taken', param: 'imageUrl', what: 'this picture' },
} as const;

/** Says which product has what another one was to get. */
export function takenError(kind: keyof typeof TAKEN, productId: string): ServiceError {
  const { code, param, what } = TAKEN[kind];
  const detail = `The product ${productId} has ${what}. Change or delete that one first.`;
  return new ServiceError(code, { detail, param, fields: { productId } });
}
