import { describe, expect, it } from '@jest/globals';
import { maskOf, planeOf, rasterOf, testRandom } from '../../test/planes';
import { iou, psnr, ssim } from './metrics';
import { createPlane } from '../core/raster';

const random = testRandom(21);
const NOISE = rasterOf(40, 30, 3, () => [random() * 256, random() * 256, random() * 256]);

describe('psnr', () => {
  it('is infinite for equal pictures', () => {
    expect(psnr(NOISE, NOISE)).toBe(Infinity);
  });

  it('follows the formula, inside the mask only', () => {
    const a = rasterOf(2, 1, 3, () => [100, 100, 100]);
    const b = rasterOf(2, 1, 3, (x) => (x < 1 ? [110, 100, 100] : [0, 0, 0]));
    expect(psnr(a, b, planeOf([[1, 0]]))).toBeCloseTo(10 * Math.log10((255 * 255 * 3) / 100), 9);
    expect(() => psnr(a, NOISE)).toThrow(RangeError);
  });
});

describe('ssim', () => {
  it('is 1 for equal pictures, near 1 for a shift of brightness, low for foreign noise', () => {
    expect(ssim(NOISE, NOISE)).toBeCloseTo(1, 6);
    const brighter = { ...NOISE, data: NOISE.data.map((v) => Math.min(255, v + 5)) };
    expect(ssim(NOISE, brighter)).toBeGreaterThan(0.97);
    const other = rasterOf(40, 30, 3, () => [random() * 256, random() * 256, random() * 256]);
    expect(Math.abs(ssim(NOISE, other))).toBeLessThan(0.15);
    expect(ssim(NOISE, other)).toBeCloseTo(ssim(other, NOISE), 9);
  });

  it('looks inside the mask only', () => {
    const half = { ...NOISE, data: NOISE.data.map((v, i) => (Math.floor(i / 3) % 40 < 20 ? v : 0)) };
    expect(
      ssim(
        NOISE,
        half,
        maskOf(40, 30, (x) => x < 12),
      ),
    ).toBeCloseTo(1, 3);
    expect(ssim(NOISE, half, createPlane(40, 30))).toBeNaN();
  });
});

describe('iou', () => {
  it('divides the shared area by the covered one', () => {
    expect(iou(planeOf([[1, 1, 0, 0]]), planeOf([[0, 1, 1, 0]]))).toBeCloseTo(1 / 3, 12);
    expect(iou(createPlane(2, 2), createPlane(2, 2))).toBe(1);
  });
});
