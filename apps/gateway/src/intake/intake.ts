import { ServiceError, type Owner } from '@drape/contracts';
import { setInterval } from 'node:timers';

/** Admission control: accepts only as many try-ons at once as this process can serve in time. */
export interface Intake {
  /** Throws: ServiceError queue_full where too many are waiting; whatever `work` throws. */
  take<T>(owner: Owner, work: () => Promise<T>): Promise<T>;
}

export interface IntakeOptions {
  /** This many run at once, however late the event loop is. */
  readonly concurrencyMin: number;
  /** More run only while the event loop's lag is below this. */
  readonly lagMsMax: number;
  readonly waitingMax: number;
  /** Per account: a flood from one shop leaves room for the others. */
  readonly waitingOfOneMax: number;
  /** The event loop's lag, milliseconds. */
  readonly lag: EventLoopLag;
}

/** Measures how long the event loop lets a timer wait. */
export interface EventLoopLag {
  readonly ms: number;
  /** Calls back after each sample until the returned function is called. */
  watch(onSample: () => void): () => void;
}

const RETRY_AFTER_SEC = 1;
const SAMPLE_MS = 10;
/** A late sample fades slowly, because load comes in waves. */
const DECAY = 0.8;

interface Waiting {
  readonly account: string;
  readonly begin: () => void;
}

/**
 * Accepting a try-on takes tens of milliseconds of this process's only thread. With more requests than that allows, all of them would
 * become slower and slower, and so would every rejection. So while the event loop lags, they are accepted one after the other, a few wait
 * in line, and whoever finds the line full is rejected at once. A slow store or database is not overload: while this process waits for
 * others, its event loop is on time.
 */
export function createIntake({ concurrencyMin, lagMsMax, waitingMax, waitingOfOneMax, lag }: IntakeOptions): Intake {
  const line = new Set<Waiting>();
  let running = 0;
  let unwatch: (() => void) | null = null;

  const hasRoom = (): boolean => running < concurrencyMin || lag.ms <= lagMsMax;

  function admit(): void {
    const [next] = line;
    if (next === undefined || !hasRoom()) return;
    // One at a time: its cost shows only in the next sample.
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

/** Samples the event loop only while somebody watches. */
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
