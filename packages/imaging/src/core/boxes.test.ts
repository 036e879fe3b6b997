import { describe, expect, it } from '@jest/globals';
import { createPlane } from './raster';
import { filledBox, grownBox, overlapOf } from './boxes';

describe('boxes', () => {
  const plane = createPlane(10, 8);
  for (const [x, y] of [
    [3, 2],
    [6, 4],
    [4, 5],
  ]) {
    plane.data[y * 10 + x] = 0.5;
  }

  it('finds what is filled, in all of a plane and in a part of it', () => {
    expect(filledBox(plane)).toEqual({ x: 3, y: 2, width: 4, height: 4 });
    expect(filledBox(plane, { x: 0, y: 3, width: 10, height: 2 })).toEqual({ x: 6, y: 4, width: 1, height: 1 });
    expect(filledBox(plane, { x: 0, y: 6, width: 10, height: 2 })).toMatchObject({ width: 0, height: 0 });
    expect(filledBox(createPlane(3, 3))).toMatchObject({ width: 0, height: 0 });
  });

  it('grows a box inside the picture, but not one of nothing', () => {
    expect(grownBox({ x: 3, y: 2, width: 4, height: 4 }, 3, plane)).toEqual({ x: 0, y: 0, width: 10, height: 8 });
    expect(grownBox({ x: 3, y: 2, width: 0, height: 0 }, 3, plane)).toMatchObject({ width: 0, height: 0 });
  });

  it('tells what two boxes share', () => {
    const box = { x: 3, y: 2, width: 4, height: 4 };
    expect(overlapOf(box, { x: 5, y: 0, width: 9, height: 3 })).toEqual({ x: 5, y: 2, width: 2, height: 1 });
    expect(overlapOf(box, { x: 8, y: 0, width: 9, height: 3 }).width).toBeLessThanOrEqual(0);
  });
});
