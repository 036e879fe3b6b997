import { describe, expect, it } from '@jest/globals';
import { maskOf, rasterOf, testRandom } from '../../test/planes';
import { pushPull } from './fill';
import { psnr } from '../metrics/metrics';
import { patchMatch } from './patch-match';
import { createPlane, type RasterU8 } from '../core/raster';

/** A brick wall: rows of 8 pixels, every second one shifted by half a brick of 16, grey joints. */
const WALL: RasterU8 = rasterOf(128, 96, 3, (x, y) => {
  const row = Math.floor(y / 8);
  const inRow = (x + (row % 2) * 8) % 16;
  return y % 8 < 1.6 || inRow < 1.6 ? [180, 175, 170] : [150, 60 + ((row * 7) % 20), 45];
});
const HOLE = maskOf(128, 96, (x, y) => Math.abs(x - 64) < 16 && Math.abs(y - 48) < 18);

function damaged(): RasterU8 {
  const data = WALL.data.slice();
  HOLE.data.forEach((v, i) => {
    if (v > 0) data.set([255, 0, 255], i * 3);
  });
  return { ...WALL, data };
}

describe('patchMatch', () => {
  it('carries a brick wall on through a hole, far better than a smooth fill', () => {
    const smooth = pushPull(damaged(), { ...HOLE, data: HOLE.data.map((v) => 1 - v) });
    const filled = patchMatch(damaged(), HOLE).raster;
    const plain = psnr(smooth, WALL, HOLE);
    expect(psnr(filled, WALL, HOLE)).toBeGreaterThan(plain + 6);
  });

  it('touches nothing outside the hole and repeats itself for a seed', () => {
    const filled = patchMatch(damaged(), HOLE, { seed: 3 }).raster;
    const outside = { ...HOLE, data: HOLE.data.map((v) => 1 - v) };
    expect(psnr(filled, WALL, outside)).toBe(Infinity);
    expect(patchMatch(damaged(), HOLE, { seed: 3 }).raster.data).toEqual(filled.data);
  });

  it('never copies what is not known', () => {
    const random = testRandom(2);
    const scene = rasterOf(96, 64, 3, (x) => (x < 48 ? [90 + random() * 20, 140, 60] : [250, 0, 0]));
    const hole = maskOf(96, 64, (x, y) => x > 30 && x < 48 && y > 20 && y < 44);
    const known = maskOf(96, 64, (x) => x < 48);
    const filled = patchMatch(scene, hole, { known }).raster;
    hole.data.forEach((v, i) => {
      if (v > 0) expect(filled.data[i * 3]).toBeLessThan(130);
    });
  });

  it('follows a guess where an even surface would do as well', () => {
    // stripes above, an even surface below; the hole reaches down so far that only the surface's last rows show what it is
    const scene = rasterOf(96, 96, 3, (x, y) => (y > 60 ? [130, 130, 130] : [x % 6 < 3 ? 200 : 40, 90, 30]));
    const hole = maskOf(96, 96, (x, y) => Math.abs(x - 48) < 20 && y > 30 && y < 60);
    const known = maskOf(96, 96, (x, y) => y > 60 || Math.abs(x - 48) > 34);
    const guess = { raster: rasterOf(96, 96, 3, () => [120, 90, 30]), trust: 0.9 };
    const blue = (filled: RasterU8): number => filled.data[3 * (45 * 96 + 48) + 2];
    expect(blue(patchMatch(scene, hole, { known, patch: 5 }).raster)).toBeGreaterThan(60);
    expect(blue(patchMatch(scene, hole, { known, patch: 5, guess }).raster)).toBeLessThan(45);
  });

  it('falls back to a smooth fill where no whole patch is known, and returns a picture without hole', () => {
    const tiny = rasterOf(9, 9, 3, () => [50, 60, 70]);
    const hole = maskOf(9, 9, (x, y) => Math.hypot(x - 4.5, y - 4.5) < 3);
    expect(Array.from(patchMatch(tiny, hole).raster.data.subarray(0, 3))).toEqual([50, 60, 70]);
    expect(patchMatch(tiny, createPlane(9, 9)).raster.data).toEqual(tiny.data);
    expect(() => patchMatch(tiny, hole, { patch: 4 })).toThrow(RangeError);
    expect(patchMatch(tiny, createPlane(9, 9, 1)).raster.data).toEqual(tiny.data);
  });
});
