import { setImmediate } from 'node:timers';

/** From this size on, decoding, parsing or hashing a body takes a few milliseconds. */
export const HEAVY_BYTES = 512 * 1024;

/** Spreads heavy work over turns of the event loop, so that light requests run in between. */
export interface HeavyWorkLane {
  /** Resolves in a turn of the event loop that no other caller of this lane has; the caller keeps it until its next `await`. */
  nextTurn(): Promise<void>;
}

/** A lane that serves one caller per turn of the event loop, in order of arrival. */
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
