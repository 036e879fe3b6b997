import { describe, expect, it } from '@jest/globals';
import { chestRelief } from './chest-relief';

describe('light on an invented chest', () => {
  it('is lighter below the collar bones than above them', () => {
    expect(chestRelief(0.18, 0.17)).toBeGreaterThan(chestRelief(0.2, -0.175) + 0.1);
    expect(chestRelief(0, 0.2)).toBeGreaterThan(1.05);
  });

  it('has a groove before the shoulder that runs out below', () => {
    expect(chestRelief(0.33, 0.2)).toBeLessThan(chestRelief(0.2, 0.2) - 0.06);
    expect(chestRelief(0.33, 0.5)).toBeCloseTo(1, 2);
  });

  it('has collar bones above the shoulder joints, rising outwards', () => {
    const brightest = (u: number): number => {
      const rows = Array.from({ length: 30 }, (_, i) => -0.2 + i / 150);
      return rows.reduce((best, v) => (chestRelief(u, v) > chestRelief(u, best) ? v : best), rows[0]);
    };
    expect(brightest(0.13)).toBeLessThan(-0.05);
    expect(brightest(0.24)).toBeLessThan(brightest(0.13) - 0.02);
  });

  it('turns dark where a shoulder turns to the side, not on its top', () => {
    expect(chestRelief(0.56, 0.15)).toBeLessThan(0.93);
    expect(chestRelief(0.56, -0.1)).toBeCloseTo(1, 2);
  });

  it('leaves the throat alone', () => {
    expect(chestRelief(0, -0.1)).toBeCloseTo(1, 1);
  });
});
