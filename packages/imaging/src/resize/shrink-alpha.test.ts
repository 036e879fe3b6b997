import { describe, expect, it } from '@jest/globals';
import { maxDifference, testRandom } from '../../test/planes';
import type { RasterU8 } from '../core/raster';
import { shrinkAlpha } from './shrink-alpha';

function rgbaOf(width: number, height: number, seed: number): RasterU8 {
  const random = testRandom(seed);
  return { width, height, channels: 4, data: Uint8Array.from({ length: 4 * width * height }, () => 256 * random()) };
}

/** Mean over the area of each pixel, from its definition. */
function simpleShrink({ width, height, data }: RasterU8, toWidth: number, toHeight: number): number[] {
  const cover = (from: number, to: number, pixel: number): number => Math.min(to, pixel + 1) - Math.max(from, pixel);
  return Array.from({ length: toWidth * toHeight }, (_, i) => {
    const [left, top] = [((i % toWidth) * width) / toWidth, (Math.floor(i / toWidth) * height) / toHeight];
    const [right, bottom] = [left + width / toWidth, top + height / toHeight];
    let sum = 0;
    for (let y = Math.floor(top); y < Math.min(height, bottom); y++) {
      for (let x = Math.floor(left); x < Math.min(width, right); x++) {
        sum += (cover(left, right, x) * cover(top, bottom, y) * data[4 * (y * width + x) + 3]) / 255;
      }
    }
    return (sum * toWidth * toHeight) / (width * height);
  });
}

describe('shrinkAlpha', () => {
  it('is the mean over the area of each pixel', () => {
    for (const [from, to] of [
      [61, 40, 23, 17],
      [9, 30, 9, 11],
      [40, 33, 39, 33],
      [500, 700, 111, 350],
    ].map(([w, h, x, y]) => [rgbaOf(w, h, w), [x, y]] as const)) {
      const [width, height] = to;
      const out = shrinkAlpha(from, width, height);
      expect([out.width, out.height]).toEqual([width, height]);
      expect(maxDifference(out.data, simpleShrink(from, width, height))).toBeLessThan(1e-5);
    }
  });

  it('throws without alpha, and where it would grow', () => {
    expect(() => shrinkAlpha({ ...rgbaOf(4, 3, 1), channels: 3 }, 2, 2)).toThrow(RangeError);
    expect(() => shrinkAlpha(rgbaOf(4, 4, 1), 4, 5)).toThrow(RangeError);
  });
});
