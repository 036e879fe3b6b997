import { ServiceError } from '@drape/contracts';

/** The result of a call to the object store or the queue. Throws: ServiceError service_unavailable in place of any error. */
export async function mapToUnavailable<T>(call: Promise<T>, detail?: string): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    throw new ServiceError('service_unavailable', { retryAfterSec: 2, cause, ...(detail !== undefined && { detail }) });
  }
}
