import { describe, expect, it } from '@jest/globals';
import { maxDifference, maskOf, randomPlane, rasterOf, testRandom } from '../../test/planes';
import { boxBlur } from './filter';
import { guidedFilter } from './guided';
import { createPlane, type PlaneF32 } from '../core/raster';

/** He et al. 2013 written from the paper, window by window, for a grey guide. */
function naiveGuided(guide: PlaneF32, src: PlaneF32, radius: number, eps: number): Float32Array {
  const { width, height } = src;
  const a = createPlane(width, height);
  const b = createPlane(width, height);
  for (let i = 0; i < src.data.length; i++) {
    let n = 0;
    let mi = 0;
    let mp = 0;
    let mii = 0;
    let mip = 0;
    for (let y = Math.floor(i / width) - radius; y <= Math.floor(i / width) + radius; y++) {
      for (let x = (i % width) - radius; x <= (i % width) + radius; x++) {
        if (x < 0 || y < 0 || x >= width || y >= height) continue;
        const g = guide.data[y * width + x];
        const p = src.data[y * width + x];
        n++;
        mi += g;
        mp += p;
        mii += g * g;
        mip += g * p;
      }
    }
    a.data[i] = (mip / n - (mi / n) * (mp / n)) / (mii / n - (mi / n) ** 2 + eps);
    b.data[i] = mp / n - a.data[i] * (mi / n);
  }
  const ma = boxBlur(a, radius).data;
  const mb = boxBlur(b, radius).data;
  return Float32Array.from(src.data, (_, i) => ma[i] * guide.data[i] + mb[i]);
}

describe('guidedFilter', () => {
  it('equals the paper for a grey guide', () => {
    const guide = randomPlane(19, 13, 5);
    const src = randomPlane(19, 13, 6);
    expect(maxDifference(guidedFilter(guide, src, 3, 0.01).data, naiveGuided(guide, src, 3, 0.01))).toBeLessThan(1e-4);
  });

  it('gives the same for a grey picture as plane and as raster of one channel', () => {
    const plane = randomPlane(12, 9, 7);
    const raster = rasterOf(12, 9, 1, (x, y) => [Math.round(plane.data[Math.floor(y) * 12 + Math.floor(x)] * 255)]);
    const exact = { ...plane, data: Float32Array.from(raster.data, (v) => v / 255) };
    const src = randomPlane(12, 9, 8);
    expect(maxDifference(guidedFilter(raster, src, 2, 0.01).data, guidedFilter(exact, src, 2, 0.01).data)).toBeLessThan(
      1e-6,
    );
  });

  it('snaps a shifted matte to the colour edge, where grey sees none', () => {
    const random = testRandom(1);
    // Red and green of equal mean: only the colour form sees the edge at x = 20.
    const guide = rasterOf(40, 30, 3, (x) => {
      const n = Math.floor(random() * 5);
      return x < 20 ? [150 + n, 50, 60] : [50, 150 + n, 60];
    });
    const rough = maskOf(40, 30, (x) => x < 23);
    const out = guidedFilter(guide, rough, 6, 1e-4);
    const row = out.data.subarray(15 * 40, 16 * 40);
    expect(row[19] - row[20]).toBeGreaterThan(0.4);
    expect(Math.abs(row[21] - row[22])).toBeLessThan(0.1);
  });

  it('keeps a constant, whole or sub-sampled', () => {
    const guide = rasterOf(41, 33, 3, (x, y) => [x * 6, y * 7, 9]);
    for (const s of [1, 4]) {
      expect(
        maxDifference(guidedFilter(guide, createPlane(41, 33, 0.7), 8, 1e-3, s).data, createPlane(41, 33, 0.7).data),
      ).toBeLessThan(1e-4);
    }
  });

  it('stays near the full form when sub-sampled', () => {
    const guide = rasterOf(120, 90, 3, (x, y) => (Math.hypot(x - 60, y - 45) < 30 ? [200, 120, 90] : [40, 60, 90]));
    const src = maskOf(120, 90, (x, y) => Math.hypot(x - 62, y - 45) < 30);
    const full = guidedFilter(guide, src, 12, 1e-3);
    const fast = guidedFilter(guide, src, 12, 1e-3, 4);
    let sum = 0;
    for (let i = 0; i < full.data.length; i++) sum += Math.abs(full.data[i] - fast.data[i]);
    expect(sum / full.data.length).toBeLessThan(0.02);
  });

  it('refuses sizes that differ', () => {
    expect(() => guidedFilter(createPlane(3, 3), createPlane(3, 2), 1, 0.1)).toThrow(RangeError);
  });
});
