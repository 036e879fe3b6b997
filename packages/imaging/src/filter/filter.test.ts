import { describe, expect, it } from '@jest/globals';
import { maxDifference, planeOf, randomPlane, rowsOf } from '../../test/planes';
import { boxBlur, boxBlurInPlace, gaussianBlur, sobelMagnitude } from './filter';
import { createPlane, type PlaneF32 } from '../core/raster';

/** The box blur from its definition, pixel by pixel. */
function naiveBox(plane: PlaneF32, radius: number): Float32Array {
  const { width, height, data } = plane;
  return Float32Array.from({ length: data.length }, (_, i) => {
    let sum = 0;
    let n = 0;
    for (let y = Math.floor(i / width) - radius; y <= Math.floor(i / width) + radius; y++) {
      for (let x = (i % width) - radius; x <= (i % width) + radius; x++) {
        if (x < 0 || y < 0 || x >= width || y >= height) continue;
        sum += data[y * width + x];
        n++;
      }
    }
    return sum / n;
  });
}

describe('boxBlur', () => {
  it('blurs in place to the same values', () => {
    const plane = randomPlane(19, 13, 7);
    const blurred = boxBlur(plane, 2);
    expect(boxBlurInPlace(plane, 2)).toBe(plane);
    expect(plane.data).toEqual(blurred.data);
  });

  it('averages what lies inside the window', () => {
    expect(
      rowsOf(
        boxBlur(
          planeOf([
            [9, 0, 0],
            [0, 0, 0],
            [0, 0, 0],
          ]),
          1,
        ),
      ),
    ).toEqual([
      [2.25, 1.5, 0],
      [1.5, 1, 0],
      [0, 0, 0],
    ]);
  });

  it('equals the definition for every radius and odd sizes', () => {
    for (const [w, h] of [
      [1, 1],
      [1, 9],
      [9, 1],
      [7, 5],
      [13, 20],
    ]) {
      const plane = randomPlane(w, h, w * 31 + h);
      for (const r of [0, 1, 2, 3, 6, 30]) {
        expect(maxDifference(boxBlur(plane, r).data, naiveBox(plane, r))).toBeLessThan(1e-6);
      }
    }
  });

  it('equals the definition where most is empty, and is 0 where the window is', () => {
    const plane = createPlane(31, 23);
    for (const [x, y] of [
      [9, 6],
      [10, 6],
      [12, 9],
    ]) {
      plane.data[y * 31 + x] = 0.3;
    }
    for (const r of [1, 2, 5, 11]) {
      const blurred = boxBlur(plane, r).data;
      expect(maxDifference(blurred, naiveBox(plane, r))).toBeLessThan(1e-7);
      expect(blurred.map(Math.sign)).toEqual(naiveBox(plane, r).map(Math.sign));
    }
    expect(boxBlur(createPlane(5, 4), 2).data).toEqual(new Float32Array(20));
  });

  it('refuses a fractional radius', () => {
    expect(() => boxBlur(createPlane(2, 2), 1.5)).toThrow(RangeError);
  });
});

describe('gaussianBlur', () => {
  it.each([0.5, 1, 1.9, 2, 3.3, 8])('keeps a constant and spreads an impulse with sigma %d', (sigma) => {
    expect(maxDifference(gaussianBlur(createPlane(20, 9, 0.3), sigma).data, createPlane(20, 9, 0.3).data)).toBeLessThan(
      1e-6,
    );
    const size = 101;
    const impulse = createPlane(size, size);
    impulse.data[50 * size + 50] = 1;
    const out = gaussianBlur(impulse, sigma);
    let sum = 0;
    let variance = 0;
    for (let i = 0; i < out.data.length; i++) {
      sum += out.data[i];
      variance += out.data[i] * ((i % size) - 50) ** 2;
    }
    expect(sum).toBeCloseTo(1, 3);
    // Sampling a kernel as narrow as half a pixel aliases: 7 % error there.
    expect(Math.abs(Math.sqrt(variance) / sigma - 1)).toBeLessThan(sigma < 1 ? 0.08 : 0.02);
  });

  it.each([
    [30, 20, 1.5],
    [7, 33, 1.9],
    [3, 2, 1],
  ])('is the weighted mean of what lies around, also where little is filled, %i×%i', (width, height, sigma) => {
    const plane = randomPlane(width, height, 8);
    for (let i = 0; i < plane.data.length; i++)
      if (i % width < width / 2 || i < plane.data.length / 3) plane.data[i] = 0;
    const reach = Math.ceil(3 * sigma);
    const wanted = plane.data.map((_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      let [sum, norm] = [0, 0];
      for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++) {
        for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++) {
          const k = Math.exp(-((u - x) ** 2 + (v - y) ** 2) / (2 * sigma * sigma));
          sum += k * plane.data[v * width + u];
          norm += k;
        }
      }
      return sum / norm;
    });
    expect(maxDifference(gaussianBlur(plane, sigma).data, wanted)).toBeLessThan(1e-6);
  });

  it('copies for sigma 0 and refuses NaN', () => {
    const plane = randomPlane(4, 4, 3);
    expect(gaussianBlur(plane, 0).data).toEqual(plane.data);
    expect(() => gaussianBlur(plane, NaN)).toThrow(RangeError);
  });
});

describe('sobelMagnitude', () => {
  it('gives the slope of a ramp and 0 on a constant', () => {
    const ramp = planeOf([0, 1, 2, 3, 4].map((y) => [0, 1, 2, 3, 4].map((x) => 0.3 * x + 0.4 * y)));
    expect(sobelMagnitude(ramp).data[12]).toBeCloseTo(0.5, 6);
    expect(maxDifference(sobelMagnitude(createPlane(3, 3, 2)).data, new Float32Array(9))).toBe(0);
  });
});
