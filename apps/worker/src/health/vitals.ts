import type { TryOnQueue } from '@drape/queue';
import { repeat } from '../lib/repeat';

const BEAT_MS = 15_000;

export interface VitalsOptions {
  readonly queue: Pick<TryOnQueue, 'countTakeable'>;
  /** Default 15 s. */
  readonly beatMs?: number;
}

export interface Vitals {
  /** Does a job; that it was taken and that it is finished are signs of life. */
  trackJob<T>(job: () => Promise<T>): Promise<T>;
  /** Milliseconds since the last sign of life. */
  readonly lastSignAgeMs: number;
  start(): void;
  stop(): Promise<void>;
}

/**
 * Tells a worker that is stuck from one that has nothing to do. Taking and finishing a job are signs of life; so is a heartbeat while
 * there is nothing to take and nothing in hand, and one while Redis is away, which no restart of a worker mends. No sign comes from one
 * that takes nothing although jobs wait, that never finishes what it has, or whose event loop stands still.
 */
export function createVitals({ queue, beatMs = BEAT_MS }: VitalsOptions): Vitals {
  let lastSignAt = performance.now();
  let running = 0;
  const markAlive = (): void => void (lastSignAt = performance.now());

  async function beat(): Promise<void> {
    const takeable = await queue.countTakeable().catch(() => null);
    if (takeable === null || (takeable === 0 && running === 0)) markAlive();
  }

  const { start, stop } = repeat({ everyMs: beatMs, turn: beat, onError: () => undefined });
  return {
    async trackJob(job) {
      markAlive();
      running += 1;
      try {
        return await job();
      } finally {
        running -= 1;
        markAlive();
      }
    },
    start,
    stop,
    get lastSignAgeMs() {
      return performance.now() - lastSignAt;
    },
  };
}
