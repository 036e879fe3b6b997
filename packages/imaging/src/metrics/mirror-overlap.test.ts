import { expect, it } from '@jest/globals';
import { createPlane } from '../core/raster';
import { mirrorOverlap } from './mirror-overlap';

it('is 1 for a shape that equals its mirror image, wherever it stands, and less for one that leans', () => {
  const [even, slanted] = [createPlane(60, 40), createPlane(60, 40)];
  for (let y = 5; y < 35; y++) {
    even.data.fill(1, 60 * y + 20 - (y >> 2), 60 * y + 40 + (y >> 2));
    slanted.data.fill(1, 60 * y + y, 60 * y + y + 20);
  }
  expect(mirrorOverlap(even, { top: 5, bottom: 35, left: 12, right: 48 })).toBe(1);
  expect(mirrorOverlap(slanted, { top: 5, bottom: 35, left: 5, right: 54 })).toBeLessThan(0.6);
});
