import { ServiceError } from '@drape/contracts';
import type { Database } from '@drape/db';
import type { Principal } from '../../http/context';

/** Headers: how many unfinished try-ons the account may have, and how many more it may start now. */
export function concurrencyHeaders(limit: number, inFlight: number): Record<string, string> {
  return {
    'X-Concurrency-Limit': String(limit),
    'X-Concurrency-Remaining': String(Math.max(0, limit - inFlight)),
  };
}

/** A render takes well below a second: a rejected request may be repeated soon. */
const RETRY_AFTER_SEC = 1;

export function tooManyInFlight(limit: number, inFlight: number): ServiceError {
  const detail = `The account has ${inFlight} unfinished try-ons, and its plan allows ${limit}; wait for one of them to end.`;
  return new ServiceError('too_many_in_flight', {
    detail,
    retryAfterSec: RETRY_AFTER_SEC,
    headers: concurrencyHeaders(limit, inFlight),
  });
}

/** The error for an account that sends more at once than can be inserted one after the other. */
export function tooManyAtOnce(limit: number): ServiceError {
  const detail =
    'The account sends more try-ons at once than can be counted against its plan; send them one after the other.';
  return new ServiceError('too_many_in_flight', {
    detail,
    retryAfterSec: RETRY_AFTER_SEC,
    headers: concurrencyHeaders(limit, limit),
  });
}

/**
 * Rejects an account at its cap before any work is done for the request, so that one that keeps sending costs others little. Only a first
 * check: the insert counts again.
 */
export async function rejectIfBusy(
  tryOns: Pick<Database['tryOns'], 'countBusy'>,
  { owner, inFlightMax }: Pick<Principal, 'owner' | 'inFlightMax'>,
): Promise<void> {
  const busy = await tryOns.countBusy(owner);
  if (busy >= inFlightMax) throw tooManyInFlight(inFlightMax, busy);
}
