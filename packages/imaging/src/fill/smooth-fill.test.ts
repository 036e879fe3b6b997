import { describe, expect, it } from '@jest/globals';
import { testRandom } from '../../test/planes';
import { pushPull } from './fill';
import { boxBlur } from '../filter/filter';
import { createPlane, createRaster, type PlaneF32, type RasterU8 } from '../core/raster';
import { smoothFill } from './smooth-fill';

const [CALM, FADE] = [3, 5];

/** Patches of known pixels in a noisy picture. */
function sample(width: number, height: number, channels: 3 | 4): { raster: RasterU8; known: PlaneF32 } {
  const random = testRandom(width * height);
  const raster = createRaster(width, height, channels);
  const known = createPlane(width, height);
  for (let i = 0; i < raster.data.length; i++) raster.data[i] = 256 * random();
  for (let i = 0; i < known.data.length; i++) known.data[i] = i % width < width / 2 && random() < 0.97 ? 1 : 0;
  return { raster, known };
}

/** Means of the known pixels in each 2 × 2 block, at the border of those that exist. */
function halved({ width, height, channels, data }: RasterU8, known: PlaneF32): { half: RasterU8; seen: PlaneF32 } {
  const half = createRaster(Math.ceil(width / 2), Math.ceil(height / 2), 3);
  const seen = createPlane(half.width, half.height);
  for (let o = 0; o < seen.data.length; o++) {
    const [x, y] = [2 * (o % half.width), 2 * Math.floor(o / half.width)];
    const [right, below] = [Math.min(width - 1, x + 1), Math.min(height - 1, y + 1)];
    const all = [y * width + x, y * width + right, below * width + x, below * width + right];
    const some = all.filter((i) => known.data[i] >= 0.5);
    if (some.length === 0) continue;
    seen.data[o] = 1;
    for (let c = 0; c < 3; c++) {
      half.data[3 * o + c] = some.reduce((sum, i) => sum + data[i * channels + c], 0) / some.length + 0.5;
    }
  }
  return { half, seen };
}

/** The known colours smoothed by averaging those around them. */
function calmed(half: RasterU8, seen: PlaneF32): RasterU8 {
  const out = { ...half, data: new Uint8Array(half.data.length) };
  const weights = boxBlur(seen, CALM).data;
  for (let c = 0; c < 3; c++) {
    const sums = boxBlur({ ...seen, data: Float32Array.from(weights, (_, i) => half.data[3 * i + c]) }, CALM).data;
    for (let i = 0; i < weights.length; i++) if (seen.data[i] > 0) out.data[3 * i + c] = sums[i] / weights[i] + 0.5;
  }
  return out;
}

/** The fill from its definition. */
function naive(raster: RasterU8, known: PlaneF32): Uint8Array {
  const { half, seen } = halved(raster, known);
  const filled = pushPull(calmed(half, seen), seen);
  const deep = boxBlur(known, FADE);
  const out = new Uint8Array(3 * known.data.length);
  for (let i = 0; i < known.data.length; i++) {
    const [x, y] = [i % raster.width, Math.floor(i / raster.width)];
    const [l, r] = [Math.max(0, (x - 1) >> 1), Math.min(half.width - 1, (x + 1) >> 1)];
    const [a, b] = [Math.max(0, (y - 1) >> 1), Math.min(half.height - 1, (y + 1) >> 1)];
    const [p, q] = [x % 2 === 1 ? 0.25 : 0.75, y % 2 === 1 ? 0.25 : 0.75];
    const own = Math.max(0, 2 * deep.data[i] - 1);
    for (let c = 0; c < 3; c++) {
      const at = (u: number, v: number): number => filled.data[3 * (v * half.width + u) + c];
      out[3 * i + c] = (1 - q) * ((1 - p) * at(l, a) + p * at(r, a)) + q * ((1 - p) * at(l, b) + p * at(r, b)) + 0.5;
      out[3 * i + c] += own * (raster.data[i * raster.channels + c] - out[3 * i + c]);
    }
  }
  return out;
}

describe('smoothFill', () => {
  it.each([
    [40, 30, 3],
    [41, 31, 3],
    [7, 50, 4],
    [1, 3, 3],
  ] as const)('is what its definition says, %i × %i, %i channels', (width, height, channels) => {
    const { raster, known } = sample(width, height, channels);
    expect(smoothFill(raster, known, { calm: CALM, fade: FADE }).data).toEqual(naive(raster, known));
  });

  it('leaves rows that nobody wants black', () => {
    const { raster, known } = sample(33, 20, 3);
    const { data } = smoothFill(raster, known, { calm: CALM, fade: FADE, rows: { from: 6, to: 9 } });
    const expected = naive(raster, known).map((v, i) => (i >= 6 * 99 && i < 9 * 99 ? v : 0));
    expect(data).toEqual(expected);
  });

  it('refuses what it does not fit', () => {
    const { raster, known } = sample(8, 8, 3);
    expect(() => smoothFill(raster, createPlane(9, 8), { calm: 1, fade: 1 })).toThrow(RangeError);
    expect(() => smoothFill(createRaster(8, 8, 1), known, { calm: 1, fade: 1 })).toThrow(RangeError);
    expect(() => smoothFill(raster, known, { calm: 1, fade: 1, rows: { from: 0, to: 9 } })).toThrow(RangeError);
  });
});

describe('a plate of known colours', () => {
  it('carries the known colours on, blind to all others', () => {
    const photo = createRaster(21, 13, 3);
    const known = createPlane(21, 13);
    for (let i = 0; i < 21 * 13; i++) {
      known.data[i] = i % 21 < 7 ? 1 : 0;
      photo.data.set(known.data[i] === 1 ? [200, 100, 50] : [0, 255, 0], 3 * i);
    }
    const plate = smoothFill(photo, known, { calm: CALM, fade: FADE });
    for (let i = 0; i < 21 * 13; i++) expect([...plate.data.subarray(3 * i, 3 * i + 3)]).toEqual([200, 100, 50]);
  });

  it('carries forms on, not the last pixel: a dark one at the border makes no block', () => {
    const photo = createRaster(48, 48, 3);
    const known = createPlane(48, 48);
    for (let i = 0; i < 48 * 48; i++) {
      if (i % 48 >= 24) continue;
      known.data[i] = 1;
      const isDark = i % 48 >= 22 && Math.floor(i / 48) % 16 < 2;
      photo.data.set(isDark ? [20, 20, 20] : [200, 150, 120], 3 * i);
    }
    const plate = smoothFill(photo, known, { calm: CALM, fade: FADE });
    const reds = (column: number) => Array.from({ length: 48 }, (_, y) => plate.data[3 * (48 * y + column)]);
    expect(Math.min(...reds(27))).toBeGreaterThan(170);
    expect(
      Math.max(
        ...reds(27)
          .slice(1)
          .map((red, y) => Math.abs(red - reds(27)[y])),
      ),
    ).toBeLessThan(6);
    expect(plate.data[3 * (48 * 20 + 10)]).toBe(200);
  });
});
