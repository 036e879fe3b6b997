import { describe, expect, it } from '@jest/globals';
import { planeOf, rasterOf, rowsOf } from '../../test/planes';
import { compositeOver, dropAlpha, extractAlpha, multiplyInPlace, withAlpha } from './blend';
import { linearToSrgb, srgbToLinear } from './colour';
import { createPlane, createRaster } from '../core/raster';

describe('compositeOver', () => {
  it('mixes by alpha and leaves alpha 0 alone', () => {
    const dst = rasterOf(3, 1, 3, () => [100, 100, 101]);
    compositeOver(
      dst,
      rasterOf(3, 1, 3, () => [200, 0, 50]),
      planeOf([[0, 0.5, 1]]),
    );
    expect(Array.from(dst.data)).toEqual([100, 100, 101, 150, 50, 76, 200, 0, 50]);
  });

  it("multiplies the plane with the source's own alpha", () => {
    const dst = rasterOf(2, 1, 3, () => [0, 0, 0]);
    compositeOver(
      dst,
      rasterOf(2, 1, 4, (x) => [200, 100, 50, x < 1 ? 51 : 255]),
      planeOf([[0.5, 1]]),
    );
    expect(Array.from(dst.data)).toEqual([20, 10, 5, 200, 100, 50]);
  });

  it('places the source anywhere and clips it', () => {
    const src = rasterOf(2, 2, 3, (x, y) => [x * 100, y * 100, 9]);
    for (const [x, y] of [
      [-1, -1],
      [2, 2],
      [9, 9],
      [-5, 0],
    ]) {
      const dst = createRaster(3, 3, 3);
      compositeOver(dst, src, null, { x, y });
      const painted = Array.from({ length: 9 }, (_, i) => dst.data[i * 3 + 2]).filter((v) => v === 9).length;
      const overlap = (at: number): number => Math.max(0, Math.min(3, at + 2) - Math.max(0, at));
      expect(painted).toBe(overlap(x) * overlap(y));
    }
    expect(() => compositeOver(createRaster(2, 2, 4), src, null)).toThrow(RangeError);
    expect(() => compositeOver(createRaster(2, 2, 3), src, createPlane(1, 2))).toThrow(RangeError);
  });
});

describe('multiplyInPlace', () => {
  it('scales linear light within one code, and 1 changes nothing', () => {
    for (const factor of [0.25, 0.8, 1, 1.3, 4]) {
      const dst = rasterOf(256, 1, 3, (x) => [x, 255 - x, 128]);
      multiplyInPlace(dst, createPlane(256, 1, factor));
      for (let v = 0; v < 256; v++) {
        expect(Math.abs(dst.data[v * 3] - linearToSrgb(factor * srgbToLinear(v)))).toBeLessThan(0.8);
      }
      if (factor === 1) expect(dst.data[300]).toBe(100);
    }
  });

  it('obeys mask, place and alpha', () => {
    const dst = rasterOf(3, 1, 4, () => [100, 100, 100, 77]);
    multiplyInPlace(dst, planeOf([[0, 0]]), planeOf([[1, 0]]), { x: 1, y: 0 });
    expect(Array.from(dst.data)).toEqual([100, 100, 100, 77, 0, 0, 0, 77, 100, 100, 100, 77]);
    expect(() => multiplyInPlace(dst, createPlane(2, 1), createPlane(1, 1))).toThrow(RangeError);
  });
});

describe('alpha', () => {
  it('comes off and goes on again', () => {
    const rgba = rasterOf(2, 1, 4, (x) => [x * 10, 20, 30, x < 1 ? 0 : 255]);
    expect(rowsOf(extractAlpha(rgba))).toEqual([[0, 1]]);
    expect(withAlpha(dropAlpha(rgba), extractAlpha(rgba)).data).toEqual(rgba.data);
    expect(rowsOf(extractAlpha(rasterOf(1, 1, 3, () => [1, 2, 3])))).toEqual([[1]]);
    expect(Array.from(dropAlpha(rasterOf(1, 1, 1, () => [5])).data)).toEqual([5, 5, 5]);
    expect(() => withAlpha(rgba, createPlane(1, 1))).toThrow(RangeError);
  });
});
