import { createPlane, type PlaneF32 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { seenHem } from './seen-hem';

const SIZE = 100;

function box(plane: PlaneF32, x0: number, x1: number, y0: number, y1: number): void {
  for (let y = y0; y < y1; y++) plane.data.fill(1, y * SIZE + x0, y * SIZE + x1);
}

/** Shorts right of x 30 that end at row 60, under a coat that hides the columns right of 50 down to row 80. */
function shorts() {
  const [fabric, coat] = [createPlane(SIZE, SIZE), createPlane(SIZE, SIZE)];
  box(fabric, 30, 50, 20, 60);
  box(coat, 50, 75, 10, 80);
  return { fabric, coat };
}

describe('seenHem', () => {
  it('is the row at which the fabric ends of itself', () => {
    const { fabric, coat } = shorts();
    expect(seenHem(fabric, coat, [25, 80], 20)).toBe(60);
  });

  it('does not take the end under the coat for a hem', () => {
    const { fabric, coat } = shorts();
    box(fabric, 55, 75, 20, 45);
    box(fabric, 30, 34, 60, 63);
    expect(seenHem(fabric, coat, [25, 80], 20)).toBe(60);
    box(coat, 25, 50, 60, 80);
    expect(seenHem(fabric, coat, [25, 80], 20)).toBeNull();
  });

  it('is unknown where columns end all over the place or too few are seen', () => {
    const { fabric, coat } = shorts();
    for (let x = 30; x < 50; x++) box(fabric, x, x + 1, 60, 60 + 1.5 * (x - 29));
    expect(seenHem(fabric, coat, [25, 80], 20)).toBeNull();
    expect(seenHem(shorts().fabric, coat, [46, 80], 20)).toBeNull();
  });
});
