import type { Database } from '@drape/db';
import type { Logger } from '@drape/runtime';

/** Shorter than the queue's lock, so that the next worker with a dead worker's job can claim its row at once. */
export const LEASE_MS = 10_000;
const RENEW_MS = 3_000;

export interface Lease {
  /** False once the database reports that another attempt holds the row, or that it has ended. */
  readonly isHeld: boolean;
  /** Aborts at that moment. */
  readonly lost: AbortSignal;
  stop(): void;
}

/** Renews a claimed row's lease while the work goes on. */
export function keepLease(
  tryOns: Database['tryOns'],
  claim: { id: string; attempt: number },
  log: Pick<Logger, 'warn'>,
): Lease {
  let isHeld = true;
  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    try {
      isHeld = await tryOns.renewLease(claim.id, claim.attempt, LEASE_MS);
      if (isHeld) return;
      clearInterval(timer);
      lost.abort();
    } catch (err) {
      log.warn({ err, tryOnId: claim.id }, 'a lease could not be renewed');
    }
  };
  const timer = setInterval(() => void renew(), RENEW_MS);
  return {
    get isHeld() {
      return isHeld;
    },
    lost: lost.signal,
    stop: () => clearInterval(timer),
  };
}
