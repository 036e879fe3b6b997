import { ServiceError, type Owner } from '@drape/contracts';
import { setInterval } from 'node:timers';

/** Takes in as many try-ons at once as this process can serve in time. */
export interface Intake {
  /** Throws: ServiceError queue_full where too many stand in line; what `work` throws. */
  take<T>(owner: Owner, work: () => Promise<T>): Promise<T>;
}

export interface IntakeOptions {
  /** So many are taken in at once, however late the event loop is. */
  readonly concurrencyMin: number;
  /** More only while the event loop is not later than this. */
  readonly lagMsMax: number;
  readonly waitingMax: number;
  /** Of one account: a flood from one shop leaves room for the others. */
  readonly waitingOfOneMax: number;
  /** How late the event loop is, milliseconds. */
  readonly lag: EventLoopLag;
}

/** Measures how long the event loop lets a timer wait. */
export interface EventLoopLag {
  readonly ms: number;
  /** Calls back from time to time until the returned function is called. */
  watch(onSample: () => void): () => void;
}

const RETRY_AFTER_SEC = 1;
const SAMPLE_MS = 10;
/** One late look counts for some more, for load comes in waves. */
const DECAY = 0.8;

interface Waiting {
  readonly account: string;
  readonly begin: () => void;
}

/**
 * To put a try-on on record takes tens of milliseconds of this process's only thread. Where more come than that allows, all of them
 * would become slower and slower, and so would each refusal. So while the event loop is late, they are taken in one after the other,
 * a few stand in line, and who finds the line full is told so at once. A slow store or database is not overload: while this process
 * waits for others, its event loop is on time.
 */
export function createIntake({ concurrencyMin, lagMsMax, waitingMax, waitingOfOneMax, lag }: IntakeOptions): Intake {
  const line = new Set<Waiting>();
  let running = 0;
  let unwatch: (() => void) | null = null;

  const hasRoom = (): boolean => running < concurrencyMin || lag.ms <= lagMsMax;

  function admit(): void {
    const [next] = line;
    if (next === undefined || !hasRoom()) return;
    // One at a time: what it costs shows only at the next look at the event loop.
    line.delete(next);
    running += 1;
    next.begin();
  }

  function waitInLine(account: string): Promise<void> {
    const ofOne = [...line].filter((waiting) => waiting.account === account).length;
    if (line.size >= waitingMax || ofOne >= waitingOfOneMax) throw lineIsFull(line.size);
    return new Promise((resolve) => void line.add({ account, begin: resolve }));
  }

  function leave(): void {
    running -= 1;
    admit();
    if (running > 0) return;
    unwatch?.();
    unwatch = null;
  }

  return {
    async take({ accountId }, work) {
      if (line.size === 0 && hasRoom()) running += 1;
      else await waitInLine(accountId);
      unwatch ??= lag.watch(admit);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

function lineIsFull(inLine: number): ServiceError {
  const detail = `This server takes in as many try-ons as it can, and ${inLine} stand in line; send this one again in ${RETRY_AFTER_SEC} s.`;
  return new ServiceError('queue_full', { detail, retryAfterSec: RETRY_AFTER_SEC });
}

/** Looks at the event loop only while somebody watches. */
export function createEventLoopLag(now: () => number): EventLoopLag {
  let ms = 0;
  return {
    get ms() {
      return ms;
    },
    watch(onSample) {
      let dueAtMs = now() + SAMPLE_MS;
      const timer = setInterval(() => {
        ms = Math.max(now() - dueAtMs, ms * DECAY);
        dueAtMs = now() + SAMPLE_MS;
        onSample();
      }, SAMPLE_MS);
      return () => {
        clearInterval(timer);
        ms = 0;
      };
    },
  };
}
