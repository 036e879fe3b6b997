import { describe, expect, it } from '@jest/globals';
import { createPlane } from '@drape/imaging';
import { bareHalf, lowerHalf } from './bare-body';
import type { PlacementFrame } from './placement-frame';

const SIDE = 400;
const SW = 200;

/** A body in clothes that reach `half` shoulder widths to both sides, with or without a coat, its arms far away or hanging `arms` out. */
function frame(half: number, { coat = false, arms = 5 } = {}): PlacementFrame {
  const person = createPlane(SIDE, SIDE);
  for (let x = 0; x < SIDE; x++) {
    if (Math.abs(x + 0.5 - 200) > half * SW) continue;
    for (let y = 0; y < SIDE; y++) person.data[y * SIDE + x] = 1;
  }
  const nothing = createPlane(SIDE, SIDE);
  const limb = (sign: number): object => {
    const x = 200 + sign * arms * SW;
    return { joints: [100, 200, 300].map((y) => ({ x, y })), visibility: [1, 1, 1] };
  };
  const body = {
    planes: { person, bag: nothing, outer: coat ? person : nothing, lower: person },
    arms: [limb(-1), limb(1)],
    workScale: 1,
    width: SIDE,
  };
  const hips = [
    { x: 160, y: 350 },
    { x: 240, y: 350 },
  ];
  const place = { shoulderMid: { x: 200, y: 50 }, across: { x: 1, y: 0 }, down: { x: 0, y: 1 }, hips };
  return { body, sw: SW, tl: 300, legLength: 460, ...place } as unknown as PlacementFrame;
}

const WAIST = 0.58;

describe('bareHalf', () => {
  it('is the outline that is seen', () => {
    expect(bareHalf(frame(0.44), WAIST, 0) / SW).toBeCloseTo(0.44, 1);
  });

  it('lies well inside a coat', () => {
    expect(bareHalf(frame(0.6, { coat: true }), WAIST, 1)).toBeLessThan(0.42 * SW);
  });

  it('does not reach to an arm that hangs beside the body', () => {
    expect(bareHalf(frame(0.62, { arms: 0.56 }), WAIST, 0)).toBeLessThan(0.42 * SW);
  });

  it('is behind a lifted arm as wide as where it comes out below', () => {
    const behind = (low: number): number => {
      const [wide, narrow] = [frame(0.75), frame(low)];
      const person = createPlane(SIDE, SIDE);
      person.data.set(narrow.body.planes.person.data);
      person.data.set(wide.body.planes.person.data.subarray(0, 150 * SIDE));
      const arms = [-1, 1].map((sign) => ({
        joints: [100, 145, 140].map((y, n) => ({ x: 200 + sign * SW * (n < 2 ? 0.6 : 1.2), y })),
        visibility: [1, 1, 1],
      }));
      const body = { ...wide.body, planes: { ...wide.body.planes, person }, arms };
      return bareHalf({ ...wide, body } as unknown as PlacementFrame, 0.3, 0);
    };
    expect(behind(0.48)).toBeGreaterThan(1.04 * behind(0.3));
    expect(behind(0.48) / SW).toBeLessThan(0.54);
  });

  it('is narrowest at the waist where nothing is seen of it', () => {
    const hidden = frame(0.7, { coat: true });
    const [chest, waist, hips] = [0.3, WAIST, 1].map((v) => bareHalf(hidden, v, 0));
    expect(waist).toBeLessThan(0.95 * chest);
    expect(waist).toBeLessThan(0.9 * hips);
  });

  it('is never much thinner than people are', () => {
    expect(bareHalf(frame(0.1), WAIST, 0)).toBeGreaterThan(0.35 * SW);
  });
});

describe('lowerHalf', () => {
  it('is how far trousers reach to a side, and not without end', () => {
    expect(lowerHalf(frame(0.5), 0.8, 0) / SW).toBeCloseTo(0.5, 1);
    expect(lowerHalf(frame(0.9), 0.8, 1)).toBeLessThan(0.65 * SW);
  });

  it('is nothing where none are worn', () => {
    const bare = frame(0.5);
    const planes = { ...bare.body.planes, lower: createPlane(SIDE, SIDE) };
    expect(lowerHalf({ ...bare, body: { ...bare.body, planes } }, 0.8, 0)).toBe(0);
  });
});
