import { describe, expect, it } from '@jest/globals';
import { testRandom } from '../../test/planes';
import { kMeansOf } from './k-means';

/** K-means from its definition, colour by colour. */
function naive(sample: Float64Array, start: Float64Array, rounds: number): Float64Array {
  const count = sample.length / 3;
  const means = start.slice();
  for (let round = 0; round < rounds; round++) {
    const sums = new Float64Array((4 * means.length) / 3);
    for (let i = 0; i < count; i++) {
      const colour = [0, 1, 2].map((j) => sample[j * count + i]);
      const costs = Array.from({ length: means.length / 3 }, (_, c) =>
        colour.reduce((d, v, j) => d + (j === 0 ? 0.5 : 1) * (v - means[3 * c + j]) ** 2, 0),
      );
      const c = costs.indexOf(Math.min(...costs));
      colour.forEach((v, j) => (sums[4 * c + j] += v));
      sums[4 * c + 3]++;
    }
    for (let n = 0; n < means.length; n++) {
      const c = Math.floor(n / 3);
      if (sums[4 * c + 3] > 0) means[n] = sums[4 * c + (n % 3)] / sums[4 * c + 3];
    }
  }
  return means;
}

describe('kMeansOf', () => {
  it.each([1, 2, 31, 200])('moves means as the definition does, %i colours', (count) => {
    const random = testRandom(count);
    const sample = Float64Array.from({ length: 3 * count }, () => 100 * random());
    const start = Float64Array.from({ length: 12 }, () => 100 * random());
    const { means, spread } = kMeansOf(sample, start, 6);
    naive(sample, start, 6).forEach((mean, n) => expect(means[n]).toBeCloseTo(mean, 8));
    expect([3, 7, 11, 15].reduce((sum, at) => sum + spread[at], 0)).toBe(count);
  });

  it('tells how far colours lie from their mean along each axis', () => {
    const sample = Float64Array.of(10, 12, 90, 5, 7, 60, 1, 1, 30);
    const { means, spread } = kMeansOf(sample, Float64Array.of(0, 0, 0, 100, 50, 20), 4);
    expect(Array.from(means)).toEqual([11, 6, 1, 90, 60, 30]);
    expect(Array.from(spread)).toEqual([2, 2, 0, 2, 0, 0, 0, 1]);
  });
});
