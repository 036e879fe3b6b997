import { describe, expect, it } from '@jest/globals';
import { legFlush, legRelief } from './leg-relief';

describe('legRelief', () => {
  it('is a light kneecap between darker sides, above a shadow', () => {
    expect(legRelief(0.465, 0)).toBeGreaterThan(1.03);
    expect(legRelief(0.48, 0.72)).toBeLessThan(0.97);
    expect(legRelief(0.515, 0)).toBeLessThan(0.97);
  });

  it('leaves the thigh plain and stays within a tenth', () => {
    expect(legRelief(0.15, 0.3)).toBeCloseTo(1, 2);
    for (let t = 0; t <= 1; t += 0.02) {
      for (let u = -1; u <= 1; u += 0.1) expect(Math.abs(legRelief(t, u) - 1)).toBeLessThan(0.12);
    }
  });
});

it('legFlush reddens knees, not thighs', () => {
  expect(legFlush(0.48)).toBeGreaterThan(0.025);
  expect(legFlush(0.2)).toBeLessThan(0.001);
});
