import { describe, expect, it } from '@jest/globals';
import { createPlane } from '@drape/imaging';
import { roundness } from './roundness';

describe('roundness', () => {
  const garment = createPlane(60, 20);
  for (let y = 0; y < 20; y++) for (let x = 10; x < 50; x++) garment.data[60 * y + x] = 1;

  it('darkens fabric towards both sides and leaves its middle', () => {
    const light = roundness(garment, 60, { turned: 0.15, side: 0 });
    const row = 60 * 10;
    expect(light.data[row + 30]).toBeGreaterThan(0.99);
    expect(light.data[row + 11]).toBeLessThan(0.95);
    expect(light.data[row + 11]).toBeCloseTo(light.data[row + 48], 4);
  });

  it('leaves straps flat', () => {
    const strap = createPlane(60, 20);
    for (let y = 0; y < 20; y++) for (let x = 30; x < 34; x++) strap.data[60 * y + x] = 1;
    expect(Math.min(...roundness(strap, 60, { turned: 0.15, side: 0 }).data)).toBeGreaterThan(0.999);
  });

  it('is brightest where the light comes from, and rounds each leg by itself', () => {
    const legs = roundness(garment, 60, { turned: 0.3, side: 0.4, parts: new Float32Array(20).fill(30) });
    const at = (x: number): number => legs.data[60 * 10 + x];
    expect(at(25)).toBeGreaterThan(at(15));
    expect(at(30)).toBeLessThan(at(25));
    expect(at(44)).toBeGreaterThan(at(30));
  });
});
