import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { PlacementFrame } from '../body/placement-frame';
import { neckMiddle } from './neck-middle';

/**
 * Shoulders 100 apart in row 100 around column 100, the chin in row 66: a neck from column `left` to `right`, hair beside it where
 * `isHair`.
 */
function leaning(left: number, right: number, isHair: (x: number) => boolean = () => false): PlacementFrame {
  const [skin, person] = [createPlane(200, 200), createPlane(200, 200)];
  for (let y = 20; y < 100; y++) {
    for (let x = 0; x < 200; x++) {
      const isNeck = x >= left && x < right;
      skin.data[200 * y + x] = isNeck ? 1 : 0;
      person.data[200 * y + x] = isNeck || isHair(x) ? 1 : 0;
    }
  }
  const faceOval = [
    { x: 100, y: 30 },
    { x: 100, y: 66 },
  ];
  return {
    body: { planes: { skin, person }, faceOval, workScale: 1 },
    shoulderMid: { x: 100, y: 100 },
    down: { x: 0, y: 1 },
    across: { x: 1, y: 0 },
    sw: 100,
  } as unknown as PlacementFrame;
}

describe('neckMiddle', () => {
  it('follows a neck that leans to one side, but not far', () => {
    expect(neckMiddle(leaning(83, 117))).toBeCloseTo(0, 1);
    expect(neckMiddle(leaning(88, 122))).toBeCloseTo(0.04, 1);
    expect(neckMiddle(leaning(65, 105))).toBe(-0.07);
  });

  it('takes the usual width where hair hides one side, and nothing where it hides both or a collar all', () => {
    expect(neckMiddle(leaning(90, 110, (x) => x >= 110 && x < 140))).toBeGreaterThan(0.03);
    expect(neckMiddle(leaning(90, 122, (x) => x > 60 && x < 150))).toBe(0);
    expect(neckMiddle(leaning(100, 108))).toBe(0);
  });
});
