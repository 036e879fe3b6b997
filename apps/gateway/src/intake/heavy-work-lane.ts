import { setImmediate } from 'node:timers';

/** A body of so many bytes costs its decoder, parser or hash a few milliseconds. */
export const HEAVY_BYTES = 512 * 1024;

/** Spreads heavy work over the event loop, so that what is light gets its turn in between. */
export interface HeavyWorkLane {
  /** Resolves in a turn of the event loop that no other caller of this lane has. What follows runs there until its next `await`. */
  nextTurn(): Promise<void>;
}

/** A lane in which each turn of the event loop serves one caller, first come, first served. */
export function createHeavyWorkLane(): HeavyWorkLane {
  const waiting: (() => void)[] = [];
  const serveOne = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(serveOne);
  };
  return {
    nextTurn: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 1) setImmediate(serveOne);
      }),
  };
}
