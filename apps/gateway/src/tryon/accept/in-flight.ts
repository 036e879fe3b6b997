import { ServiceError } from '@drape/contracts';
import type { Database } from '@drape/db';
import type { Principal } from '../../http/context';

/** How many try-ons the account may have unfinished, and how many more it may begin now. */
export function concurrencyHeaders(limit: number, inFlight: number): Record<string, string> {
  return {
    'X-Concurrency-Limit': String(limit),
    'X-Concurrency-Remaining': String(Math.max(0, limit - inFlight)),
  };
}

/** A render takes well below a second: what is refused now may be sent again soon. */
const RETRY_AFTER_SEC = 1;

export function tooManyInFlight(limit: number, inFlight: number): ServiceError {
  const detail = `The account has ${inFlight} unfinished try-ons, and its plan allows ${limit}; wait for one of them to end.`;
  return new ServiceError('too_many_in_flight', {
    detail,
    retryAfterSec: RETRY_AFTER_SEC,
    headers: concurrencyHeaders(limit, inFlight),
  });
}

/** The error of an account that sends more at once than can be put on record one after the other. */
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
 * Refuses an account at its cap before anything is done for the request, so that one that keeps on sending costs others little. It
 * is only a look: what is put on record is counted again.
 */
export async function rejectIfBusy(
  tryOns: Pick<Database['tryOns'], 'countBusy'>,
  { owner, inFlightMax }: Pick<Principal, 'owner' | 'inFlightMax'>,
): Promise<void> {
  const busy = await tryOns.countBusy(owner);
  if (busy >= inFlightMax) throw tooManyInFlight(inFlightMax, busy);
}
