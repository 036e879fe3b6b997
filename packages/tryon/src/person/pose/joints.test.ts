import { describe, expect, it } from '@jest/globals';
import { bodyCoordinates, bodyFrame, bodyPoint, facingWidth, nameJoints } from './joints';

const landmarks = Array.from({ length: 33 }, (_, i) => ({ x: i, y: 2 * i, z: 0, visibility: 1, presence: 1 }));

function withShoulders(left: number, right: number) {
  return landmarks.map((p, i) =>
    i === 11
      ? { ...p, x: left, y: 100 }
      : i === 12
        ? { ...p, x: right, y: 100 }
        : i === 23
          ? { ...p, x: 180, y: 300 }
          : i === 24
            ? { ...p, x: 120, y: 300 }
            : p,
  );
}

describe('nameJoints', () => {
  it('puts the image left first for a person who faces the camera', () => {
    const joints = nameJoints(withShoulders(200, 100));
    expect(joints.facing).toBe(true);
    expect(joints.shoulders.map((p) => p.x)).toEqual([100, 200]);
    expect(joints.elbows[0].x).toBe(14);
  });

  it('says when a person is seen from behind', () => {
    const joints = nameJoints(withShoulders(100, 200));
    expect(joints.facing).toBe(false);
    expect(joints.shoulders.map((p) => p.x)).toEqual([100, 200]);
    expect(joints.elbows[0].x).toBe(13);
  });
});

it('measures limbs of somebody turned aside by the torso', () => {
  expect(bodyFrame(nameJoints(withShoulders(200, 80))).facingWidth).toBe(120);
  expect(facingWidth(30, 200)).toBeGreaterThan(100);
});

it('body coordinates and points are inverse', () => {
  const frame = bodyFrame(nameJoints(withShoulders(200, 100)));
  expect(frame.shoulderWidth).toBe(100);
  expect(frame.torsoLength).toBe(200);
  const { u, v } = bodyCoordinates(frame, bodyPoint(frame, -0.4, 0.7));
  expect([u, v]).toEqual([expect.closeTo(-0.4, 9), expect.closeTo(0.7, 9)]);
});
