import { describe, expect, it } from '@jest/globals';
import { testRandom } from '../../test/planes';
import { searchLevel, type PatchLevel } from './patch-search';

const [WIDTH, HEIGHT, RADIUS, NEARNESS] = [23, 19, 2, 300];

/** Noise with a hole inside and a corner that takes no part. */
function noisyLevel(seed: number): PatchLevel {
  const random = testRandom(seed);
  const values = Float32Array.from({ length: 3 * WIDTH * HEIGHT }, () => 255 * random());
  const hole = new Uint8Array(WIDTH * HEIGHT);
  const known = new Uint8Array(WIDTH * HEIGHT).fill(1);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const i = y * WIDTH + x;
      hole[i] = x > 9 && x < 14 && y > 7 && y < 11 ? 1 : 0;
      if (hole[i] === 1 || x + y < 6) known[i] = 0;
    }
  }
  return { width: WIDTH, height: HEIGHT, values, hole, known };
}

/** Calls `visit` with every offset of a patch that stays inside the picture. */
function eachOffset(t: number, visit: (offset: number) => void): void {
  const [x, y] = [t % WIDTH, Math.floor(t / WIDTH)];
  for (let dy = -RADIUS; dy <= RADIUS; dy++) {
    for (let dx = -RADIUS; dx <= RADIUS; dx++) {
      if (x + dx >= 0 && x + dx < WIDTH && y + dy >= 0 && y + dy < HEIGHT) visit(dy * WIDTH + dx);
    }
  }
}

/** A match's cost from its definition. */
function costOf({ values, hole, known }: PatchLevel, t: number, s: number): number {
  const [across, down] = [(s % WIDTH) - (t % WIDTH), Math.floor(s / WIDTH) - Math.floor(t / WIDTH)];
  let [sum, weight] = [0, 0];
  eachOffset(t, (d) => {
    const w = known[t + d] === 1 ? 1 : 0.5 * hole[t + d];
    weight += w;
    for (let c = 0; c < 3; c++) sum += w * (values[3 * (t + d) + c] - values[3 * (s + d) + c]) ** 2;
  });
  return (NEARNESS * (down ** 2 + 0.25 * across ** 2)) / HEIGHT ** 2 + sum / (3 * weight);
}

/** The cheapest match of all. */
function bestOf(level: PatchLevel, t: number): number {
  let best = Infinity;
  for (let s = 0; s < level.known.length; s++) {
    let seen = 0;
    eachOffset(s, (d) => (seen += level.known[s + d]));
    if (seen === (2 * RADIUS + 1) ** 2) best = Math.min(best, costOf(level, t, s));
  }
  return best;
}

describe('searchLevel', () => {
  it('finds patches far cheaper than any one, and none that is not known', () => {
    const level = noisyLevel(1);
    const before = { ...level, values: level.values.slice() };
    const search = { radius: RADIUS, nearness: NEARNESS, rounds: 1, coarser: null };
    const { matches } = searchLevel(level, search, { state: 5 }) ?? { matches: new Int32Array(0) };
    let [found, best, random] = [0, 0, 0];
    matches.forEach((s, t) => {
      if (s < 0) return;
      eachOffset(s, (d) => expect(level.known[s + d]).toBe(1));
      found += costOf(before, t, s);
      best += bestOf(before, t);
      random += costOf(before, t, 12 * WIDTH + 3);
    });
    expect(found).toBeLessThan(best + 0.5 * (random - best));
  });

  it('paints each pixel of the hole as the mean of the patches over it, by what they cost', () => {
    const level = noisyLevel(2);
    const before = { ...level, values: level.values.slice() };
    const search = { radius: RADIUS, nearness: NEARNESS, rounds: 1, coarser: null };
    const { matches } = searchLevel(level, search, { state: 1 }) ?? { matches: new Int32Array(0) };
    const sums = new Float64Array(4 * WIDTH * HEIGHT);
    matches.forEach((s, t) => {
      if (s < 0) return;
      const w = 2 ** (-costOf(before, t, s) / 200) + 1e-6;
      eachOffset(t, (d) => {
        for (let c = 0; c < 3; c++) sums[4 * (t + d) + c] += w * before.values[3 * (s + d) + c];
        sums[4 * (t + d) + 3] += w;
      });
    });
    level.hole.forEach((isHole, p) => {
      for (let c = 0; c < 3; c++) {
        const expected = isHole === 1 ? sums[4 * p + c] / sums[4 * p + 3] : before.values[3 * p + c];
        expect(level.values[3 * p + c]).toBeCloseTo(expected, 2);
      }
    });
  });

  it('starts from the matches of the coarser level, and draws the same numbers from the same state', () => {
    const coarse = new Int32Array((WIDTH >> 1) * (HEIGHT >> 1)).fill(6 * (WIDTH >> 1) + 2);
    const search = { radius: RADIUS, nearness: NEARNESS, rounds: 0, coarser: { width: WIDTH >> 1, matches: coarse } };
    const random = { state: 9 };
    const { matches } = searchLevel(noisyLevel(3), search, random) ?? { matches: new Int32Array(0) };
    // twice the position, plus the pixel's own parity
    expect(matches[8 * WIDTH + 11]).toBe(12 * WIDTH + 5);
    expect(matches[9 * WIDTH + 12]).toBe(13 * WIDTH + 4);
    expect(random.state).toBe(9);
  });

  it('finds nothing where no whole patch is known', () => {
    const level = noisyLevel(4);
    const search = { radius: RADIUS, nearness: 0, rounds: 1, coarser: null };
    expect(searchLevel({ ...level, known: level.known.fill(0) }, search, { state: 1 })).toBeNull();
  });
});
