import { createPlane, type Point } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { insidePolygon } from '../../../../test/inside-polygon';
import type { PlacedUpper } from '../../../model/placement';
import { bareShoulder, isShoulderSeen, leavesShoulder, overShoulder, withinShoulder } from './bare-shoulders';
import type { Scene } from '../../../model/scene';

const SW = 100;

/** A body whose joints are at (50, 100) and (150, 100), arms hanging or lifted, straps on a shoulder line that falls by .3. */
function body(run: Point, bare = false) {
  const skin = createPlane(200, 300);
  if (bare) skin.data.fill(1);
  const armTubes = [50, 150].map((x, side) => {
    const centres = Array.from({ length: 24 }, (_, s) => ({
      x: x + (side === 0 ? -1 : 1) * 6 * s * run.x,
      y: 100 + 6 * s * run.y,
    }));
    return { centres, radii: centres.map(() => 11), visibility: 1 };
  });
  const frame = {
    across: { x: 1, y: 0 },
    down: { x: 0, y: 1 },
    shoulderMid: { x: 100, y: 100 },
    shoulderWidth: SW,
    torsoLength: 150,
  };
  const scene = { k: 1, person: { body: frame, armTubes, planes: { skin } } } as unknown as Scene;
  const both = (x: number, y: number): [Point, Point] => [
    { x: 100 - x, y },
    { x: 100 + x, y },
  ];
  const sides = both(38, 140).map((p) => [p]);
  const region = { neck: both(28, 78), shoulder: both(38, 81), sides } as unknown as PlacedUpper;
  return { scene, region };
}

describe('bareShoulder', () => {
  const hanging = body({ x: 0, y: 1 });

  it('goes over the strap, round into the arm and through the armpit to the spine', () => {
    const skin = bareShoulder(hanging.scene, hanging.region, 1);
    for (const inside of [
      { x: 134, y: 90 },
      { x: 152, y: 110 },
      { x: 139, y: 135 },
      { x: 105, y: 100 },
    ]) {
      expect(insidePolygon(inside, skin)).toBe(true);
    }
    for (const outside of [
      { x: 134, y: 76 },
      { x: 159, y: 89 },
      { x: 165, y: 110 },
      { x: 120, y: 145 },
    ]) {
      expect(insidePolygon(outside, skin)).toBe(false);
    }
  });

  it('is the same on the other side', () => {
    const [left, right] = ([0, 1] as const).map((side) => bareShoulder(hanging.scene, hanging.region, side));
    left.forEach((p, i) => {
      expect(200 - p.x).toBeCloseTo(right[i].x, 6);
      expect(p.y).toBeCloseTo(right[i].y, 6);
    });
  });

  it('has no round under a lifted arm, and is wider where the shoulder is seen', () => {
    const lifted = body({ x: 1, y: 0 });
    expect(bareShoulder(lifted.scene, lifted.region, 1).length).toBeLessThan(8);
    const seen = body({ x: 0, y: 1 }, true);
    expect(isShoulderSeen(seen.scene, 1)).toBe(true);
    expect(isShoulderSeen(hanging.scene, 1)).toBe(false);
    expect(insidePolygon({ x: 134, y: 77 }, bareShoulder(seen.scene, seen.region, 1))).toBe(true);
  });
});

describe('an arm that comes out of a bare shoulder', () => {
  it("fills the shoulder's outline on its free side only", () => {
    expect([overShoulder(0.2, 1, -1.1), overShoulder(0.2, 1, 1.1), overShoulder(0.6, 0, -1)]).toEqual([1, 0.2, 0.6]);
  });

  it('has no round end of its own, and fades in from there', () => {
    expect([withinShoulder(0, 0), withinShoulder(0, 1), withinShoulder(0.2, 0)]).toEqual([0, 1, 1]);
    expect([leavesShoulder(0, 0), leavesShoulder(0.3, 1)]).toEqual([0, 1]);
    expect(leavesShoulder(0.1, 1)).toBeLessThan(leavesShoulder(0.1, -1));
  });
});
