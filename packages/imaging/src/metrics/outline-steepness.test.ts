import { expect, it } from '@jest/globals';
import { createPlane, createRaster } from '../core/raster';
import { outlineSteepness } from './outline-steepness';

/** The steepness of a white square on black whose sides are a ramp of `wide` pixels. */
function steepness(wide: number, soft = 0): number | null {
  const picture = createRaster(80, 80, 3);
  const shape = createPlane(80, 80);
  for (let i = 0; i < shape.data.length; i++) {
    const share = Math.max(0, Math.min(1, 0.5 + (20 - Math.abs((i % 80) - 39.5)) / wide));
    shape.data[i] = share;
    picture.data.fill(255 * share, 3 * i, 3 * i + 3);
  }
  return outlineSteepness(picture, { shape, soft: createPlane(80, 80, soft), origin: { x: 0, y: 0 }, scale: 1 });
}

it('tells a crisp outline from a soft one, and says nothing where all of it is soft by nature', () => {
  expect(steepness(1)).toBeCloseTo(1);
  expect(steepness(5)).toBeCloseTo(0.2, 1);
  expect(steepness(1, 1)).toBeNull();
});
