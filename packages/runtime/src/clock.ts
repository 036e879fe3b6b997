/** The source of time, replaceable in tests. */
export interface Clock {
  /** Milliseconds since the epoch: for what is stored or shown. */
  now(): number;
  /** Milliseconds since an arbitrary start, never set back: for durations. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
