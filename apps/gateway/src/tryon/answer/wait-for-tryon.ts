import { isTerminal } from '@drape/contracts';
import type { TryOnRow } from '@drape/db';
import type { JobWaiter, Registration } from '@drape/queue';
import type { Clock } from '@drape/runtime';
import type { ApiRequest } from '../../routes/route';
import type { BatchedLookup } from './batched-lookup';

/**
 * How long a waiter relies on a wake-up before it reads the row itself. A wake-up may be lost, and it goes only to the gateway that
 * accepted the try-on, not to others that long-poll for it. The interval grows with the wait: it delays an answer by a tenth at most, and
 * many requests that wait for a minute do not overload the database.
 */
const RECHECK_MS = { min: 250, max: 2_000, share: 0.1 } as const;

const recheckMs = (waitedMs: number): number =>
  Math.min(RECHECK_MS.max, Math.max(RECHECK_MS.min, waitedMs * RECHECK_MS.share));

export interface WaitUntilDeps {
  readonly waiters: JobWaiter;
  readonly clock: Clock;
  /** The gateway is shutting down: waiting requests are answered with the current state. */
  readonly isDraining: () => boolean;
}

export interface WaitDeps extends WaitUntilDeps {
  readonly openTryOns: BatchedLookup;
}

export interface WaitOptions<T> {
  /** The id that wake-ups carry. */
  readonly id: string;
  readonly budgetMs: number;
  /** Reads the current state. */
  readonly read: () => Promise<T>;
  readonly isOver: (value: T) => boolean;
  /** A cheaper check than `read`: false where it is certainly not over. Default: none. */
  readonly mayBeOver?: () => Promise<boolean>;
  /** Registered before the job was enqueued, so that a quick wake-up is not missed. */
  readonly waiter: Registration;
  /** Aborts when the client is gone: there is nobody left to wait for. */
  readonly hungUp: AbortSignal;
}

/**
 * The state as soon as it is over, when the budget is used up, or when the client has disconnected. A wake-up only triggers a read; the
 * state decides. Cancels the waiter.
 */
export async function waitUntilOver<T>(deps: WaitUntilDeps, options: WaitOptions<T>): Promise<T> {
  const { id, hungUp, budgetMs, read, isOver, mayBeOver } = options;
  const startedMs = deps.clock.monotonic();
  const leftMs = () => startedMs + budgetMs - deps.clock.monotonic();
  const isVain = () => leftMs() <= 0 || deps.isDraining() || hungUp.aborted;
  let { waiter } = options;
  const letGo = () => waiter.cancel();
  hungUp.addEventListener('abort', letGo);
  try {
    for (;;) {
      if (!isVain()) {
        const woken = await waiter.wait(Math.min(leftMs(), recheckMs(budgetMs - leftMs())));
        // A waiter works once. The next one is registered before reading, so that no wake-up is missed in between.
        waiter = deps.waiters.register(id);
        if (!woken && !isVain() && mayBeOver && !(await wokenOr(mayBeOver()))) continue;
      }
      const value = await read();
      if (isOver(value) || isVain()) return value;
    }
  } finally {
    hungUp.removeEventListener('abort', letGo);
    waiter.cancel();
  }

  /** A check shares its query with other requests' and takes a tenth of a second: whoever is woken meanwhile does not wait for it. */
  async function wokenOr(check: Promise<boolean>): Promise<boolean> {
    const alarm = deps.waiters.register(id);
    try {
      return await Promise.race([check, alarm.wait(leftMs())]);
    } finally {
      alarm.cancel();
    }
  }
}

/** The row as soon as it is finished or gone (null), or its state when the budget is used up. */
export function waitForTryOn(
  deps: WaitDeps,
  options: Omit<WaitOptions<TryOnRow | null>, 'isOver' | 'mayBeOver'>,
): Promise<TryOnRow | null> {
  return waitUntilOver(deps, {
    ...options,
    isOver: (row) => row === null || isTerminal(row.status),
    mayBeOver: async () => !(await deps.openTryOns.has(options.id)),
  });
}

/** The row now, or as soon as it is finished where the client wants to wait. */
export async function waitIfAsked(
  deps: WaitDeps,
  { preference, hungUp }: Pick<ApiRequest, 'preference' | 'hungUp'>,
  read: () => Promise<TryOnRow | null>,
): Promise<TryOnRow | null> {
  const row = await read();
  const budgetMs = (preference.waitSec ?? 0) * 1000;
  if (row === null || isTerminal(row.status) || budgetMs === 0) return row;
  return waitForTryOn(deps, { id: row.id, budgetMs, read, waiter: deps.waiters.register(row.id), hungUp });
}
