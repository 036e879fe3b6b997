import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { PoseLandmark } from '../../../ports';
import { bodyFrame, nameJoints } from '../joints';
import { snapArmsToHands } from './snap-arms-to-hands';

const [W, H] = [260, 300];

/**
 * A person in columns 70…189, in shorts above row 250, with bare hands at rows 205…229 beside the body. The pose sees the arm at the
 * image's right extend out to `wristX`.
 */
function led(wristX: number, hasHand = true) {
  const [person, skin] = [createPlane(W, H), createPlane(W, H)];
  for (let y = 20; y < H; y++) person.data.fill(1, y * W + 70, y * W + 190);
  for (let y = 250; y < H; y++) skin.data.fill(1, y * W + 85, y * W + 175);
  for (let y = 205; y < 230; y++) {
    skin.data.fill(1, y * W + 70, y * W + 84);
    if (hasHand) skin.data.fill(1, y * W + 176, y * W + 190);
  }
  const mark = (x: number, y: number): PoseLandmark => ({ x, y, z: 0, visibility: 0.8, presence: 1 });
  const marks = Array.from({ length: 33 }, () => mark(130, 30));
  [marks[12], marks[11]] = [mark(90, 50), mark(170, 50)];
  [marks[14], marks[13]] = [mark(80, 130), mark(wristX - 40, 95)];
  [marks[16], marks[15]] = [mark(77, 205), mark(wristX, 95)];
  [marks[20], marks[19]] = [mark(77, 220), mark(wristX + 10, 95)];
  [marks[24], marks[23]] = [mark(108, 190), mark(152, 190)];
  [marks[26], marks[25]] = [mark(108, 290), mark(152, 290)];
  const joints = nameJoints(marks);
  return { joints, out: snapArmsToHands(joints, { person, skin }, bodyFrame(joints), 1) };
}

describe('snapArmsToHands', () => {
  it('leads an arm that the pose sees beside the person down to its hand', () => {
    const { joints, out } = led(245);
    expect(Math.abs(out.wrists[1].x - 183)).toBeLessThan(4);
    expect(Math.abs(out.wrists[1].y - 209)).toBeLessThan(8);
    expect(out.hands[1].y).toBeGreaterThan(out.wrists[1].y);
    expect(out.elbows[1].x).toBeGreaterThan(165);
    expect(out.elbows[1].x).toBeLessThan(195);
    expect(out.wrists[0]).toEqual(joints.wrists[0]);
  });

  it('leaves an arm on the person, one without a hand to lead to, and one that the photo cuts off', () => {
    for (const { joints, out } of [led(180), led(245, false), led(280)]) expect(out).toBe(joints);
  });
});
