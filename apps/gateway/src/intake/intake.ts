import { ServiceError, type Owner } from '@drape/contracts';
import { setInterval } from 'node:timers';

/** Takes in as many try-ons at once as this process can serve in time. */
export interface Intake {
  /** Throws: ServiceError queue_full where too many stand in line; what `work` throws. */
  take<T>(owner: Owner, work: () => Promise<T>): Promise<T>;
}

export interface IntakeOptions {
  /** So many are taken in at once, however late the event loop is. */
  readonly atLeast: number;
  /** More only while the event loop is not later than this. */
  readonly lateMsMax: number;
  readonly inLineMax: number;
  /** Of one account: a flood from one shop leaves room for the others. */
  readonly inLineOfOneMax: number;
  /** How late the event loop is, milliseconds. */
  readonly lateness: Lateness;
}

/** Measures how long the event loop lets a timer wait. */
export interface Lateness {
  readonly ms: number;
  /** Calls back from time to time until the returned function is called. */
  watch(onLook: () => void): () => void;
}

const RETRY_AFTER_SEC = 1;
const LOOK_MS = 10;
/** One late look counts for some more, for load comes in waves. */
const DECAY = 0.8;

interface Standing {
  readonly account: string;
  readonly begin: () => void;
}

/**
 * To put a try-on on record takes tens of milliseconds of this process's only thread. Where more come than that allows, all of them
 * would become slower and slower, and so would each refusal. So while the event loop is late, they are taken in one after the other,
 * a few stand in line, and who finds the line full is told so at once. A slow store or database is not overload: while this process
 * waits for others, its event loop is on time.
 */
export function createIntake({ atLeast, lateMsMax, inLineMax, inLineOfOneMax, lateness }: IntakeOptions): Intake {
  const line = new Set<Standing>();
  let inHand = 0;
  let unwatch: (() => void) | null = null;

  const hasRoom = (): boolean => inHand < atLeast || lateness.ms <= lateMsMax;

  function admit(): void {
    const [next] = line;
    if (next === undefined || !hasRoom()) return;
    // One at a time: what it costs shows only at the next look at the event loop.
    line.delete(next);
    inHand += 1;
    next.begin();
  }

  function standInLine(account: string): Promise<void> {
    const ofOne = [...line].filter((standing) => standing.account === account).length;
    if (line.size >= inLineMax || ofOne >= inLineOfOneMax) throw lineIsFull(line.size);
    return new Promise((resolve) => void line.add({ account, begin: resolve }));
  }

  function leave(): void {
    inHand -= 1;
    admit();
    if (inHand > 0) return;
    unwatch?.();
    unwatch = null;
  }

  return {
    async take({ accountId }, work) {
      if (line.size === 0 && hasRoom()) inHand += 1;
      else await standInLine(accountId);
      unwatch ??= lateness.watch(admit);
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
export function createLateness(now: () => number): Lateness {
  let ms = 0;
  return {
    get ms() {
      return ms;
    },
    watch(onLook) {
      let dueAtMs = now() + LOOK_MS;
      const timer = setInterval(() => {
        ms = Math.max(now() - dueAtMs, ms * DECAY);
        dueAtMs = now() + LOOK_MS;
        onLook();
      }, LOOK_MS);
      return () => {
        clearInterval(timer);
        ms = 0;
      };
    },
  };
}
