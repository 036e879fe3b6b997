import { describe, expect, it } from '@jest/globals';
import { hipHalf, hungHalf, type PlacementFrame } from './placement-frame';

describe('hungHalf', () => {
  it('never lies inside the body', () => {
    expect(hungHalf(20, 30)).toBe(30);
  });

  it('keeps straight cloth as wide as it is', () => {
    expect(hungHalf(31, 30)).toBe(31);
  });

  it('takes part of a flare, and more of a wide one, without a jump', () => {
    const free = 1.12 * 30;
    expect(hungHalf(free + 1e-6, 30)).toBeCloseTo(free, 5);
    expect(hungHalf(60, 30)).toBeLessThan(60);
    expect(60 - hungHalf(60, 30)).toBeGreaterThan(40 - hungHalf(40, 30));
  });
});

describe('hipHalf', () => {
  it('is half the distance of the hips and flesh in proportion to the legs', () => {
    const hips = [
      { x: 40, y: 100 },
      { x: 60, y: 100 },
    ];
    const half = (legLength: number) => hipHalf({ hips, legLength } as unknown as PlacementFrame);
    expect(half(0)).toBe(10);
    expect(half(200) - half(100)).toBeCloseTo(half(100) - half(0), 9);
    expect(half(100)).toBeGreaterThan(10);
  });
});
