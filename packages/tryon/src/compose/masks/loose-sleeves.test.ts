import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { BodyFrame } from '../../model/body';
import { addLooseSleeve } from './loose-sleeves';

const [W, H] = [200, 200];
const body = {
  shoulderMid: { x: 100, y: 30 },
  across: { x: 1, y: 0 },
  down: { x: 0, y: 1 },
  shoulderWidth: 80,
  torsoLength: 120,
} as unknown as BodyFrame;

/** Marks of an arm that hangs at column 60 down to row 80 and continues to column `x` at row 140; its sleeve ends at row 125. */
function marks(x: number) {
  const centres = Array.from({ length: 12 }, (_, s) => ({
    x: s < 5 ? 60 : 60 + ((x - 60) * (s - 5)) / 6,
    y: 30 + 10 * s,
  }));
  const arms = createPlane(W, H);
  addLooseSleeve(arms, body, { tube: { centres }, end: 9.5 / 11, outward: -1, k: 1 });
  return (column: number, row: number): number => arms.data[row * W + column];
}

describe('addLooseSleeve', () => {
  it('takes in a sleeve as wide as it hangs, with its cuff, and nothing of the body', () => {
    const at = marks(56);
    expect([at(30, 90), at(45, 60), at(40, 135)]).toEqual([1, 1, 1]);
    expect([at(75, 90), at(30, 160), at(30, 20)]).toEqual([0, 0, 0]);
  });

  it('leaves the body beside a forearm that lies before it', () => {
    const at = marks(110);
    expect([at(40, 60), at(60, 128)]).toEqual([1, 0]);
  });
});
