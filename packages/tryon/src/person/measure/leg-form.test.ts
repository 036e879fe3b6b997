import { describe, expect, it } from '@jest/globals';
import { fitIntoTrousers, legBow, legRadius, stoutness } from './leg-form';

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.round((to - from) / 0.01) + 1 }, (_, i) => from + 0.01 * i);

describe('legRadius', () => {
  it('swells at the calf and narrows below knee and calf', () => {
    const calf = Math.max(...range(0.58, 0.7).map(legRadius));
    const belowKnee = Math.min(...range(0.5, 0.58).map(legRadius));
    const ankle = Math.min(...range(0.8, 0.93).map(legRadius));
    expect(calf).toBeGreaterThan(1.07 * belowKnee);
    expect(legRadius(0.47)).toBeGreaterThan(1.1 * belowKnee);
    expect(ankle).toBeLessThan(0.52 * calf);
    expect(legRadius(0.935)).toBeGreaterThan(1.05 * ankle);
  });
});

describe('legBow', () => {
  it('is mirrored on the other leg: outer calf above the inner one', () => {
    for (const t of range(0, 1)) expect(legBow(t, 1, 0)).toBeCloseTo(-legBow(t, -1, 0), 10);
    expect(legBow(0.58, 1, 0)).toBeGreaterThan(0);
    expect(legBow(0.68, 1, 0)).toBeLessThan(0);
  });

  it('puts the calf behind a leg that is seen from the side', () => {
    expect(legBow(0.63, 1, 1)).toBeLessThan(-0.01);
    expect(legBow(0.63, 1, -1)).toBeGreaterThan(0.01);
  });
});

describe('stoutness', () => {
  it('follows tight trousers, half believes straight ones and no wide ones', () => {
    expect(stoutness(0.95)).toBeLessThan(0.95);
    expect(stoutness(1.35)).toBeGreaterThan(1.08);
    expect(stoutness(2.2)).toBe(1);
    for (const fabric of [0.5, 1, 1.05, 1.07, 1.5, 1.8, 3]) {
      expect(stoutness(fabric)).toBeGreaterThan(0.8);
      expect(stoutness(fabric)).toBeLessThan(1.15);
    }
  });
});

describe('fitIntoTrousers', () => {
  const radii = Array.from({ length: 24 }, () => 10);

  it('leaves a leg as it is where no trousers lie on it', () => {
    const { radii: same, shifts } = fitIntoTrousers(
      radii,
      radii.map(() => null),
    );
    expect(same).toEqual(radii);
    expect(new Set(shifts)).toEqual(new Set([0]));
  });

  it('moves it inside their sides', () => {
    const runs = radii.map(() => ({ left: 4, right: 18 }));
    const { radii: legs, shifts } = fitIntoTrousers(radii, runs);
    for (let i = 0; i < legs.length; i++) {
      expect(shifts[i] - legs[i]).toBeGreaterThanOrEqual(-4.01);
      expect(shifts[i] + legs[i]).toBeLessThanOrEqual(18);
    }
  });
});
