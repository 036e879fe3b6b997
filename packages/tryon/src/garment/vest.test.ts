import { describe, expect, it } from '@jest/globals';
import type { Point } from '@drape/imaging';
import { lerp } from './chain';
import { findArmholes, findDeepArmholes } from './vest';

type Corner = readonly [x: number, y: number];

/** A half outline from the axis at the top to the axis at the bottom, a point every two pixels or so. */
function half(corners: readonly Corner[]): Point[] {
  const points = [...corners].map(([x, y]) => ({ x, y }));
  return points.slice(1).flatMap((to, i) => {
    const from = points[i];
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 2);
    return Array.from({ length: steps }, (_, k) => lerp(from, to, k / steps));
  });
}

const COLLAR: readonly Corner[] = [
  [0, 30],
  [38, 30],
  [46, 74],
];
const UNTIL: readonly Corner[] = [
  [134, 440],
  [0, 440],
];
/** Shoulders wider than the chest; the lower rim of the arm hole stands out, or runs into the side. */
const WIDE = half([...COLLAR, [150, 90], [136, 140], [128, 190], [132, 226], [147, 240], ...UNTIL]);
const LOST = half([...COLLAR, [150, 90], [134, 140], [124, 190], [124, 240], [128, 300], ...UNTIL]);
/** A sleeve that hangs straight down beside the body. */
const SLEEVE = half([...COLLAR, [118, 84], [150, 240], [168, 400], [140, 404], ...UNTIL]);

describe('findDeepArmholes', () => {
  it('finds those of a vest whose shoulders are wider than its chest, which no other rule tells', () => {
    expect(findArmholes(WIDE, WIDE, 0)).toEqual([null, null]);
    const found = findDeepArmholes(WIDE, WIDE, 0);
    expect(found?.map((hole) => hole && WIDE[hole.to].y)).toEqual([240, 240]);
    expect(found?.map((hole) => hole && WIDE[hole.from].y)).toEqual([90, 90]);
  });

  it('leaves one whose lower rim is lost to the other half', () => {
    const found = findDeepArmholes(LOST, WIDE, 0);
    expect(found?.[0]).toBeNull();
    expect(found?.[1]).not.toBeNull();
    expect(findDeepArmholes(LOST, LOST, 0)).toBeNull();
  });

  it('needs them on both halves', () => {
    expect(findDeepArmholes(SLEEVE, SLEEVE, 0)).toBeNull();
    expect(findDeepArmholes(WIDE, SLEEVE, 0)).toBeNull();
  });
});
