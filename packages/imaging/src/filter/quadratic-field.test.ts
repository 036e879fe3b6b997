import { describe, expect, it } from '@jest/globals';
import { maskOf, normalNoise } from '../../test/planes';
import { createPlane, type PlaneF32 } from '../core/raster';
import { fitQuadraticField } from './quadratic-field';

function surface(width: number, height: number): PlaneF32 {
  const out = createPlane(width, height);
  for (let i = 0; i < out.data.length; i++) {
    const x = (2 * (i % width)) / (width - 1) - 1;
    const y = (2 * Math.floor(i / width)) / (height - 1) - 1;
    out.data[i] = 0.5 + 0.1 * x - 0.2 * y + 0.05 * x * x + 0.03 * x * y - 0.04 * y * y;
  }
  return out;
}

describe('fitQuadraticField', () => {
  it('finds the coefficients of a quadratic exactly', () => {
    const { coefficients, field } = fitQuadraticField(surface(60, 40), createPlane(60, 40, 1));
    [0.5, 0.1, -0.2, 0.05, 0.03, -0.04].forEach((v, i) => expect(coefficients[i]).toBeCloseTo(v, 4));
    expect(field.data[777]).toBeCloseTo(surface(60, 40).data[777], 4);
  });

  it('does not see a print on a quarter of the area', () => {
    const plane = surface(80, 80);
    const noise = normalNoise(6400, 1, 0.005);
    const print = maskOf(80, 80, (x, y) => Math.abs(x - 35) < 20 && Math.abs(y - 40) < 20);
    for (let i = 0; i < plane.data.length; i++) plane.data[i] += noise[i] + 0.6 * print.data[i];
    const { field } = fitQuadraticField(plane, createPlane(80, 80, 1));
    const truth = surface(80, 80);
    for (let i = 0; i < truth.data.length; i++) expect(Math.abs(field.data[i] - truth.data[i])).toBeLessThan(0.01);
  });

  it('leaves out weight 0 and NaN', () => {
    const plane = surface(30, 30);
    const weight = maskOf(30, 30, (x) => x < 20);
    plane.data.forEach((_, i) => {
      if (weight.data[i] === 0) plane.data[i] = i % 2 === 0 ? NaN : 50;
    });
    plane.data[5] = NaN;
    expect(fitQuadraticField(plane, weight).coefficients[0]).toBeCloseTo(0.5, 3);
  });

  it('degrades: a line of pixels, one pixel, none', () => {
    const row = maskOf(20, 20, (_, y) => y < 1);
    const { field } = fitQuadraticField(surface(20, 20), row);
    expect(field.data[10]).toBeCloseTo(surface(20, 20).data[10], 2);
    expect(fitQuadraticField(createPlane(1, 1, 0.3), createPlane(1, 1, 1)).field.data[0]).toBeCloseTo(0.3, 5);
    expect(fitQuadraticField(createPlane(4, 4, 0.3), createPlane(4, 4)).field.data[0]).toBe(0);
  });
});
