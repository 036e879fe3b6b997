import { describe, expect, it } from '@jest/globals';
import { createPlane, type Point } from '@drape/imaging';
import type { PlacementFrame } from '../body/placement-frame';
import { collarTips } from './collar-tips';

/** Shoulders 100 apart in row 100, torso 150 long, a neck from column 84 to 116 below a chin in row 66. */
function body(): PlacementFrame {
  const [skin, person] = [createPlane(200, 200), createPlane(200, 200)];
  for (let y = 20; y < 100; y++) {
    for (let x = 84; x < 116; x++) skin.data[200 * y + x] = person.data[200 * y + x] = 1;
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
    tl: 150,
  } as unknown as PlacementFrame;
}

/** A collar whose neck points are 50 apart in row 60 of the product, and whose corners are at the given points. */
const collar = (left: Point, right: Point) => ({
  marks: {
    neck: [
      { x: 75, y: 60 },
      { x: 125, y: 60 },
    ] as const,
    neckline: [left, { x: 100, y: 70 }, right],
  },
  s: 1,
  sv: 1,
  neckV: -0.1,
  neckU: 0,
});

describe("a collar's corners", () => {
  it('stand beside the neck where the product is closed more narrowly', () => {
    const tips = collarTips(body(), collar({ x: 92, y: 40 }, { x: 108, y: 40 }));
    if (tips === null) throw new Error('no corners');
    expect(tips[0].x).toBeLessThan(84);
    expect(tips[0].x).toBeGreaterThan(78);
    expect(tips[1].x).toBeGreaterThan(116);
    // 20 above the neck points, which are in row 85
    expect(tips[0].y).toBeCloseTo(65, 5);
  });

  it('stand nearly level where it was laid askew, and close around the neck on both sides', () => {
    const tips = collarTips(body(), collar({ x: 74, y: 30 }, { x: 108, y: 50 }));
    if (tips === null) throw new Error('no corners');
    expect(Math.abs(tips[0].y - tips[1].y)).toBeLessThan(7);
    expect(tips[0].x).toBeGreaterThan(76);
  });

  it('stand no higher than shortly above the chin', () => {
    const tips = collarTips(body(), collar({ x: 92, y: 10 }, { x: 108, y: 10 }));
    expect(tips?.[0].y).toBeCloseTo(62.6, 5);
  });

  it('stay where they are when both stand beside the neck, and without a standing collar', () => {
    expect(collarTips(body(), collar({ x: 80, y: 40 }, { x: 120, y: 40 }))).toBeNull();
    expect(collarTips(body(), collar({ x: 92, y: 62 }, { x: 108, y: 62 }))).toBeNull();
  });
});
