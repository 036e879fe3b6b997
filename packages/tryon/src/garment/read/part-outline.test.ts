import { describe, expect, it } from '@jest/globals';
import { partOutline } from './part-outline';

const chain = Array.from({ length: 11 }, (_, i) => ({ x: 10 * i, y: 0 }));
const near = (x: number, weight = 1) => ({ x, y: 5, weight });

describe('an outline is parted', () => {
  it('at the points nearest to the wanted ones', () => {
    expect(partOutline(chain, [near(11), near(52), near(97)])).toEqual([1, 5, 10]);
  });

  it('in the order of the outline, where the wanted points are not', () => {
    expect(partOutline(chain, [near(50), near(40), near(90)])).toEqual([4, 5, 9]);
  });

  it('nearer to what counts more', () => {
    expect(partOutline(chain, [near(70, 0.01), near(40)])).toEqual([3, 4]);
  });

  it('not at all where it has fewer points', () => {
    expect(partOutline(chain.slice(0, 2), [near(0), near(10), near(20)])).toBeNull();
  });
});
