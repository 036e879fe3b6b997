import { createPlane, type PlaneF32 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { bodyFrame, nameJoints, type Joints } from './joints';
import { requireAlone } from './other-bodies';

const W = 300;
const H = 300;

/** A body that stands upright: shoulders 60 wide in row 60, hips in row 140, ankles in row 270. */
function standing(middle: number): Joints {
  const landmarks = Array.from({ length: 33 }, () => ({ x: middle, y: 30, z: 0, visibility: 1, presence: 1 }));
  const put = (left: number, half: number, y: number): void => {
    landmarks[left] = { ...landmarks[left], x: middle + half, y };
    landmarks[left + 1] = { ...landmarks[left + 1], x: middle - half, y };
  };
  for (const [left, half, y] of [
    [11, 30, 60],
    [13, 38, 100],
    [15, 40, 140],
    [17, 40, 148],
    [19, 40, 150],
    [21, 40, 148],
    [23, 18, 140],
    [25, 18, 205],
    [27, 18, 270],
    [29, 18, 275],
    [31, 18, 280],
  ]) {
    put(left, half, y);
  }
  return nameJoints(landmarks);
}

/** Skin of bodies with those middles: face, arms, legs. */
function skinOf(...middles: number[]): PlaneF32 {
  const skin = createPlane(W, H);
  for (const middle of middles) {
    for (const [x, y, width, height] of [
      [-12, 15, 24, 40],
      [-45, 70, 14, 85],
      [31, 70, 14, 85],
      [-26, 160, 16, 110],
      [10, 160, 16, 110],
    ]) {
      for (let v = y; v < y + height; v++) {
        skin.data.fill(1, v * W + middle + x, v * W + middle + x + width);
      }
    }
  }
  return skin;
}

describe('requireAlone', () => {
  const joints = standing(90);
  const frame = bodyFrame(joints);

  it('lets one person pass', () => {
    expect(() => requireAlone(skinOf(90), joints, frame, 1)).not.toThrow();
  });

  it('refuses a second body that is parsed with the first', () => {
    expect(() => requireAlone(skinOf(90, 190), joints, frame, 1)).toThrow(
      expect.objectContaining({ code: 'multiple_people' }),
    );
  });

  it("lets a stranger's arm pass", () => {
    const skin = skinOf(90);
    for (let y = 100; y < 180; y++) skin.data.fill(1, y * W + 280, y * W + 290);
    expect(() => requireAlone(skin, joints, frame, 1)).not.toThrow();
  });
});
