import { describe, expect, it } from '@jest/globals';
import type { Point } from '@drape/imaging';
import { dressShares, fittedWaist } from './dress-waist';

const SHARES = Array.from({ length: 11 }, (_, i) => (i + 1) / 12);

/** Sides of a garment 120 high with the given half widths from armpit to hem. */
function sides(halves: readonly number[]): { sides: [Point[], Point[]] } {
  const line = (sign: number): Point[] =>
    halves.map((half, i) => ({ x: 200 + sign * half, y: (120 * i) / (halves.length - 1) }));
  return { sides: [line(-1), line(1)] };
}

describe('fittedWaist', () => {
  it('finds the narrowest place between bust and hips', () => {
    const { at, sure } = fittedWaist(sides([50, 45, 40, 55, 70, 80, 90]), SHARES);
    expect(Math.abs(SHARES[at - 1] - 1 / 3)).toBeLessThan(0.1);
    expect(sure).toBe(1);
  });

  it('finds none where a dress falls straight or widens from the bust on', () => {
    expect(fittedWaist(sides([50, 50, 50, 50]), SHARES).sure).toBe(0);
    expect(fittedWaist(sides([50, 60, 70, 80]), SHARES).sure).toBe(0);
    expect(fittedWaist(sides([50, 49, 47, 44]), SHARES).sure).toBeLessThan(0.2);
  });
});

describe('dressShares', () => {
  const raw = [0.8, 1.1, 1.1, 1, 1, 0.9, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.7];

  it('keeps the share of the bust down to a fitted waist, and the hem its own', () => {
    const shares = dressShares(raw, { at: 4, sure: 1 });
    for (const share of shares.slice(0, 5)) expect(share).toBe(0.8);
    expect(shares[12]).toBeCloseTo(0.7, 9);
  });

  it('lets the share change slowly on a dress without one', () => {
    const shares = dressShares(raw, { at: 4, sure: 0 });
    for (let n = 1; n < shares.length; n++)
      expect(Math.abs(shares[n] - shares[n - 1])).toBeLessThan(0.25 * (1.1 - 0.8));
  });
});
