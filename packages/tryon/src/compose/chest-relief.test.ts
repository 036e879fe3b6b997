import { describe, expect, it } from '@jest/globals';
import { chestRelief } from './chest-relief';

describe('light on an invented chest', () => {
  it('is lighter below the collar bones than above them', () => {
    expect(chestRelief(0.18, 0.17)).toBeGreaterThan(chestRelief(0.2, -0.06) + 0.1);
    expect(chestRelief(0, 0.2)).toBeGreaterThan(1.05);
  });

  it('has a groove before the shoulder that runs out below', () => {
    expect(chestRelief(0.33, 0.2)).toBeLessThan(chestRelief(0.2, 0.2) - 0.06);
    expect(chestRelief(0.33, 0.5)).toBeCloseTo(1, 2);
  });

  it('leaves the throat alone', () => {
    expect(chestRelief(0, -0.1)).toBeCloseTo(1, 1);
  });
});
