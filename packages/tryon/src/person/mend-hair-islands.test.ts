import { createPlane, createRaster } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { returnHairIslands } from './mend-hair-islands';
import type { MendInput } from './mend-planes';

const W = 200;
const H = 200;
const BROWN = [110, 75, 55] as const;
const SHADOW = [40, 32, 30] as const;
const PALE = [230, 225, 220] as const;

/** Long brown hair in columns 60–79, rows 20–139, before dark clothes from row 110 on; in it an island parsed as clothes from `row` on. */
function drawn(row: number, island: readonly number[]): MendInput {
  const guide = createRaster(W, H, 3);
  const names = ['hair', 'skin', 'upper', 'top', 'outer', 'dress'];
  const planes = Object.fromEntries(names.map((name) => [name, createPlane(W, H)])) as unknown as MendInput['planes'];
  for (let y = 0, i = 0; y < H; y++) {
    for (let x = 0; x < W; x++, i++) {
      const isIsland = x >= 66 && x < 72 && y >= row && y < row + 9;
      const isHair = !isIsland && x >= 60 && x < 80 && y >= 20 && y < 140;
      const isCloth = !isHair && !isIsland && y >= 110;
      guide.data.set(isIsland ? island : isHair ? BROWN : isCloth ? SHADOW : PALE, 3 * i);
      planes.hair.data[i] = isHair ? 1 : 0;
      for (const plane of [planes.upper, planes.outer]) plane.data[i] = isCloth || isIsland ? 1 : 0;
    }
  }
  const at = (x: number, y: number): { x: number; y: number; visibility: number } => ({ x, y, visibility: 1 });
  return {
    ...{ guide, planes, workScale: 1 },
    frame: {
      ...{ shoulderMid: at(100, 120), hipMid: at(100, 190), shoulderWidth: 120, torsoLength: 70 },
      ...{ down: { x: 0, y: 1 }, across: { x: 1, y: 0 } },
    },
  } as unknown as MendInput;
}

const at = (x: number, y: number): number => y * W + x;

describe('returnHairIslands', () => {
  it('gives a shadow between locks above the shoulders to the hair', () => {
    const input = drawn(70, SHADOW);
    returnHairIslands(input);
    expect(input.planes.hair.data[at(68, 74)]).toBe(1);
    expect(input.planes.upper.data[at(68, 74)]).toBe(0);
    expect(input.planes.outer.data[at(68, 74)]).toBe(0);
    expect(input.planes.upper.data[at(20, 150)]).toBe(1);
  });

  it.each([
    ['cloth between locks on the chest', 120, SHADOW],
    ['a pale scarf', 70, PALE],
  ] as const)('leaves %s', (_, row, island) => {
    const input = drawn(row, island);
    returnHairIslands(input);
    expect(input.planes.upper.data[at(68, row + 4)]).toBe(1);
    expect(input.planes.hair.data[at(68, row + 4)]).toBe(0);
  });
});
