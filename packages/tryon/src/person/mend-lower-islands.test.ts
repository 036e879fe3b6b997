import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { PersonPlanes } from '../types';
import { returnLowerIslands } from './mend-lower-islands';

const [W, H] = [120, 160];
const NAMES = ['upper', 'top', 'outer', 'dress', 'lower', 'pants', 'skirt'] as const;

/** A jacket above trousers from row 110 on; in columns 80…89 half of it is read as trousers, in rows 40…`end`. */
function figure(end: number): PersonPlanes {
  const planes = Object.fromEntries(NAMES.map((name) => [name, createPlane(W, H)])) as unknown as PersonPlanes;
  for (let y = 0, i = 0; y < H; y++) {
    for (let x = 0; x < W; x++, i++) {
      const trousers = y >= 110 ? 1 : x >= 80 && x < 90 && y >= 40 && y < end ? 0.5 : 0;
      for (const plane of [planes.lower, planes.pants]) plane.data[i] = trousers;
      for (const plane of [planes.upper, planes.outer]) plane.data[i] = 1 - trousers;
    }
  }
  const frame = {
    shoulderMid: { x: 60, y: 20 },
    hipMid: { x: 60, y: 120 },
    down: { x: 0, y: 1 },
    across: { x: 1, y: 0 },
    ...{ shoulderWidth: 80, torsoLength: 100 },
  };
  returnLowerIslands({ planes, frame, workScale: 1 });
  return planes;
}

const SLEEVE = 50 * W + 85;

describe('returnLowerIslands', () => {
  it('gives trousers on a sleeve back to the jacket', () => {
    const planes = figure(70);
    expect([planes.lower.data[SLEEVE], planes.pants.data[SLEEVE]]).toEqual([0, 0]);
    expect([planes.upper.data[SLEEVE], planes.outer.data[SLEEVE]]).toEqual([1, 1]);
    expect(planes.lower.data[130 * W + 85]).toBe(1);
  });

  it('leaves a bib that goes on into the trousers', () => {
    expect(figure(110).lower.data[SLEEVE]).toBe(0.5);
  });
});
