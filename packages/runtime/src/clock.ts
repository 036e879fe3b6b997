/** Time as an argument, so that a test can move it. */
export interface Clock {
  /** Milliseconds since 1970, may jump. */
  now(): number;
  /** Milliseconds that never run backwards; the origin means nothing. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
