import { describe, expect, it } from '@jest/globals';
import { createRandom, gaussianNoise } from './random';

describe('createRandom', () => {
  it('repeats itself for a seed, differs between seeds and is uniform', () => {
    const draw = (seed: number): number[] => {
      const random = createRandom(seed);
      return Array.from({ length: 10_000 }, random);
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    const values = draw(1);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThan(1);
    expect(values.reduce((a, b) => a + b, 0) / values.length).toBeCloseTo(0.5, 1);
  });
});

describe('gaussianNoise', () => {
  it('has the mean, deviation and tails of the normal distribution', () => {
    const { data } = gaussianNoise(301, 201, 5, 2);
    const n = data.length;
    const mean = data.reduce((a, b) => a + b, 0) / n;
    const deviation = Math.sqrt(data.reduce((a, b) => a + b * b, 0) / n);
    expect(Math.abs(mean)).toBeLessThan(0.03);
    expect(Math.abs(deviation - 2)).toBeLessThan(0.03);
    expect(data.filter((v) => Math.abs(v) < 2).length / n).toBeCloseTo(0.683, 1);
  });

  it('is repeatable and zero for sigma 0', () => {
    expect(gaussianNoise(5, 5, 3).data).toEqual(gaussianNoise(5, 5, 3).data);
    expect(gaussianNoise(3, 3, 3, 0).data.every((v) => v === 0)).toBe(true);
  });
});
