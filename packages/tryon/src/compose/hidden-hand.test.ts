import { describe, expect, it } from '@jest/globals';
import { createPlane, type Point } from '@drape/imaging';
import { isBehind, underGarment } from './hidden-hand';

const SIDE = 200;

/** One arm from a shoulder at (60, 30) over its elbow to its wrist; `hand`: half width of the skin that is seen there. */
function under(elbow: Point, wrist: Point, hand: number) {
  const shoulder = { x: 60, y: 30 };
  const skin = createPlane(SIDE, SIDE);
  for (let y = -hand; y < hand; y++)
    skin.data.fill(1, (wrist.y + y) * SIDE + wrist.x - hand, (wrist.y + y) * SIDE + wrist.x + hand);
  const centres = Array.from({ length: 24 }, (_, i) => {
    const [a, b, t] = i < 12 ? [shoulder, elbow, i / 12] : [elbow, wrist, (i - 12) / 11];
    return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) };
  });
  const scene = {
    k: 1,
    sw: 60,
    person: {
      planes: { skin },
      armTubes: [{ centres, radii: centres.map(() => 9), visibility: 1 }],
      arms: [{ joints: [shoulder, elbow, wrist], visibility: [1, 1, 1] }],
    },
  };
  return scene as unknown as Parameters<typeof underGarment>[0];
}

const STRAIGHT = [
  { x: 58, y: 90 },
  { x: 60, y: 150 },
] as const;
const AKIMBO = [
  { x: 20, y: 90 },
  { x: 70, y: 140 },
] as const;

describe('arms under a new garment', () => {
  it('end at the wrist where a straight arm hides its hand, behind the body where it is bent', () => {
    expect(underGarment(under(...STRAIGHT, 0), 0)).toBeCloseTo(0.7);
    expect(isBehind(under(...STRAIGHT, 0), 0)).toBe(false);
    expect(underGarment(under(...AKIMBO, 0), 0)).toBeLessThan(0.5);
    expect(isBehind(under(...AKIMBO, 0), 0)).toBe(true);
  });

  it('go behind the body, too, where a piece of the wrist is seen above a pocket', () => {
    expect(isBehind(under(...AKIMBO, 3), 0)).toBe(true);
  });

  it('stay before it where the hand is seen', () => {
    expect(underGarment(under(...AKIMBO, 12), 0)).toBeGreaterThan(1);
    expect(isBehind(under(...AKIMBO, 12), 0)).toBe(false);
  });
});
