import { ServiceError } from '@drape/contracts';
import type { ApiRequest } from '../routes/route';

/** OpenAPI description of a product's name in a path. */
export const PRODUCT_ID = { id: { type: 'string', description: "Our id, or the shop's own (externalId)." } } as const;

/** The product's name in the path. Throws: ServiceError product_not_found for anything that cannot be a name, without a query. */
export function nameOf({ params }: Pick<ApiRequest, 'params'>): string {
  const name = params['id'] ?? '';
  if (!/^[\x21-\x7e]{1,128}$/.test(name)) throw new ServiceError('product_not_found');
  return name;
}
