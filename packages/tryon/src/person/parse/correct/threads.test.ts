import { describe, expect, it } from '@jest/globals';
import { createPlane, mapClasses } from '@drape/imaging';
import { reclaimThreads } from './threads';

const W = 120;
const H = 160;

describe('reclaimThreads', () => {
  /** A skirt left of x 60 whose edge is read as skin, or below y 120 as shoe; a finger in front of it at y 40…48, a shoe at y 130…150. */
  function edge() {
    const planes = mapClasses(() => createPlane(W, H));
    const { skin, shoes, lower } = planes;
    for (let y = 0; y < H; y++) {
      for (let x = 0; x < 62; x++) {
        const isSkin = x >= 60 || (y >= 40 && y < 48 && x > 40);
        const isShoe = y > 120 && (x >= 60 || (y >= 130 && y < 150 && x > 35));
        (isShoe ? shoes : isSkin ? skin : lower).data[y * W + x] = 1;
      }
    }
    reclaimThreads(planes, 80);
    return planes;
  }

  it('gives the edge of a skirt back to it, and leaves a finger', () => {
    const { skin, lower } = edge();
    expect(skin.data[100 * W + 60]).toBe(0);
    expect(lower.data[100 * W + 60]).toBe(1);
    expect(skin.data[44 * W + 50]).toBe(1);
  });

  it('gives the shadow of a hem that is read as a shoe back to it, and leaves the shoe', () => {
    const { shoes, lower } = edge();
    expect([shoes.data[122 * W + 60], lower.data[122 * W + 60]]).toEqual([0, 1]);
    expect(shoes.data[140 * W + 48]).toBe(1);
  });
});
