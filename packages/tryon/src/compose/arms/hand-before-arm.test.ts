import { createPlane, type Point } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { handBeforeArm } from './hand-before-arm';

const SIDE = 200;
type ArmScene = Parameters<typeof handBeforeArm>[0];

/** An arm from (100, 40) down to its elbow, whose forearm continues to `wrist`; skin fills the given boxes. */
function seen(wrist: Point, ...bare: readonly (readonly [number, number, number, number])[]): ArmScene {
  const joints = [{ x: 100, y: 40 }, { x: 100, y: 110 }, wrist];
  const skin = createPlane(SIDE, SIDE);
  for (const [left, top, right, bottom] of bare) {
    for (let y = top; y < bottom; y++) skin.data.fill(1, y * SIDE + left, y * SIDE + right);
  }
  const centres = Array.from({ length: 24 }, (_, i) => {
    const [a, b, t] = i < 18 ? [joints[0], joints[1], i / 18] : [joints[1], joints[2], (i - 18) / 5];
    return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) };
  });
  const tube = { centres, radii: centres.map(() => 9), visibility: 1 };
  return {
    k: 1,
    sw: 70,
    garment: createPlane(SIDE, SIDE),
    person: { planes: { skin }, armTubes: [tube, tube], arms: [{ joints }, { joints }] },
  } as unknown as ArmScene;
}

const TO_CAMERA = { x: 98, y: 98 };
const HAND = [92, 82, 108, 104] as const;

describe('a hand before its own arm', () => {
  it('is the skin that the old clothes enclose where the forearm points to the camera', () => {
    const hand = handBeforeArm(seen(TO_CAMERA, HAND), 0);
    expect(hand?.data[90 * SIDE + 100]).toBe(1);
    expect(hand?.data[75 * SIDE + 100]).toBe(0);
  });

  it('is not looked for where the forearm is seen in its length, nor on an arm that was bare', () => {
    expect(handBeforeArm(seen({ x: 100, y: 170 }, [92, 165, 108, 187]), 0)).toBeNull();
    expect(handBeforeArm(seen(TO_CAMERA, HAND, [94, 50, 106, 60]), 0)).toBeNull();
  });

  it('is no speck and nothing that goes on past its reach', () => {
    expect(handBeforeArm(seen(TO_CAMERA, [96, 90, 101, 95]), 0)).toBeNull();
    expect(handBeforeArm(seen(TO_CAMERA, [92, 82, 160, 104]), 0)).toBeNull();
  });
});
