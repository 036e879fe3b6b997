import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { turnForearmIn } from './turn-forearm-in';

const SIZE = 200;

/** The arm at the image's right that hangs straight down at x 140, from y 30 to 150. */
const ARM = {
  centres: Array.from({ length: 24 }, (_, i) => ({ x: 140, y: 30 + (120 * i) / 23 })),
  radii: Array.from({ length: 24 }, () => 5),
  visibility: 1,
};

/** Fabric from x 60 to `right`. */
function dressTo(right: number) {
  const garment = createPlane(SIZE, SIZE);
  for (let y = 0; y < SIZE; y++) garment.data.fill(1, y * SIZE + 60, y * SIZE + right);
  return garment;
}

describe('turnForearmIn', () => {
  it('turns a forearm until its hand lies under the fabric, and leaves the upper arm and its length alone', () => {
    const { centres } = turnForearmIn(ARM, [dressTo(130)], 1, 1);
    expect(centres[23].x).toBeLessThan(126);
    expect(centres[5]).toEqual(ARM.centres[5]);
    const length = centres.slice(1).reduce((sum, c, i) => sum + Math.hypot(c.x - centres[i].x, c.y - centres[i].y), 0);
    expect(length).toBeCloseTo(120, 5);
  });

  it('leaves an arm whose hand is under the fabric, or far from it', () => {
    expect(turnForearmIn(ARM, [dressTo(150)], 1, 1)).toBe(ARM);
    expect(turnForearmIn(ARM, [dressTo(62)], 1, 1)).toBe(ARM);
  });
});
