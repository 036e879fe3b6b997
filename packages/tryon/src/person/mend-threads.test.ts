import { describe, expect, it } from '@jest/globals';
import { createPlane } from '@drape/imaging';
import type { PoseLandmark } from '../ports';
import type { PersonPlanes } from '../types';
import { bodyFrame, nameJoints } from './joints';
import { returnCuffs, returnThreads } from './mend-threads';

const W = 120;
const H = 160;

describe('returnThreads', () => {
  /** A skirt left of x 60 whose edge is read as skin, or below y 120 as shoe; a finger before it at y 40…48, a shoe at y 130…150. */
  function edge() {
    const [skin, shoes, lower, pants] = [0, 1, 2, 3].map(() => createPlane(W, H));
    for (let y = 0; y < H; y++) {
      for (let x = 0; x < 62; x++) {
        const isSkin = x >= 60 || (y >= 40 && y < 48 && x > 40);
        const isShoe = y > 120 && (x >= 60 || (y >= 130 && y < 150 && x > 35));
        (isShoe ? shoes : isSkin ? skin : lower).data[y * W + x] = 1;
      }
    }
    returnThreads({ skin, shoes, lower, pants }, 80);
    return { skin, shoes, lower };
  }

  it('gives the edge of a skirt back to it, and leaves a finger', () => {
    const { skin, lower } = edge();
    expect(skin.data[100 * W + 60]).toBe(0);
    expect(lower.data[100 * W + 60]).toBe(1);
    expect(skin.data[44 * W + 50]).toBe(1);
  });

  it('gives the shadow of a hem that is read as a shoe back to it, and leaves the shoe', () => {
    const { shoes, lower } = edge();
    expect([shoes.data[122 * W + 60], lower.data[122 * W + 60]]).toEqual([0, 1]);
    expect(shoes.data[140 * W + 48]).toBe(1);
  });
});

describe('returnCuffs', () => {
  /** A wide sleeve down to row 100, whose lowest two rows are read as skin left of the hand that comes out of it at x 30…44. */
  function cuff(elbow = 60, hand = 1) {
    const [skin, upper, top, outer] = [0, 1, 2, 3].map(() => createPlane(W, H));
    for (let y = 40; y < 120; y++) {
      for (let x = 10; x < 46; x++) {
        const isHand = y >= 98 && x >= 30 && x < 44;
        const isRim = y >= 98 && y < 100;
        if (y >= 100 && !isHand) continue;
        for (const plane of isHand || isRim ? [skin] : [upper, top]) plane.data[y * W + x] = isHand ? hand : 1;
      }
    }
    const mark = (x: number, y: number): PoseLandmark => ({ x, y, z: 0, visibility: 1, presence: 1 });
    const marks = Array.from({ length: 33 }, () => mark(60, 20));
    [marks[12], marks[11]] = [mark(20, 50), mark(100, 50)];
    [marks[24], marks[23]] = [mark(30, 150), mark(90, 150)];
    [marks[16], marks[15]] = [mark(30, 98), mark(110, 98)];
    [marks[14], marks[13]] = [mark(30, elbow), mark(110, elbow)];
    const joints = nameJoints(marks);
    const planes = { skin, upper, top, outer } as unknown as PersonPlanes;
    returnCuffs({ planes, joints, frame: bodyFrame(joints), workScale: 1, oval: [] });
    return { skin, upper, top };
  }

  it('gives the rim of a cuff back to the sleeve, up to near the hand, and leaves the hand', () => {
    const { skin, upper, top } = cuff();
    for (const x of [11, 20, 25]) {
      expect([skin.data[99 * W + x], upper.data[99 * W + x], top.data[99 * W + x]]).toEqual([0, 1, 1]);
    }
    expect(skin.data[110 * W + 36]).toBe(1);
    expect(skin.data[99 * W + 36]).toBe(1);
  });

  it('leaves a hand that is half believed', () => {
    expect(cuff(60, 0.5).skin.data[104 * W + 36]).toBe(0.5);
    expect(cuff(60, 0.5).skin.data[100 * W + 36]).toBe(0.5);
  });

  it('leaves what lies beside the hand of an arm without sleeve', () => {
    expect(cuff(150).skin.data[99 * W + 20]).toBe(1);
  });
});
