import { describe, expect, it } from '@jest/globals';
import { testRandom } from '../../test/planes';
import { nthSmallest } from './nth-smallest';

describe('nthSmallest', () => {
  it.each([1, 2, 3, 10, 101, 1000])('finds what sorting finds, %i values', (count) => {
    const random = testRandom(count);
    // many of them equal
    const values = Float32Array.from({ length: count + 5 }, (_, i) => (i < count ? Math.floor(40 * random()) : -1));
    const sorted = values.slice(0, count).sort();
    for (const n of [0, count >> 2, count >> 1, count - 1]) {
      expect(nthSmallest(values.slice(), count, n)).toBe(sorted[n]);
    }
  });

  it('takes values that are sorted already, forwards or backwards', () => {
    const rising = Float64Array.from({ length: 500 }, (_, i) => i);
    expect(nthSmallest(rising, 500, 123)).toBe(123);
    expect(nthSmallest(rising.slice().reverse(), 500, 123)).toBe(123);
  });

  it('refuses a place that is none', () => {
    expect(() => nthSmallest(new Float32Array(3), 3, 3)).toThrow(RangeError);
    expect(() => nthSmallest(new Float32Array(3), 4, 0)).toThrow(RangeError);
    expect(() => nthSmallest(new Float32Array(3), 0, 0)).toThrow(RangeError);
  });
});
