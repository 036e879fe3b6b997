import { describe, expect, it } from '@jest/globals';
import { legFlush, legRelief, legTurn } from './leg-relief';

describe('legRelief', () => {
  it('is a light kneecap above its shadow, which is deeper on the inner side', () => {
    expect(legRelief(0.45, 0)).toBeGreaterThan(legRelief(0.53, 0) + 0.11);
    expect(legRelief(0.53, 0)).toBeLessThan(0.93);
    expect(legRelief(0.5, -0.7)).toBeLessThan(legRelief(0.5, 0.7) - 0.1);
  });

  it('lights the front of the thigh down to the knee, not its inner side', () => {
    expect(legRelief(0.34, 0.1)).toBeGreaterThan(1.06);
    expect(legRelief(0.34, -0.9)).toBeLessThan(0.92);
  });

  it('leaves the thigh plain and stays within a tenth', () => {
    expect(legRelief(0.15, 0.3)).toBeCloseTo(1, 2);
    for (let t = 0; t <= 1; t += 0.02) {
      for (let u = -1; u <= 1; u += 0.1) expect(Math.abs(legRelief(t, u) - 1)).toBeLessThan(0.12);
    }
  });
});

describe('legRelief of both legs', () => {
  it('is darker on the inner side below the knee and mirrored on the other leg', () => {
    expect(legRelief(0.56, -0.66, 1)).toBeLessThan(legRelief(0.56, 0.66, 1));
    expect(legRelief(0.56, 0.66, -1)).toBeLessThan(legRelief(0.56, -0.66, -1));
  });

  it('has an ankle bone on each side, the inner one higher', () => {
    expect(legRelief(0.922, -0.62)).toBeGreaterThan(legRelief(0.955, -0.62) + 0.05);
    expect(legRelief(0.945, 0.62)).toBeGreaterThan(legRelief(0.975, 0.62) + 0.05);
  });
});

it('legTurn shades the side that is turned from the light, the more the further aside it comes from', () => {
  expect(legTurn(0.9, -0.4)).toBeLessThan(0.87);
  expect(legTurn(-0.9, 0.4)).toBeLessThan(0.87);
  expect(legTurn(0.9, -0.05)).toBeGreaterThan(0.9);
  expect(legTurn(-0.35, -0.4)).toBeGreaterThan(1.02);
});

it('legFlush reddens knees, not thighs', () => {
  expect(legFlush(0.48)).toBeGreaterThan(0.025);
  expect(legFlush(0.2)).toBeLessThan(0.001);
});
