import { describe, expect, it } from '@jest/globals';
import { maskOf, planeOf, rasterOf, testRandom } from '../../test/planes';
import { compositeOver } from '../colour/blend';
import { gaussianBlur } from '../filter/filter';
import { iou, maxAbsDiff, psnr, seamRatio, ssim } from './metrics';
import { createPlane } from '../core/raster';

const random = testRandom(21);
const NOISE = rasterOf(40, 30, 3, () => [random() * 256, random() * 256, random() * 256]);

describe('psnr and maxAbsDiff', () => {
  it('are infinite and 0 for equal pictures', () => {
    expect(psnr(NOISE, NOISE)).toBe(Infinity);
    expect(maxAbsDiff(NOISE, NOISE)).toBe(0);
  });

  it('follow the formula, inside the mask only', () => {
    const a = rasterOf(2, 1, 3, () => [100, 100, 100]);
    const b = rasterOf(2, 1, 3, (x) => (x < 1 ? [110, 100, 100] : [0, 0, 0]));
    expect(psnr(a, b, planeOf([[1, 0]]))).toBeCloseTo(10 * Math.log10((255 * 255 * 3) / 100), 9);
    expect(maxAbsDiff(a, b, planeOf([[1, 0]]))).toBe(10);
    expect(maxAbsDiff(a, b)).toBe(100);
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

describe('seamRatio', () => {
  const alpha = maskOf(60, 60, (x, y) => Math.hypot(x - 30, y - 30) < 16);
  const ground = rasterOf(60, 60, 3, (x, y) => [120 + 10 * Math.sin(x), 110 + 10 * Math.sin(y), 90]);

  it('is about 1 where the border does not show and high where it does', () => {
    expect(seamRatio(ground, alpha)).toBeLessThan(1.3);
    const hard = { ...ground, data: ground.data.slice() };
    compositeOver(
      hard,
      rasterOf(60, 60, 3, () => [250, 240, 230]),
      alpha,
    );
    expect(seamRatio(hard, alpha)).toBeGreaterThan(5);
    const soft = { ...ground, data: ground.data.slice() };
    compositeOver(
      soft,
      rasterOf(60, 60, 3, () => [250, 240, 230]),
      gaussianBlur(alpha, 2),
    );
    expect(seamRatio(hard, alpha, { raster: soft, alpha })).toBeGreaterThan(1.5);
    expect(seamRatio(soft, alpha, { raster: soft, alpha })).toBe(1);
  });
});
