import { describe, expect, it } from '@jest/globals';
import { outsideShare } from './outside-share';

/** A sheet of two triangles, its upper left corner at (x, y). */
const sheet = (x: number, y: number, width: number, height: number): Float64Array =>
  Float64Array.of(x, y, x + width, y, x, y + height, x + width, y + height);
const SHEET = { triangles: Uint32Array.of(0, 1, 2, 1, 3, 2) };
const PHOTO = { width: 100, height: 200 };

describe('outsideShare', () => {
  it.each([
    ['inside', sheet(10, 10, 50, 100), 0],
    ['cut in half by the lower edge', sheet(10, 150, 50, 100), 0.5],
    ['cut off by a side', sheet(-25, 10, 100, 50), 0.25],
    ['around a corner', sheet(50, 100, 100, 200), 0.75],
    ['below the photo', sheet(10, 300, 50, 50), 1],
    ['larger than the photo', sheet(-100, -200, 300, 600), 8 / 9],
  ])('of a sheet that lies %s', (_where, placed, share) => {
    expect(outsideShare(SHEET, placed, PHOTO)).toBeCloseTo(share, 6);
  });

  it('is none of nothing', () => {
    expect(outsideShare(SHEET, sheet(10, 10, 0, 0), PHOTO)).toBe(0);
  });
});
