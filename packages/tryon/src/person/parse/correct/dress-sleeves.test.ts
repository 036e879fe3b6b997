import { createPlane, mapClasses } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { PoseLandmark } from '../../../ports';
import { bodyFrame, nameJoints } from '../../pose/joints';
import { reclaimDressSleeves } from './dress-sleeves';
import type { PersonPlanes } from '../../../model/person';

const [W, H] = [140, 200];
const WAIST = 110;

/**
 * A dress in columns 40…99 and sleeves beside it in 22…39 and 100…117 down to row 146, divided at the waist. `bareFrom`: skin below that
 * row.
 */
function dressed(bareFrom = 147, below: 'dress' | 'skirt' | 'pants' = 'dress') {
  const planes = mapClasses(() => createPlane(W, H));
  for (let y = 40, i = y * W; y < H; y++) {
    for (let x = 0; x < W; x++, i++) {
      const isSleeve = (x >= 22 && x < 40) || (x >= 100 && x < 118);
      if (x < 22 || x >= 118 || (isSleeve && y > 146)) continue;
      if (isSleeve && y >= bareFrom) planes.skin.data[i] = 1;
      else if (y < WAIST) planes.upper.data[i] = planes.dress.data[i] = 1;
      else planes.lower.data[i] = planes[below].data[i] = 1;
    }
  }
  const mark = (x: number, y: number): PoseLandmark => ({ x, y, z: 0, visibility: 1, presence: 1 });
  const marks = Array.from({ length: 33 }, () => mark(70, 20));
  [marks[12], marks[11]] = [mark(30, 50), mark(110, 50)];
  [marks[24], marks[23]] = [mark(52, 130), mark(88, 130)];
  [marks[16], marks[15]] = [mark(31, 140), mark(109, 140)];
  [marks[14], marks[13]] = [mark(31, 95), mark(109, 95)];
  const joints = nameJoints(marks);
  reclaimDressSleeves({ planes, joints, frame: bodyFrame(joints), workScale: 1 });
  return planes;
}

const [SLEEVE, SKIRT] = [130 * W + 30, 130 * W + 60];

/**
 * A dress in columns 40…99 seen from the side, the arm in front of its middle: the part of the skirt that is moved to the upper clothes.
 */
function fromSide(): PersonPlanes {
  const planes = mapClasses(() => createPlane(W, H));
  for (let y = 40; y < H; y++) {
    planes.dress.data.fill(1, y * W + 30, y * W + 110);
    (y < WAIST ? planes.upper : planes.lower).data.fill(1, y * W + 30, y * W + 110);
  }
  const mark = (x: number, y: number): PoseLandmark => ({ x, y, z: 0, visibility: 1, presence: 1 });
  const marks = Array.from({ length: 33 }, () => mark(70, 20));
  [marks[12], marks[11]] = [mark(62, 50), mark(72, 50)];
  [marks[24], marks[23]] = [mark(74, 130), mark(84, 130)];
  [marks[14], marks[16]] = [mark(66, 95), mark(66, 140)];
  [marks[13], marks[15]] = [0, 0].map(() => ({ ...mark(66, 120), visibility: 0 }));
  const joints = nameJoints(marks);
  reclaimDressSleeves({ planes, joints, frame: bodyFrame(joints), workScale: 1 });
  return planes;
}

describe('reclaimDressSleeves', () => {
  it('finds the sleeve of somebody turned aside, whose skirt lies on both sides of it', () => {
    const { upper } = fromSide();
    expect([-14, -4, 0, 4, 14].map((x) => upper.data[130 * W + 66 + x])).toEqual([0, 1, 1, 1, 0]);
  });

  it('gives the sleeves below the waist of a dress to the upper clothes, and nothing of its skirt', () => {
    const { upper, lower } = dressed();
    for (const at of [SLEEVE, 130 * W + 24, 130 * W + 110]) expect([upper.data[at], lower.data[at]]).toEqual([1, 0]);
    expect([upper.data[SKIRT], lower.data[SKIRT]]).toEqual([0, 1]);
  });

  it('takes sleeves that are parsed as a skirt for those of a top', () => {
    const { upper, top, skirt } = dressed(147, 'skirt');
    expect([upper.data[SLEEVE], top.data[SLEEVE], skirt.data[SLEEVE]]).toEqual([1, 1, 0]);
  });

  it('leaves trousers, and fabric beside an arm that is bare from the elbow on', () => {
    expect(dressed(147, 'pants').lower.data[SLEEVE]).toBe(1);
    expect(dressed(90).upper.data[130 * W + 44]).toBe(0);
  });
});
