import { createPlane, mapClasses, type PlaneF32 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { PersonPlanes } from '../../../model/person';
import { reclaimPrints } from './prints';

const W = 200;
const H = 300;

/** A chest of 100 × 120 pixels below shoulders that are 100 apart, hips at row 200. */
function chest(): PersonPlanes {
  const planes = mapClasses(() => createPlane(W, H));
  fill(planes.upper, 50, 80, 100, 120);
  fill(planes.top, 50, 80, 100, 120);
  return planes;
}

function fill(plane: PlaneF32, x: number, y: number, width: number, height: number, value = 1): void {
  for (let row = y; row < y + height; row++) plane.data.fill(value, row * W + x, row * W + x + width);
}

/** Puts a thing of 20 × 20 pixels on the clothes. */
function place({ bag, upper, top }: PersonPlanes, x: number, y: number): void {
  fill(bag, x, y, 20, 20);
  for (const plane of [upper, top]) fill(plane, x, y, 20, 20, 0);
}

function mend(planes: PersonPlanes, hand: { x: number; y: number }): void {
  reclaimPrints({
    planes,
    joints: { hands: [hand, { x: 190, y: 290 }] },
    frame: { shoulderWidth: 100, torsoLength: 120, hipMid: { x: 100, y: 200 } },
    workScale: 1,
  });
}

const FAR = { x: 10, y: 290 };

describe('reclaimPrints', () => {
  it('gives a badge on the chest to the clothes around it', () => {
    const planes = chest();
    place(planes, 90, 120);
    mend(planes, FAR);
    expect(planes.bag.data[130 * W + 100]).toBe(0);
    expect([planes.upper.data[130 * W + 100], planes.top.data[130 * W + 100]]).toEqual([1, 1]);
  });

  it('leaves a thing that a hand is near', () => {
    const planes = chest();
    place(planes, 90, 120);
    mend(planes, { x: 100, y: 150 });
    expect(planes.bag.data[130 * W + 100]).toBe(1);
  });

  it('leaves a thing that reaches beyond the clothes', () => {
    const planes = chest();
    place(planes, 140, 120);
    mend(planes, FAR);
    expect(planes.bag.data[130 * W + 150]).toBe(1);
  });
});
