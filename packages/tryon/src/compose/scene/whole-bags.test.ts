import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { wholeBags } from './whole-bags';

describe('wholeBags', () => {
  it('keeps the bag and its strap, drops specks', () => {
    const plane = createPlane(100, 100);
    const fill = (x0: number, y0: number, x1: number, y1: number): void => {
      for (let y = y0; y < y1; y++) plane.data.fill(1, y * 100 + x0, y * 100 + x1);
    };
    fill(10, 60, 30, 80);
    fill(60, 10, 62, 40);
    fill(70, 70, 74, 74);
    const kept = wholeBags(plane, 60);
    expect([kept.data[70 * 100 + 20], kept.data[20 * 100 + 61], kept.data[72 * 100 + 72]]).toEqual([1, 1, 0]);
  });

  it('drops a small part that is hardly a bag, keeps one that surely is', () => {
    const part = (v: number): number => {
      const plane = createPlane(100, 100);
      for (let y = 40; y < 62; y++) plane.data.fill(v, y * 100 + 40, y * 100 + 46);
      return wholeBags(plane, 60).data[50 * 100 + 43];
    };
    expect(part(0.5)).toBe(0);
    expect(part(0.75)).toBe(0.75);
  });

  it('finds no bag in specks alone', () => {
    const plane = createPlane(50, 50);
    plane.data.fill(1, 1010, 1014);
    expect(Math.max(...wholeBags(plane, 60).data)).toBe(0);
  });
});
