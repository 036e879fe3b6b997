import type { Point } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { PoseLandmark } from '../../ports';
import { faceOval } from './face-oval';
import { nameJoints } from './joints';

/** The face's outline without a mesh, of a body whose shoulders face the camera. */
function ovalOf(nose: Point, mouth: Point, ears: readonly [Point, Point]) {
  const points = new Map<number, Point>([
    [0, nose],
    [7, ears[1]],
    [8, ears[0]],
    [9, mouth],
    [10, mouth],
    [11, { x: 150, y: 200 }],
    [12, { x: 50, y: 200 }],
  ]);
  const landmarks = Array.from({ length: 33 }, (_, i): PoseLandmark => {
    const at = points.get(i) ?? { x: 100, y: 300 };
    return { ...at, z: 0, visibility: 1, presence: 1 };
  });
  const oval = faceOval(null, nameJoints(landmarks));
  const [xs, ys] = [oval.map((p) => p.x), oval.map((p) => p.y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

describe('faceOval without a mesh', () => {
  it('spans the ears of a head that looks ahead', () => {
    const oval = ovalOf({ x: 100, y: 100 }, { x: 100, y: 115 }, [
      { x: 75, y: 92 },
      { x: 125, y: 92 },
    ]);
    expect(oval.left).toBeCloseTo(77);
    expect(oval.right).toBeCloseTo(123);
  });

  it('lies between ears and nose of a head in profile, not on the hair behind', () => {
    for (const side of [-1, 1]) {
      const ear = 100 - side * 6;
      const oval = ovalOf({ x: 100 + side * 40, y: 100 }, { x: 100 + side * 36, y: 115 }, [
        { x: Math.min(ear, 100), y: 92 },
        { x: Math.max(ear, 100), y: 92 },
      ]);
      const middle = (oval.left + oval.right) / 2;
      expect(side * (middle - 100)).toBeGreaterThan(12);
      expect(side * (middle - 100)).toBeLessThan(24);
      expect(oval.top).toBeLessThan(85);
      expect(oval.bottom).toBeGreaterThan(112);
    }
  });
});
