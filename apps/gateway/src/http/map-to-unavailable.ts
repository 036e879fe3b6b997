import { ServiceError } from '@drape/contracts';

/** What a call to the object store or the queue gives. Throws: ServiceError service_unavailable for whatever it throws. */
export async function mapToUnavailable<T>(call: Promise<T>, detail?: string): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    throw new ServiceError('service_unavailable', { retryAfterSec: 2, cause, ...(detail !== undefined && { detail }) });
  }
}
