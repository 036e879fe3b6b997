import { describe, expect, it } from '@jest/globals';
import { createPlane } from '@drape/imaging';
import { torsoRows } from './torso-rows';

describe('torsoRows', () => {
  const cloth = createPlane(100, 40);
  const sleeves = createPlane(100, 40);
  for (let y = 0; y < 30; y++) {
    cloth.data.fill(1, 100 * y + 10, 100 * y + 90);
    sleeves.data.fill(1, 100 * y + 12, 100 * y + 30);
    sleeves.data.fill(1, 100 * y + 45, 100 * y + 55);
  }

  it('leaves out sleeves at the sides with their rims, bridges those before the body', () => {
    const { left, right } = torsoRows(cloth, sleeves, 80);
    expect(left[10]).toBe(30);
    expect(right[10]).toBe(90);
  });

  it('has nothing in rows without cloth', () => {
    expect(torsoRows(cloth, sleeves, 80).left[35]).toBeNaN();
  });

  it('evens out its ends from row to row', () => {
    const uneven = createPlane(100, 40);
    for (let y = 0; y < 40; y++) uneven.data.fill(1, 100 * y + (y < 20 ? 10 : 20), 100 * y + 90);
    const { left } = torsoRows(uneven, createPlane(100, 40), 80);
    expect(left[19]).toBeGreaterThan(12);
    expect(left[19]).toBeLessThan(18);
    expect(left[2]).toBe(10);
  });
});
