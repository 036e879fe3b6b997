import { describe, expect, it } from '@jest/globals';
import { createPlane } from '@drape/imaging';
import { armholeHalfWidthMax, capFall } from './armholes';
import type { PlacementFrame } from '../body/placement-frame';

const SIDE = 400;

/** A body in a hoodie that reaches .6 shoulder widths to both sides. */
function hoodie(): PlacementFrame {
  const person = createPlane(SIDE, SIDE);
  for (let y = 0; y < SIDE; y++) person.data.fill(1, y * SIDE + 80, y * SIDE + 320);
  const nothing = createPlane(SIDE, SIDE);
  const limb = (x: number): object => ({ joints: [100, 200, 300].map((y) => ({ x, y })), visibility: [1, 1, 1] });
  const body = {
    planes: { person, bag: nothing, outer: nothing },
    arms: [limb(-900), limb(900)],
    workScale: 1,
    width: SIDE,
  };
  const hips = [
    { x: 160, y: 350 },
    { x: 240, y: 350 },
  ];
  const place = { shoulderMid: { x: 200, y: 50 }, across: { x: 1, y: 0 }, down: { x: 0, y: 1 }, hips };
  return { body, sw: 200, tl: 300, legLength: 460, ...place } as unknown as PlacementFrame;
}

describe('armholeHalfWidthMax', () => {
  it('ends arm holes at the body, not at the old clothes, and lets go towards the hem', () => {
    const max = armholeHalfWidthMax(hoodie(), 0.3, 0, 0);
    expect(max).toBeLessThan(0.6 * 200);
    expect(max).toBeGreaterThan(0.43 * 200);
    expect(armholeHalfWidthMax(hoodie(), 0.3, 0, 1)).toBeGreaterThan(1.5 * max);
  });
});

describe('capFall', () => {
  it('leaves the shoulder alone and falls over the arm', () => {
    expect(capFall(0.4)).toBe(0);
    expect(capFall(0.6)).toBeGreaterThan(0.08);
    expect(capFall(0.6) - capFall(0.55)).toBeGreaterThan(capFall(0.55) - capFall(0.5));
  });
});
