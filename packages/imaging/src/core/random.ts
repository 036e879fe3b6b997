/**
 * A repeatable source of uniform numbers in [0, 1): equal seeds give equal sequences on every machine.
 *
 * Source: mulberry32 (public domain, T. Ettinger). Not for secrets.
 */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
