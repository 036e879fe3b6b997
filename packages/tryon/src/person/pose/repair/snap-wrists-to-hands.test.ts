import { createPlane, type Point } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { Joints } from '../joints';
import { snapWristsToHands } from './snap-wrists-to-hands';

const SIDE = 240;

/** An arm that hangs from (80, 40) over (80, 100) to `wrist`, its hand 12 pixels below. */
function joints(wrist: Point): Joints {
  const at = (x: number, y: number) => ({ x, y, z: 0, visibility: 1 });
  const both = (x: number, y: number) => [at(x, y), at(x + 100, y)] as const;
  return {
    shoulders: both(80, 40),
    elbows: both(80, 100),
    wrists: both(wrist.x, wrist.y),
    hands: both(wrist.x, wrist.y + 12),
  } as unknown as Joints;
}

function skinIn(...boxes: readonly (readonly [number, number, number, number])[]) {
  const skin = createPlane(SIDE, SIDE);
  for (const [left, top, right, bottom] of boxes) {
    for (let y = top; y < bottom; y++) skin.data.fill(1, y * SIDE + left, y * SIDE + right);
  }
  return skin;
}

const SW = 80;
const WRIST = { x: 80, y: 150 };
const before = joints(WRIST);

describe('arms in wide sleeves', () => {
  it('are led to a hand that is seen beside or beyond their end', () => {
    const aside = snapWristsToHands(before, skinIn([63, 150, 77, 175]), SW, 1);
    expect(aside.wrists[0].x).toBeLessThan(74);
    expect(aside.hands[0].y).toBeGreaterThan(aside.wrists[0].y);
    const beyond = snapWristsToHands(before, skinIn([73, 172, 87, 190]), SW, 1);
    expect(beyond.wrists[0].x).toBeCloseTo(80, 0);
    expect(beyond.wrists[0].y).toBeGreaterThan(158);
    expect(beyond.elbows[0]).toBe(before.elbows[0]);
  });

  it('stay where they lead to their hands', () => {
    expect(snapWristsToHands(before, skinIn([73, 152, 87, 176]), SW, 1)).toBe(before);
  });

  it('stay where the forearm is bare, where the hand is one of two, a speck, or goes on', () => {
    expect(snapWristsToHands(before, skinIn([63, 150, 77, 175], [75, 110, 85, 145]), SW, 1)).toBe(before);
    expect(snapWristsToHands(before, skinIn([63, 150, 77, 175], [90, 150, 104, 175]), SW, 1)).toBe(before);
    expect(snapWristsToHands(before, skinIn([70, 160, 74, 164]), SW, 1)).toBe(before);
    expect(snapWristsToHands(before, skinIn([0, 160, 77, 172]), SW, 1)).toBe(before);
  });
});
