import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster } from '@drape/imaging';
import { mirrorHalf } from './mirrored-half';

describe('mirrorHalf', () => {
  const [width, height, sw] = [60, 40, 40];

  /** Stripes in the left half of shorts around column 30; a coat hides the right half, where the plate is flat grey. */
  function halfHidden() {
    const cloth = createPlane(width, height);
    const plate = createRaster(width, height, 3);
    plate.data.fill(100);
    for (let y = 10; y < 30; y++) {
      for (let x = 10; x < 31; x++) {
        cloth.data[y * width + x] = 1;
        plate.data.fill(x % 4 < 2 ? 40 : 200, 3 * (y * width + x), 3 * (y * width + x) + 3);
      }
    }
    return { cloth, plate };
  }

  it('gives the hidden half the stripes of the seen one', () => {
    const { cloth, plate } = halfHidden();
    mirrorHalf(plate, cloth, 30, sw);
    for (let x = 38; x < 50; x++) {
      expect(plate.data[3 * (20 * width + x)]).toBe(plate.data[3 * (20 * width + 60 - x)]);
    }
  });

  it('leaves what is seen, and what neither side shows', () => {
    const { cloth, plate } = halfHidden();
    const before = plate.data.slice();
    mirrorHalf(plate, cloth, 30, sw);
    for (let x = 0; x < 31; x++) expect(plate.data[3 * (20 * width + x)]).toBe(before[3 * (20 * width + x)]);
    expect(plate.data[3 * (20 * width + 55)]).toBe(100);
  });
});
