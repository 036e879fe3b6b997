import { createPlane, type PlaneF32 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { tightsBelowCoat } from './tights';
import type { LimbTube } from '../../model/person';

const SIZE = 200;

const leg = (x: number): LimbTube => ({
  centres: Array.from({ length: 24 }, (_, i) => ({ x, y: 20 + 7 * i })),
  radii: Array.from({ length: 24 }, () => 14),
  visibility: 1,
});

/** 1 in the rows [y0, y1) of the legs at x 70 and 130, 12 pixels to both sides, and on a scarf's end beside them. */
function legs(y0: number, y1: number, withScarf = false): PlaneF32 {
  const plane = createPlane(SIZE, SIZE);
  for (let y = y0; y < y1; y++) {
    for (const x of [70, 130]) plane.data.fill(1, y * SIZE + x - 12, y * SIZE + x + 12);
    if (withScarf) plane.data.fill(1, y * SIZE, y * SIZE + 20);
  }
  return plane;
}

/** A person in a coat down to `hem`, tights from there to `end` and bare skin below. */
function tights(hem: number, end: number): PlaneF32 | null {
  const upper = createPlane(SIZE, SIZE);
  for (let y = 0; y < hem; y++) upper.data.fill(1, y * SIZE + 30, y * SIZE + 170);
  const planes = { upper, other: legs(hem, end, true), skin: legs(end, 180) };
  return tightsBelowCoat({ workScale: 1, legTubes: [leg(70), leg(130)], planes });
}

describe('tights below a long coat', () => {
  it('are what the legs show below it, and nothing beside them', () => {
    const found = tights(110, 180);
    const at = (x: number, y: number): number | undefined => found?.data[y * SIZE + x];
    expect([at(70, 150), at(130, 150), at(70, 100), at(10, 150)]).toEqual([1, 1, 0, 0]);
  });

  it('are none below a short coat, and where the legs are bare but for a strip', () => {
    expect(tights(60, 180)).toBeNull();
    expect(tights(110, 125)).toBeNull();
  });
});
