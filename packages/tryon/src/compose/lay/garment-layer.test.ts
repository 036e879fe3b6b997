import { createPlane, type PlaneF32 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { closeTears, completeSeat, evenEdge, sleeveCover } from './garment-layer';

const SIZE = 100;
/** Shoulders at y 10, hips at y 60, 40 pixels wide. */
const down = { x: 0, y: 1 };
const body = { shoulderMid: { x: 50, y: 10 }, hipMid: { x: 50, y: 60 }, shoulderWidth: 40, torsoLength: 50, down };

function box(plane: PlaneF32, x0: number, y0: number, x1: number, y1: number, value = 1): PlaneF32 {
  for (let y = y0; y < y1; y++) plane.data.fill(value, y * SIZE + x0, y * SIZE + x1);
  return plane;
}

/** New trousers below y 50, with a gap of 20 × `depth` pixels in their upper edge, over old ones below y 45. */
function seat(depth: number, tucked = true) {
  const garment = box(box(createPlane(SIZE, SIZE), 30, 50, 70, 100), 50, 50, 70, 50 + depth, 0);
  const old = box(createPlane(SIZE, SIZE), 28, 45, 72, 100);
  const snap = createPlane(SIZE, SIZE);
  completeSeat({ garment, k: 1, person: { body } }, snap, old, tucked);
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

describe('a sleeve that tears away from the body', () => {
  const SIDE = 60;
  const plane = (): PlaneF32 => createPlane(SIDE, SIDE);
  const fill = (p: PlaneF32, [x0, y0, x1, y1]: readonly number[], v: number): PlaneF32 => {
    for (let y = y0; y < y1; y++) p.data.fill(v, y * SIDE + x0, y * SIDE + x1);
    return p;
  };
  /** The garment with a slit of these columns between sleeve and body; all of it except the right half of the slit is on the body. */
  const snapOf = (slit: readonly number[]): PlaneF32 => {
    const garment = fill(fill(plane(), [10, 10, 50, 50], 1), slit, 0);
    const person = fill(fill(plane(), [5, 5, 55, 55], 1), [30, 20, 36, 40], 0);
    const snap = plane();
    closeTears(
      { garment, sw: 60, person: { planes: { person } } } as unknown as Parameters<typeof closeTears>[0],
      snap,
    );
    return snap;
  };

  it('is closed over the body, and left open where the background shows through', () => {
    const snap = snapOf([24, 20, 36, 40]);
    expect(snap.data[30 * SIDE + 26]).toBe(1);
    expect(snap.data[30 * SIDE + 33]).toBe(0);
  });

  it('is closed as a crack, whatever lies behind, and up to its edges', () => {
    const snap = snapOf([32, 20, 34, 40]);
    expect([31, 32, 33, 34].map((x) => snap.data[30 * SIDE + x])).toEqual([1, 1, 1, 1]);
    expect(snap.data[30 * SIDE + 20]).toBe(0);
  });

  it('is no crack where the outline has a corner', () => {
    const garment = fill(fill(plane(), [10, 10, 50, 50], 1), [30, 40, 50, 50], 0);
    // a nick one pixel wide beside the corner
    fill(garment, [40, 38, 41, 40], 0);
    const person = fill(plane(), [5, 5, 55, 55], 1);
    const snap = plane();
    closeTears(
      { garment, sw: 60, person: { planes: { person } } } as unknown as Parameters<typeof closeTears>[0],
      snap,
    );
    expect(snap.data.every((v) => v === 0)).toBe(true);
  });

  it('is no tear where it opens to the outside', () => {
    expect(Math.max(...snapOf([24, 20, 30, 60]).data)).toBe(0);
  });
});

describe('the arm in a long sleeve', () => {
  it('is covered where it is bare and where the old sleeve lay on it, not beside it', () => {
    expect([sleeveCover(0.3, 0.9, 1, 0), sleeveCover(0.3, 0.4, 0, 1)]).toEqual([1, 1]);
    expect(sleeveCover(0.3, -0.95, 0, 1)).toBe(0);
  });
});

describe('the edge of what is drawn out', () => {
  it('is even, and no wider than a pixel', () => {
    const mask = createPlane(SIZE, SIZE);
    for (let y = 0; y < SIZE; y++) mask.data.fill(1, y * SIZE, y * SIZE + 50 + (y % 2));
    const edge = evenEdge(mask);
    const row = (y: number): number[] => Array.from(edge.data.subarray(y * SIZE + 46, y * SIZE + 55));
    for (const y of [50, 51]) expect(row(y).filter((v) => v > 0 && v < 1).length).toBeLessThanOrEqual(2);
    const sum = (y: number): number => row(y).reduce((a, v) => a + v, 0);
    expect(Math.abs(sum(50) - sum(51))).toBeLessThan(0.5);
  });
});
