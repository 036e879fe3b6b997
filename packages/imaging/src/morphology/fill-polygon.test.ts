import { describe, expect, it } from '@jest/globals';
import { createPlane } from '../core/raster';
import { fillPolygon } from './fill-polygon';

describe('fillPolygon', () => {
  it('covers whole pixels with 1 and cut ones with their share', () => {
    const plane = createPlane(5, 4);
    fillPolygon(plane, [
      { x: 1, y: 1 },
      { x: 3.5, y: 1 },
      { x: 3.5, y: 3 },
      { x: 1, y: 3 },
    ]);
    expect([...plane.data.subarray(5, 10)]).toEqual([0, 1, 1, 0.5, 0]);
    expect([...plane.data.subarray(15, 20)]).toEqual([0, 0, 0, 0, 0]);
  });

  it('sums to the area of a triangle that leaves the plane nowhere', () => {
    const plane = createPlane(40, 40);
    fillPolygon(plane, [
      { x: 3, y: 2 },
      { x: 35, y: 11 },
      { x: 9, y: 38 },
    ]);
    const sum = plane.data.reduce((s, v) => s + v, 0);
    expect(sum).toBeCloseTo(Math.abs((35 - 3) * (38 - 2) - (9 - 3) * (11 - 2)) / 2, -0.5);
  });

  it('keeps the larger of old and new coverage', () => {
    const plane = createPlane(2, 1, 0.75);
    fillPolygon(plane, [
      { x: 0, y: 0 },
      { x: 0.5, y: 0 },
      { x: 0.5, y: 1 },
      { x: 0, y: 1 },
    ]);
    expect([...plane.data]).toEqual([0.75, 0.75]);
  });
});
