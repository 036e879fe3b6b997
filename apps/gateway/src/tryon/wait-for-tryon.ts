import { isTerminal } from '@drape/contracts';
import type { TryOnRow } from '@drape/db';
import type { JobWaiter, Registration } from '@drape/queue';
import type { Clock } from '@drape/runtime';

/**
 * How long a waiter trusts that a wake-up will come before it looks by itself. The wake-up may be lost, and it goes to the
 * gateway that made the try-on, not to another one that long-polls for it.
 */
const LOOK_AGAIN_MS = 250;

export interface WaitDeps {
  readonly waiters: JobWaiter;
  readonly clock: Clock;
  /** The gateway is shutting down: whoever waits is answered with what there is. */
  readonly isDraining: () => boolean;
}

export interface WaitOptions<T> {
  /** What is waited for, as wake-ups name it. */
  readonly id: string;
  readonly budgetMs: number;
  /** How it stands now. */
  readonly read: () => Promise<T>;
  readonly isOver: (value: T) => boolean;
  /** Registered before the job was enqueued, so that a quick wake-up is not missed. */
  readonly waiter: Registration;
}

/**
 * How it stands as soon as it is over, or when the budget is used up. A wake-up only makes us look; what is read answers.
 * Cancels the waiter.
 */
export async function waitUntilOver<T>(deps: WaitDeps, options: WaitOptions<T>): Promise<T> {
  const deadlineMs = deps.clock.monotonic() + options.budgetMs;
  let { waiter } = options;
  try {
    for (;;) {
      const leftMs = deadlineMs - deps.clock.monotonic();
      if (leftMs > 0 && !deps.isDraining()) {
        await waiter.wait(Math.min(leftMs, LOOK_AGAIN_MS));
        // A waiter serves once. The next one is registered before we read, so that nothing falls in between.
        waiter = deps.waiters.register(options.id);
      }
      const value = await options.read();
      if (options.isOver(value) || deps.clock.monotonic() >= deadlineMs || deps.isDraining()) return value;
    }
  } finally {
    waiter.cancel();
  }
}

/** The row as soon as it is finished or gone (null), or as it is when the budget is used up. */
export function waitForTryOn(
  deps: WaitDeps,
  options: Omit<WaitOptions<TryOnRow | null>, 'isOver'>,
): Promise<TryOnRow | null> {
  return waitUntilOver(deps, { ...options, isOver: (row) => row === null || isTerminal(row.status) });
}
