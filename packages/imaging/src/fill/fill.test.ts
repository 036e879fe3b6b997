import { describe, expect, it } from '@jest/globals';
import { maskOf, planeOf, randomPlane, rasterOf, rowsOf } from '../../test/planes';
import { pushPull, pushPullValues } from './fill';
import { createPlane, type PlaneF32 } from '../core/raster';

const filled = (plane: PlaneF32, known: PlaneF32): PlaneF32 => ({
  ...plane,
  data: pushPullValues(plane.data, known.data, plane.width, plane.height, 1),
});

describe('pushPull', () => {
  it('gives a pixel without knowledge the mean of its three known siblings', () => {
    expect(
      rowsOf(
        filled(
          planeOf([
            [3, 6],
            [9, 99],
          ]),
          planeOf([
            [1, 1],
            [1, 0],
          ]),
        ),
      ),
    ).toEqual([
      [3, 6],
      [9, 6],
    ]);
  });

  it('keeps known pixels exactly and stays within their range', () => {
    const plane = randomPlane(53, 37, 3);
    const known = maskOf(53, 37, (x, y) => Math.hypot(x - 20, y - 18) > 12);
    const out = filled(plane, known);
    for (let i = 0; i < out.data.length; i++) {
      if (known.data[i] === 1) expect(out.data[i]).toBe(plane.data[i]);
      expect(out.data[i]).toBeGreaterThanOrEqual(0);
      expect(out.data[i]).toBeLessThanOrEqual(1);
    }
  });

  it('fills a constant with that constant, NaN under the hole notwithstanding', () => {
    const plane = createPlane(30, 20, 0.4);
    const known = maskOf(30, 20, (x) => x < 5);
    plane.data.forEach((_, i) => {
      if (known.data[i] === 0) plane.data[i] = NaN;
    });
    for (const v of filled(plane, known).data) expect(v).toBeCloseTo(0.4, 5);
  });

  it('bridges a gradient smoothly', () => {
    const ramp = rasterOf(64, 16, 3, (x) => [x * 4, 100, 255 - x * 4]);
    const known = maskOf(64, 16, (x) => x < 16 || x > 48);
    const out = pushPull(ramp, known);
    for (let x = 17; x < 48; x++) {
      const step = out.data[(8 * 64 + x) * 3] - out.data[(8 * 64 + x - 1) * 3];
      expect(Math.abs(step)).toBeLessThan(16);
    }
    expect(out.data[(8 * 64 + 32) * 3 + 1]).toBe(100);
  });

  it('returns the picture when nothing is known, and refuses alpha and other sizes', () => {
    const raster = rasterOf(3, 2, 3, (x) => [x * 9, 1, 2]);
    expect(pushPull(raster, createPlane(3, 2)).data).toEqual(raster.data);
    expect(() => pushPull(raster, createPlane(2, 2))).toThrow(RangeError);
    expect(() =>
      pushPull(
        rasterOf(3, 2, 4, () => [0, 0, 0, 0]),
        createPlane(3, 2),
      ),
    ).toThrow(RangeError);
  });
});
