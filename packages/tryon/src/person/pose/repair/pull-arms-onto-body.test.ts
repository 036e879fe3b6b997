import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { PoseLandmark } from '../../../ports';
import { nameJoints } from '../joints';
import { pullArmsOntoBody } from './pull-arms-onto-body';

const [W, H, SW] = [200, 200, 60];

/** A person in columns 60…139; the elbow and wrist at the image's left are in column `x`. */
function ledIn(x: number, visibility: number) {
  const person = createPlane(W, H);
  for (let y = 20; y < H; y++) person.data.fill(1, y * W + 60, y * W + 140);
  const mark = (at: number, y: number, seen = 1): PoseLandmark => ({ x: at, y, z: 0, visibility: seen, presence: 1 });
  const landmarks = Array.from({ length: 33 }, () => mark(100, 30));
  [landmarks[12], landmarks[11]] = [mark(70, 50), mark(130, 50)];
  [landmarks[14], landmarks[13]] = [mark(x, 90, visibility), mark(132, 90)];
  [landmarks[16], landmarks[15]] = [mark(x, 120, visibility), mark(132, 120)];
  [landmarks[20], landmarks[19]] = [mark(x + 3, 130, visibility), mark(132, 130)];
  return pullArmsOntoBody(nameJoints(landmarks), person, SW, 1);
}

describe('pullArmsOntoBody', () => {
  it('leads a guessed arm beside the body back onto it, its hand too', () => {
    const { elbows, wrists, hands } = ledIn(40, 0.1);
    expect(elbows[0].x).toBeGreaterThan(62);
    expect(elbows[0].x).toBeLessThan(70);
    expect(Math.abs(elbows[0].y - 90)).toBeLessThan(5);
    expect(hands[0].x - wrists[0].x).toBeCloseTo(3);
    expect(elbows[1].x).toBe(132);
  });

  it('trusts a joint that is seen, and leaves one beyond the photo', () => {
    expect(ledIn(40, 0.9).elbows[0].x).toBe(40);
    expect(ledIn(-5, 0.1).elbows[0].x).toBe(-5);
    // the person's edge itself errs
    expect(ledIn(56, 0.1).elbows[0].x).toBe(56);
  });
});
