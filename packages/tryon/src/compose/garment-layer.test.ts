import { createPlane, type PlaneF32 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { completeSeat } from './garment-layer';

const SIZE = 100;
/** Shoulders at y 10, hips at y 60, 40 pixels wide. */
const body = { shoulderMid: { x: 50, y: 10 }, hipMid: { x: 50, y: 60 }, torsoLength: 50, down: { x: 0, y: 1 } };

function box(plane: PlaneF32, x0: number, y0: number, x1: number, y1: number, value = 1): PlaneF32 {
  for (let y = y0; y < y1; y++) plane.data.fill(value, y * SIZE + x0, y * SIZE + x1);
  return plane;
}

/** New trousers from y 50 on, with a bay of 20 × `depth` pixels in their upper edge, over old ones from y 45 on. */
function seat(depth: number, tucked = true) {
  const garment = box(box(createPlane(SIZE, SIZE), 30, 50, 70, 100), 50, 50, 70, 50 + depth, 0);
  const old = box(createPlane(SIZE, SIZE), 28, 45, 72, 100);
  const snap = createPlane(SIZE, SIZE);
  completeSeat({ garment, k: 1, sw: 40, person: { body } }, snap, old, tucked);
  return (x: number, y: number) => snap.data[y * SIZE + x];
}

describe('completeSeat', () => {
  it('closes a bay in the waistband between the hips, above the legs', () => {
    const snap = seat(12);
    expect([snap(55, 52), snap(60, 58)]).toEqual([1, 1]);
  });

  it('goes on up to the hem of a top that hangs over it', () => {
    expect([seat(0, false)(50, 47), seat(0, true)(50, 47)]).toEqual([1, 0]);
  });

  it('covers nothing above the waistband, at the hips’ sides or below the seat', () => {
    const snap = seat(12);
    expect([snap(50, 47), snap(29, 55), snap(71, 55), snap(50, 70)]).toEqual([0, 0, 0, 0]);
  });
});
