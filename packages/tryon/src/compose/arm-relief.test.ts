import { describe, expect, it } from '@jest/globals';
import { armRelief } from './arm-relief';

describe('armRelief', () => {
  it('shades the crook of the elbow and the wrist, lights the forearm', () => {
    expect(armRelief(0.46, 0)).toBeLessThan(0.97);
    expect(armRelief(0.58, -0.3)).toBeGreaterThan(1.01);
    expect(armRelief(0.83, 0)).toBeLessThan(0.99);
  });

  it('never changes the tone by more than a tenth', () => {
    for (let t = 0; t <= 1; t += 0.02) {
      for (let u = -1; u <= 1; u += 0.1) expect(Math.abs(armRelief(t, u) - 1)).toBeLessThan(0.1);
    }
  });
});
