import { describe, expect, it } from '@jest/globals';
import { lengtheningFactor } from './dress-length';

const TORSO = 200;
const knee = { chest: 100, armhole: 40, length: 190 };

describe('lengtheningFactor', () => {
  it('gives a dress whose shoulders read too short the length beside its own chest', () => {
    const factor = lengtheningFactor(knee, 0, TORSO, 1.7);
    expect(factor).toBeGreaterThan(1.1);
    expect(lengtheningFactor(knee, 1, TORSO, 1.7)).toBeLessThan(factor);
  });

  it('leaves one that is long enough, and never shortens', () => {
    expect(lengtheningFactor(knee, 0, TORSO, 2.2)).toBe(1);
    expect(lengtheningFactor({ ...knee, length: 280 }, 0, TORSO, 1.7)).toBe(1);
  });

  it('does not stretch it beyond recognition', () => {
    expect(lengtheningFactor({ ...knee, length: 120 }, 0, TORSO, 0.8)).toBeLessThanOrEqual(1.3);
  });

  it('distrusts a chest measured where the arm hole is too deep', () => {
    expect(lengtheningFactor({ ...knee, armhole: 80 }, 0, TORSO, 1.7)).toBe(1);
  });
});
