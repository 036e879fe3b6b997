import type { Point } from '@drape/imaging';
import { PRODUCT_CATEGORIES } from '@drape/contracts';
import { describe, expect, it } from '@jest/globals';
import type { Limb } from '../../model/body';
import { photoEnd, usuallyOutside, type ReachingBody } from './photo-reach';

const limb = (x: number, ys: readonly [number, number, number]): Limb => {
  const joint = (i: 0 | 1 | 2): Point => ({ x, y: ys[i] });
  return { joints: [joint(0), joint(1), joint(2)], visibility: [1, 1, 1] };
};

/** A person whose shoulders, hips, knees and ankles are at 100, 260, 390 and 510, in a photo that ends at `height`. */
const standing = (height: number): ReachingBody => ({
  width: 300,
  height,
  arms: [limb(100, [100, 150, 200]), limb(200, [100, 150, 200])],
  legs: [limb(130, [260, 390, 510]), limb(170, [260, 390, 510])],
});

const outside = (height: number): number[] =>
  PRODUCT_CATEGORIES.map((category) => Math.round(100 * usuallyOutside(standing(height), category)));

describe('usuallyOutside', () => {
  it('is nothing of a photo from head to feet', () => {
    expect(outside(600)).toEqual(PRODUCT_CATEGORIES.map(() => 0));
  });

  it('is part of what hangs on the hips, and nothing of tops, where the photo ends at the thighs', () => {
    const [dress = 0, top, pants = 0, jacket, skirt = 0] = outside(320);
    expect([top, jacket]).toEqual([0, 0]);
    expect(dress).toBeGreaterThan(15);
    expect(skirt).toBeGreaterThan(dress);
    expect(pants).toBeGreaterThan(skirt);
    expect(pants).toBeLessThan(87);
  });

  it('is nearly all of trousers on a bust', () => {
    expect(usuallyOutside(standing(180), 'pants')).toBe(1);
  });
});

describe('photoEnd', () => {
  it.each([
    [180, 'above the hips'],
    [270, 'at the hips'],
    [330, 'at the thighs'],
    [390, 'at the knees'],
    [480, 'on the shins'],
  ])('names where a photo of %i rows ends', (height, where) => {
    expect(photoEnd(standing(height))).toBe(where);
  });
});
