/** Numbers from 0 to 1 that a seed decides (mulberry32), and choices by them. */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: (list) => list[Math.floor(next() * list.length)],
    shuffled: (list) =>
      list
        .map((item) => [next(), item])
        .sort(([a], [b]) => a - b)
        .map(([, item]) => item),
  };
}
