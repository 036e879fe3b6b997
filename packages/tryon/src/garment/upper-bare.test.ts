import type { Point } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { withoutSleeve } from './upper-bare';

const FRAME = { axisX: 0, top: 0, height: 400, reach: 150 } as const;

/** The right half of a boxy top: neck, shoulder to x 150, arm hole down to y 110, from there in to `side` and down to the hem. */
function outline(side: number): Point[] {
  const corners: Point[] = [
    { x: 0, y: 0 },
    { x: 60, y: 0 },
    { x: 150, y: 30 },
    { x: 150, y: 110 },
    { x: side, y: 125 },
    { x: side, y: 400 },
    { x: 0, y: 400 },
  ];
  return corners.slice(1).flatMap((to, i) => {
    const from = corners[i];
    const steps = Math.max(1, Math.round(Math.hypot(to.x - from.x, to.y - from.y) / 2));
    return Array.from({ length: steps }, (_, n) => ({
      x: from.x + ((to.x - from.x) * n) / steps,
      y: from.y + ((to.y - from.y) * n) / steps,
    }));
  });
}

describe('the armpit of a wide shoulder without sleeve', () => {
  it('is the notch under its arm hole', () => {
    const { armpit, length } = withoutSleeve(outline(130), [], FRAME);
    expect(length).toBe('none');
    expect(armpit.y).toBeGreaterThan(115);
    expect(armpit.y).toBeLessThan(135);
  });

  it('lies at the usual place where the outline runs straight on', () => {
    expect(withoutSleeve(outline(149), [], FRAME).armpit.y).toBeGreaterThan(140);
  });
});
