import { describe, expect, it } from '@jest/globals';
import { armLight, armRelief } from './arm-relief';

describe('armLight', () => {
  it('is brightest on the outer half and darkest at the inner edge, whose mean is about the tone', () => {
    expect(armLight(-0.4, 0)).toBeGreaterThan(armLight(0.4, 0) + 0.08);
    expect(armLight(1, 0)).toBeLessThan(armLight(-1, 0) - 0.2);
    const mean = Array.from({ length: 21 }, (_, i) => armLight((i - 10) / 10, 0) / 21).reduce((a, b) => a + b);
    expect(mean).toBeCloseTo(0.96, 1);
  });

  it('turns with the light, but never from the body outwards', () => {
    expect(armLight(0.8, -0.5)).toBeLessThan(armLight(0.8, 0));
    expect(armLight(0.8, 1)).toBeCloseTo(armLight(-0.8, 1), 5);
  });
});

describe('armRelief', () => {
  it('shades the crook of the elbow inside, lights the elbow outside and the forearm', () => {
    expect(armRelief(0.49, 0.57)).toBeLessThan(0.94);
    expect(armRelief(0.51, -0.5)).toBeGreaterThan(1.03);
    expect(armRelief(0.59, 0)).toBeGreaterThan(1.02);
  });

  it('leads the light of the forearm slantwise from the outer elbow to the inner wrist', () => {
    expect(armRelief(0.53, -0.6)).toBeGreaterThan(armRelief(0.53, 0.6) + 0.1);
    expect(armRelief(0.72, 0.6)).toBeGreaterThan(armRelief(0.72, -0.8) + 0.1);
  });

  it('has a hollow below the shoulder, and varies by half as much as single bare arms do', () => {
    expect(armRelief(0.17, 0)).toBeLessThan(0.92);
    const values: number[] = [];
    for (let t = 0.1; t < 0.74; t += 0.02) for (let v = -0.9; v < 0.95; v += 0.1) values.push(armRelief(t, v));
    const mean = values.reduce((a, b) => a + b) / values.length;
    expect(Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length)).toBeGreaterThan(0.05);
  });

  it('never changes the tone by more than an eighth', () => {
    for (let t = 0; t <= 1; t += 0.02) {
      for (let v = -1; v <= 1; v += 0.1) expect(Math.abs(armRelief(t, v) - 1)).toBeLessThan(0.125);
    }
  });
});
