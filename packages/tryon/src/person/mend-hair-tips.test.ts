import { createPlane, createRaster } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { returnHollows } from './mend-hair-tips';
import type { MendInput } from './mend-planes';

const W = 200;
const H = 200;
const BROWN = [90, 60, 45] as const;
const BLACK = [14, 12, 11] as const;
const HOLLOW = [15, 12, 10] as const;
const HOOD = [180, 160, 135] as const;

/** Hair in columns 120–139 down to row 99, and in the hood below it a hollow, rows 100–114, that is parsed as hair. */
function drawn(hair: readonly number[]): MendInput {
  const guide = createRaster(W, H, 3);
  const names = ['hair', 'skin', 'upper', 'top', 'outer', 'dress'];
  const planes = Object.fromEntries(names.map((name) => [name, createPlane(W, H)])) as unknown as MendInput['planes'];
  for (let y = 0, i = 0; y < H; y++) {
    for (let x = 0; x < W; x++, i++) {
      const isHollow = x >= 124 && x < 136 && y >= 100 && y < 115;
      const isHair = x >= 120 && x < 140 && y >= 20 && y < 100;
      const isHood = y >= 96 && !isHair && !isHollow;
      const colour = isHollow ? HOLLOW : isHair ? hair : isHood ? HOOD : [220, 220, 220];
      guide.data.set(colour, 3 * i);
      planes.hair.data[i] = isHair || isHollow ? 1 : 0;
      for (const plane of [planes.upper, planes.outer]) plane.data[i] = isHood ? 1 : 0;
    }
  }
  const at = (x: number, y: number): { x: number; y: number; visibility: number } => ({ x, y, visibility: 1 });
  return {
    ...{ guide, planes, workScale: 1 },
    joints: { nose: at(100, 50), mouth: at(100, 70) },
    frame: {
      ...{ shoulderMid: at(100, 120), hipMid: at(100, 190), shoulderWidth: 120, torsoLength: 70 },
      ...{ down: { x: 0, y: 1 }, across: { x: 1, y: 0 } },
    },
  } as unknown as MendInput;
}

const at = (x: number, y: number): number => y * W + x;

describe('returnHollows', () => {
  it('gives the dark hollow of a hood below a tail of brown hair to the hood', () => {
    const input = drawn(BROWN);
    returnHollows(input);
    expect(input.planes.hair.data[at(130, 108)]).toBe(0);
    expect(input.planes.upper.data[at(130, 108)]).toBe(1);
    expect(input.planes.hair.data[at(130, 90)]).toBe(1);
  });

  it('leaves all of black hair', () => {
    const input = drawn(BLACK);
    const before = input.planes.hair.data.slice();
    returnHollows(input);
    expect(input.planes.hair.data).toEqual(before);
  });
});
