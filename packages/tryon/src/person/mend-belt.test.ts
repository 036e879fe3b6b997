import { createPlane, createRaster } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { returnBelt } from './mend-belt';
import type { PersonPlanes } from '../types';

const [W, H] = [120, 160];
const NAMES = ['upper', 'top', 'outer', 'dress', 'other', 'lower', 'pants'] as const;

/** A blue shirt down to trousers from y 120 on; the rows above them have the colour of `band`, all read as top, or as `upper`. */
function figure(bandHeight: number, band: readonly number[], upper: 'top' | 'dress' = 'top', shirtFrom = W) {
  const planes = Object.fromEntries(NAMES.map((name) => [name, createPlane(W, H)])) as unknown as PersonPlanes;
  const guide = createRaster(W, H, 3);
  for (let y = 0, i = 0; y < H; y++) {
    for (let x = 0; x < W; x++, i++) {
      const isLower = y >= 120;
      for (const plane of isLower ? [planes.lower, planes.pants] : [planes.upper, planes[upper]]) plane.data[i] = 1;
      guide.data.set(isLower ? [150, 160, 190] : y >= 120 - bandHeight && x < shirtFrom ? band : [50, 80, 140], 3 * i);
    }
  }
  const frame = {
    shoulderMid: { x: 60, y: 20 },
    hipMid: { x: 60, y: 136 },
    down: { x: 0, y: 1 },
    across: { x: 1, y: 0 },
    ...{ shoulderWidth: 80, torsoLength: 116 },
  };
  returnBelt({ guide, planes, frame, workScale: 1 });
  return planes;
}

const at = (y: number): number => y * W + 60;

describe('returnBelt', () => {
  it('gives a belt above the trousers to them', () => {
    const planes = figure(9, [60, 35, 25]);
    expect(planes.pants.data[at(115)]).toBe(1);
    expect(planes.top.data[at(115)]).toBe(0);
    expect(planes.top.data[at(105)]).toBe(1);
  });

  it('gives its ends at the sides of a wide waist, too', () => {
    const planes = figure(9, [60, 35, 25]);
    for (const x of [24, 95]) expect(planes.pants.data[115 * W + x]).toBe(1);
    // beyond the waist nothing is looked for
    expect(planes.top.data[115 * W + 8]).toBe(1);
  });

  it('knows a belt on a dress, too', () => {
    const planes = figure(9, [60, 35, 25], 'dress');
    expect(planes.pants.data[at(115)]).toBe(1);
    expect(planes.dress.data[at(115)]).toBe(0);
    expect(planes.dress.data[at(105)]).toBe(1);
  });

  it('takes no more than the belt where a shirt hangs over part of it', () => {
    const planes = figure(9, [60, 35, 25], 'top', 75);
    expect(planes.pants.data[at(115)]).toBe(1);
    expect(planes.top.data[at(115) + 22]).toBe(1);
  });

  it("leaves a seam's shadow, and a top of two colours", () => {
    expect(figure(2, [60, 35, 25]).top.data[at(119)]).toBe(1);
    expect(figure(60, [60, 35, 25]).top.data[at(115)]).toBe(1);
  });

  it("leaves a hem in the top's own colour", () => {
    expect(figure(9, [45, 72, 126]).top.data[at(115)]).toBe(1);
  });
});
