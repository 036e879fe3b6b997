import { describe, expect, it } from '@jest/globals';
import { testRandom } from '../../test/planes';
import { theilSen } from './theil-sen';

describe('theilSen', () => {
  it('finds a line through a quarter of outliers', () => {
    const random = testRandom(5);
    const xs = Array.from({ length: 40 }, (_, i) => i);
    const ys = xs.map((x) => (x % 4 === 0 ? 500 * random() : 3 - 0.4 * x));
    const { slope, intercept } = theilSen(xs, ys);
    expect(slope).toBeCloseTo(-0.4, 1);
    expect(Math.abs(intercept - 3)).toBeLessThan(1);
  });

  it('is level through points above each other, and refuses none', () => {
    expect(theilSen([2, 2, 2], [1, 5, 3])).toEqual({ slope: 0, intercept: 3 });
    expect(() => theilSen([], [])).toThrow(RangeError);
    expect(theilSen([2, 2], [4, 1])).toEqual({ slope: 0, intercept: 2.5 });
  });
});
