import { describe, expect, it } from '@jest/globals';
import { rasterOf, testRandom } from '../../test/planes';
import {
  labOf,
  labToRgb,
  linearToSrgb,
  luma,
  medianLab,
  rgbToLab,
  rgbToLabIn,
  SRGB_TO_LINEAR,
  srgbToLinear,
} from './colour';
import { createPlane } from '../core/raster';

describe('sRGB', () => {
  it('goes to linear light and back for every code', () => {
    for (let v = 0; v < 256; v++) {
      expect(linearToSrgb(srgbToLinear(v))).toBeCloseTo(v, 4);
      expect(SRGB_TO_LINEAR[v]).toBeCloseTo(srgbToLinear(v), 6);
    }
    expect(srgbToLinear(255)).toBe(1);
    expect(srgbToLinear(188)).toBeCloseTo(0.5029, 4);
    expect(linearToSrgb(7)).toBeCloseTo(255, 9);
    expect(linearToSrgb(-1)).toBe(0);
  });
});

describe('Lab', () => {
  it('knows the corners of the sRGB cube', () => {
    const near = (lab: readonly number[], expected: number[]): void =>
      lab.forEach((v, i) => expect(Math.abs(v - expected[i])).toBeLessThan(0.02));
    near(labOf(255, 255, 255), [100, 0, 0]);
    near(labOf(0, 0, 0), [0, 0, 0]);
    near(labOf(255, 0, 0), [53.24, 80.09, 67.2]);
    near(labOf(0, 255, 0), [87.73, -86.18, 83.18]);
    near(labOf(0, 0, 255), [32.3, 79.19, -107.86]);
  });

  it('converts the wanted pixels of a box', () => {
    const random = testRandom(9);
    const picture = rasterOf(9, 7, 3, () => [random() * 256, random() * 256, random() * 256]);
    const wanted = Uint8Array.from({ length: 12 }, (_, i) => i % 2);
    const [lab, all] = [rgbToLabIn(picture, { x: 3, y: 2, width: 4, height: 3 }, wanted), rgbToLab(picture)];
    for (let i = 0; i < 36; i++) {
      const [x, y] = [3 + (Math.floor(i / 3) % 4), 2 + Math.floor(i / 12)];
      expect(lab[i]).toBe(Math.floor(i / 3) % 2 === 1 ? all[3 * (9 * y + x) + (i % 3)] : 0);
    }
  });

  it('converts pictures as it converts single colours, and back', () => {
    const random = testRandom(8);
    const picture = rasterOf(40, 40, 3, () => [random() * 256, random() * 256, random() * 256]);
    const lab = rgbToLab(picture);
    for (let i = 0; i < 1600; i++) {
      const [r, g, b] = picture.data.subarray(i * 3, i * 3 + 3);
      labOf(r, g, b).forEach((v, c) => expect(Math.abs(v - lab[i * 3 + c])).toBeLessThan(0.002));
      labToRgb([lab[i * 3], lab[i * 3 + 1], lab[i * 3 + 2]]).forEach((v, c) =>
        expect(Math.abs(v - picture.data[i * 3 + c])).toBeLessThan(0.1),
      );
    }
  });
});

describe('luma', () => {
  it('weighs the channels as they are coded, and takes grey and RGBA', () => {
    const picture = rasterOf(3, 1, 4, (x) => (x < 1 ? [255, 0, 0, 9] : x < 2 ? [0, 255, 0, 9] : [128, 128, 128, 9]));
    expect(luma(picture).data[0]).toBeCloseTo(0.2126, 5);
    expect(luma(picture).data[1]).toBeCloseTo(0.7152, 5);
    expect(luma(picture).data[2]).toBeCloseTo(128 / 255, 5);
    expect(luma(rasterOf(1, 1, 1, () => [51])).data[0]).toBeCloseTo(0.2, 5);
  });
});

describe('medianLab', () => {
  const picture = rasterOf(5, 1, 3, (x) => (x < 3 ? [200, 30, 40] : [10, 240, 20]));

  it('takes the masked pixels only', () => {
    const [L, a, b] = labOf(200, 30, 40);
    const found = medianLab(picture, createPlane(5, 1, 1));
    expect(found).not.toBeNull();
    [L, a, b].forEach((v, i) => expect(Math.abs(v - (found?.[i] ?? NaN))).toBeLessThanOrEqual(0.051));
  });

  it('is null for an empty mask', () => {
    const half = rasterOf(2, 1, 3, (x) => (x < 1 ? [0, 0, 0] : [255, 255, 255]));
    expect(medianLab(half, createPlane(2, 1))).toBeNull();
  });
});
