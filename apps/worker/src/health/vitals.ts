import type { TryOnQueue } from '@drape/queue';
import { repeat } from '../lib/repeat';

const BEAT_MS = 15_000;

export interface VitalsOptions {
  readonly queue: Pick<TryOnQueue, 'countTakeable'>;
  /** Default 15 s. */
  readonly beatMs?: number;
}

export interface Vitals {
  /** Runs a job; its start and its end are signs of life. */
  trackJob<T>(job: () => Promise<T>): Promise<T>;
  /** Milliseconds since the last sign of life. */
  readonly lastSignAgeMs: number;
  start(): void;
  stop(): Promise<void>;
}

/**
 * Distinguishes a stuck worker from an idle one. Starting and finishing a job are signs of life; so is a heartbeat while there is nothing
 * to take and nothing running, and one while Redis is away, because restarting a worker does not fix that. There is no sign from a worker
 * that takes nothing although jobs wait, that never finishes its jobs, or whose event loop is blocked.
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
