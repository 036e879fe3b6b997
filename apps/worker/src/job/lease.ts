import type { Database } from '@drape/db';
import type { Logger } from '@drape/runtime';

/** Shorter than the queue's lock, so that whoever gets the job of a dead worker may claim its row at once. */
export const LEASE_MS = 10_000;
const RENEW_MS = 3_000;

export interface Lease {
  /** False once the database has said that the row belongs to another attempt, or that it has ended. */
  readonly isHeld: boolean;
  /** Aborted when that is said. */
  readonly lost: AbortSignal;
  stop(): void;
}

/** Keeps a claimed row's lease from running out while the work goes on. */
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
