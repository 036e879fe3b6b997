import { createPlane, type Point } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { drawTee } from '../../../test/drawn-garments';
import { drawPolygon } from '../../../test/drawn-shapes';
import { readOf } from '../../../test/read-of';
import { deepenNeckline } from './deepen-neckline';

const mask = drawTee();
const place = { origin: { x: 0, y: 0 }, scale: 1 };
const curve: readonly Point[] = [
  { x: 150, y: 40 },
  { x: 210, y: 80 },
  { x: 270, y: 40 },
];

/** A reader that sees the inside of the back in a box down to a row. */
function seeing(bottom: number) {
  const inside = drawPolygon(mask.width, mask.height, [
    { x: 160, y: 20 },
    { x: 260, y: 20 },
    { x: 260, y: bottom },
    { x: 160, y: bottom },
  ]);
  const torso = createPlane(mask.width, mask.height);
  for (let i = 0; i < torso.data.length; i++) torso.data[i] = Math.max(0, mask.data[i] - inside.data[i]);
  return readOf({ parts: { torso, insideBack: inside }, points: {} });
}

const lowestOf = (points: readonly Point[]): number => Math.max(...points.map(({ y }) => y));

describe('deepenNeckline', () => {
  it('leads a curve down to where the inside ends, between the same ends', () => {
    const deep = deepenNeckline({ curve, read: seeing(140), place, lowest: 300 });
    expect(lowestOf(deep)).toBeGreaterThan(130);
    expect(lowestOf(deep)).toBeLessThan(146);
    expect([deep[0], deep[deep.length - 1]]).toEqual([curve[0], curve[2]]);
    expect(deep.every((p, i) => i === 0 || p.x > deep[i - 1].x)).toBe(true);
  });

  it('goes no lower than it may', () => {
    expect(lowestOf(deepenNeckline({ curve, read: seeing(260), place, lowest: 160 }))).toBeLessThanOrEqual(160);
  });

  it('stays as it was fitted where hardly any inside lies below it', () => {
    expect(deepenNeckline({ curve, read: seeing(42), place, lowest: 300 })).toBe(curve);
  });
});
