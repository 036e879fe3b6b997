import { createPlane, createRaster } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { smoothPlate } from './smooth-plate';

describe('smoothPlate', () => {
  it('carries the known colours on, blind to all others', () => {
    const photo = createRaster(21, 13, 3);
    const known = createPlane(21, 13);
    for (let i = 0; i < 21 * 13; i++) {
      known.data[i] = i % 21 < 7 ? 1 : 0;
      photo.data.set(known.data[i] === 1 ? [200, 100, 50] : [0, 255, 0], 3 * i);
    }
    const plate = smoothPlate(photo, known);
    for (let i = 0; i < 21 * 13; i++) expect([...plate.data.subarray(3 * i, 3 * i + 3)]).toEqual([200, 100, 50]);
  });

  it('carries forms on, not the last pixel: a dark one at the border makes no block', () => {
    const photo = createRaster(48, 48, 3);
    const known = createPlane(48, 48);
    for (let i = 0; i < 48 * 48; i++) {
      if (i % 48 >= 24) continue;
      known.data[i] = 1;
      const isDark = i % 48 >= 22 && Math.floor(i / 48) % 16 < 2;
      photo.data.set(isDark ? [20, 20, 20] : [200, 150, 120], 3 * i);
    }
    const plate = smoothPlate(photo, known);
    const reds = (column: number) => Array.from({ length: 48 }, (_, y) => plate.data[3 * (48 * y + column)]);
    expect(Math.min(...reds(27))).toBeGreaterThan(170);
    expect(
      Math.max(
        ...reds(27)
          .slice(1)
          .map((red, y) => Math.abs(red - reds(27)[y])),
      ),
    ).toBeLessThan(6);
    expect(plate.data[3 * (48 * 20 + 10)]).toBe(200);
  });
});
