import { ServiceError } from '@drape/contracts';
import type { TryOnQueue } from '@drape/queue';
import type { Clock } from '@drape/runtime';

export interface QueueDepthGuard {
  /** Throws: ServiceError queue_full where more try-ons wait than can be rendered in time. Rejecting early is better than making everybody wait. */
  rejectIfFull(): void;
}

/** How old the last count may be. */
const FRESH_MS = 1000;
const RETRY_AFTER_SEC = 30;

/**
 * Back-pressure. Counts at most once per second in the background, so that requests never wait for it, and lets everything pass while Redis
 * is away.
 */
export function createQueueDepthGuard(deps: { queue: TryOnQueue; depthMax: number; clock: Clock }): QueueDepthGuard {
  const { queue, depthMax, clock } = deps;
  let depth = 0;
  let countedAtMs = -Infinity;

  async function refresh(): Promise<void> {
    countedAtMs = clock.monotonic();
    try {
      depth = (await queue.counts()).waiting;
    } catch {
      depth = 0;
    }
  }

  return {
    rejectIfFull() {
      if (clock.monotonic() - countedAtMs >= FRESH_MS) void refresh();
      if (depth >= depthMax) {
        const detail = `${depth} try-ons are waiting; send this one again in ${RETRY_AFTER_SEC} s.`;
        throw new ServiceError('queue_full', { detail, retryAfterSec: RETRY_AFTER_SEC });
      }
    },
  };
}
