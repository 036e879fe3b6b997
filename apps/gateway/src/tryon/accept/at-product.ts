import { ServiceError } from '@drape/contracts';

/** The error with its fields' paths within the product of a look. */
export function atProduct(error: ServiceError, index: number): ServiceError {
  const { code, detail, param = '', details } = error;
  const prefix = `products.${index}.`;
  return new ServiceError(code, {
    detail,
    param: param.startsWith(prefix) ? param : prefix + param,
    details,
  });
}

/** Runs `work` for a product of a look; its errors then name the product's field. `isLook` false: there is only one product. */
export async function withProductPath<T>(index: number, isLook: boolean, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isLook && error instanceof ServiceError && error.param !== undefined ? atProduct(error, index) : error;
  }
}
