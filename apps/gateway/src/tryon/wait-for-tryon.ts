import { isTerminal } from '@drape/contracts';
import type { TryOnRow } from '@drape/db';
import type { JobWaiter, Registration } from '@drape/queue';
import type { Clock } from '@drape/runtime';

/**
 * How long a waiter trusts that a wake-up will come before it looks by itself. The wake-up may be lost, and it goes to the
 * gateway that made the try-on, not to another one that long-polls for it.
 */
export const LOOK_AGAIN_MS = 250;

export interface WaitDeps {
  readonly waiters: JobWaiter;
  readonly clock: Clock;
  /** The gateway is shutting down: whoever waits is answered with what there is. */
  readonly isDraining: () => boolean;
}

export interface WaitOptions {
  readonly tryOnId: string;
  readonly budgetMs: number;
  /** Reads the row; null ends the wait. */
  readonly read: () => Promise<TryOnRow | null>;
  /** Registered before the job was enqueued, so that a quick wake-up is not missed. */
  readonly waiter: Registration;
}

/**
 * The row as soon as it is finished, or as it is when the budget is used up. A wake-up only makes us look; the row answers.
 * Cancels the waiter.
 */
export async function waitForTryOn(deps: WaitDeps, options: WaitOptions): Promise<TryOnRow | null> {
  const deadlineMs = deps.clock.monotonic() + options.budgetMs;
  let { waiter } = options;
  try {
    for (;;) {
      const leftMs = deadlineMs - deps.clock.monotonic();
      if (leftMs > 0 && !deps.isDraining()) {
        await waiter.wait(Math.min(leftMs, LOOK_AGAIN_MS));
        // A waiter serves once. The next one is registered before the row is read, so that nothing falls in between.
        waiter = deps.waiters.register(options.tryOnId);
      }
      const row = await options.read();
      const over = deps.clock.monotonic() >= deadlineMs || deps.isDraining();
      if (row === null || isTerminal(row.status) || over) return row;
    }
  } finally {
    waiter.cancel();
  }
}
