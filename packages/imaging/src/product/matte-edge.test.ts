import { describe, expect, it } from '@jest/globals';
import { maxDifference, testRandom } from '../../test/planes';
import { boxBlur } from '../filter/filter';
import { drawMatteEdge, type MatteEdgeOptions } from './matte-edge';
import type { PlaneF32, RasterU8 } from '../core/raster';
import { resizePlane } from '../resize/resize';

const ALONG: readonly [number, number, number] = [0.36, 0.48, 0.8];

/** A noisy blob in front of a noisy background, and its rough matte at `k` times the size. */
function scene(width: number, height: number, k: number): { picture: RasterU8; matte: PlaneF32; band: PlaneF32 } {
  const random = testRandom(width + height);
  const radius = (x: number, y: number): number => Math.hypot(x / width - 0.5, (y / height - 0.5) * 0.9);
  const data = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    const isIn = radius((i % width) + 0.5, Math.floor(i / width) + 0.5) < 0.3 + 0.02 * random();
    for (let c = 0; c < 3; c++) data[3 * i + c] = (isIn ? 60 : 170) + 40 * random();
  }
  const [w, h] = [Math.round(width * k), Math.round(height * k)];
  const values = Float32Array.from({ length: w * h }, (_, i) =>
    Math.max(0, Math.min(1, 3 - 10 * radius(((i % w) + 0.5) / k, (Math.floor(i / w) + 0.5) / k))),
  );
  const matte = { width: w, height: h, data: values };
  return { picture: { width, height, channels: 3, data }, matte, band: boxBlur(matte, 2) };
}

const mapped = (plane: PlaneF32, f: (i: number) => number): PlaneF32 => ({
  ...plane,
  data: plane.data.map((_, i) => f(i)),
});

/** The mean of 2×2 pixels, the last ones of odd sides repeated. */
function halvedOf({ width, height, data }: PlaneF32): PlaneF32 {
  const [w, h] = [(width + 1) >> 1, (height + 1) >> 1];
  const at = (x: number, y: number): number => data[Math.min(y, height - 1) * width + Math.min(x, width - 1)];
  const mean = (x: number, y: number): number => (at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1)) / 4;
  return {
    width: w,
    height: h,
    data: Float32Array.from({ length: w * h }, (_, i) => mean(2 * (i % w), 2 * Math.floor(i / w))),
  };
}

/** A value between a plane's pixels, at fractions of its sides. */
function readAt({ width, height, data }: PlaneF32, s: number, t: number): number {
  const [u, v] = [s * width - 0.5, t * height - 0.5].map((place) => Math.max(0, place));
  const [x, y] = [Math.min(width - 1, Math.floor(u)), Math.min(height - 1, Math.floor(v))];
  const [right, down] = [Math.min(width - 1, x + 1), Math.min(height - 1, y + 1)];
  const row = (r: number): number => data[r * width + x] + (u - x) * (data[r * width + right] - data[r * width + x]);
  return row(y) + (v - y) * (row(down) - row(y));
}

/** The filter applied to whole planes, from its definition. */
function simpleEdge(picture: RasterU8, matte: PlaneF32, band: PlaneF32, options: MatteEdgeOptions): number[] {
  const { width, height, data } = picture;
  const { direction, radius, eps, halved } = options;
  const contrast = Float32Array.from({ length: width * height }, (_, i) =>
    direction.reduce((sum, d, c) => sum + (d * data[3 * i + c]) / 255, 0),
  );
  const full = { width, height, data: contrast };
  const large = {
    ...full,
    data: contrast.map((_, i) => readAt(matte, ((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height)),
  };
  const [guide, target] = halved ? [halvedOf(full), halvedOf(large)] : [full, resizePlane(matte, width, height)];
  const blur = (f: (i: number) => number): Float32Array =>
    boxBlur(mapped(guide, f), halved ? Math.round(radius / 2) : radius).data;
  const [meanGuide, meanTarget] = [blur((i) => guide.data[i]), blur((i) => target.data[i])];
  const [both, square] = [blur((i) => guide.data[i] * target.data[i]), blur((i) => guide.data[i] ** 2)];
  const a = both.map((v, i) => (v - meanGuide[i] * meanTarget[i]) / (square[i] - meanGuide[i] ** 2 + eps));
  const slope = { ...guide, data: blur((i) => a[i]) };
  const shift = { ...guide, data: blur((i) => meanTarget[i] - a[i] * meanGuide[i]) };
  return Array.from(contrast, (value, i) => {
    const [s, t] = [((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height];
    const inside = readAt(band, s, t);
    if (inside < 0.03) return 0;
    const raw = readAt(slope, s, t) * value + readAt(shift, s, t);
    const k = inside > 0.97 ? 1 : Math.max(0, Math.min(1, (raw - 0.3) / 0.42));
    return k * k * (3 - 2 * k);
  });
}

describe('drawMatteEdge', () => {
  it.each([
    [60, 80, 0.5, 4, true],
    [61, 47, 0.37, 6, true],
    [33, 41, 0.6, 3, false],
    [40, 30, 1, 2, false],
  ])('is what the filter over all of %i×%i pixels gives', (width, height, k, radius, halved) => {
    const { picture, matte, band } = scene(width, height, k);
    const options = { direction: ALONG, radius, eps: 3e-4, halved };
    const drawn = drawMatteEdge(picture, matte, band, options);
    expect(maxDifference(drawn.data, simpleEdge(picture, matte, band, options))).toBeLessThan(2e-3);
  });

  it('throws for grey pictures', () => {
    const { matte, band } = scene(20, 20, 1);
    const grey: RasterU8 = { width: 20, height: 20, channels: 1, data: new Uint8Array(400) };
    expect(() => drawMatteEdge(grey, matte, band, { direction: ALONG, radius: 2, eps: 1e-3, halved: true })).toThrow(
      RangeError,
    );
  });
});
