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
});
