import { ServiceError } from '@drape/contracts';
import type { ApiRequest } from '../routes/route';

/** What the document says about the name of a product in a path. */
export const PRODUCT_ID = { id: { type: 'string', description: "Our id, or the shop's own (externalId)." } } as const;

/** The name of the product in the path. Throws: ServiceError product_not_found for what can be no name; it is not even looked up. */
export function nameOf({ params }: Pick<ApiRequest, 'params'>): string {
  const name = params['id'] ?? '';
  if (!/^[\x21-\x7e]{1,128}$/.test(name)) throw new ServiceError('product_not_found');
  return name;
}
