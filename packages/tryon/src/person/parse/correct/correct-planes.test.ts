import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster, mapClasses } from '@drape/imaging';
import type { PoseLandmark } from '../../../ports';
import { bodyFrame, nameJoints } from '../../pose/joints';
import { correctPlanes } from './correct-planes';
import type { PersonPlanes } from '../../../model/person';

const W = 120;
const H = 160;

type Rgb = readonly [number, number, number];

interface Look {
  readonly rgb: Rgb;
  readonly skin: number;
  readonly hair?: number;
  readonly other?: number;
  readonly person?: number;
}

/** A person whose pixels have a colour and shares of skin, hair and top; the mouth is in row 26, the shoulders in row 50, 80 apart. */
function mended(look: (x: number, y: number) => Look): PersonPlanes {
  const guide = createRaster(W, H, 3);
  const planes = mapClasses(() => createPlane(W, H));
  for (let y = 0, i = 0; y < H; y++) {
    for (let x = 0; x < W; x++, i++) {
      const { rgb, skin, hair = 0, other = 0, person = 1 } = look(x, y);
      guide.data.set(rgb, 3 * i);
      planes.person.data[i] = person;
      planes.skin.data[i] = person * skin;
      planes.hair.data[i] = person * hair;
      planes.other.data[i] = person * other;
      for (const plane of [planes.upper, planes.top]) plane.data[i] = person * (1 - skin - hair - other);
    }
  }
  const mark = (x: number, y: number): PoseLandmark => ({ x, y, z: 0, visibility: 1, presence: 1 });
  const marks = Array.from({ length: 33 }, () => mark(60, 20));
  marks[9] = marks[10] = mark(60, 26);
  [marks[8], marks[7]] = [mark(40, 18), mark(80, 18)];
  [marks[12], marks[11]] = [mark(20, 50), mark(100, 50)];
  [marks[24], marks[23]] = [mark(30, 150), mark(90, 150)];
  const joints = nameJoints(marks);
  correctPlanes({ guide, planes, joints, frame: bodyFrame(joints), workScale: 1, oval: [] });
  return planes;
}

const SKIN: Rgb = [200, 140, 110];
const at = (x: number, y: number): number => y * W + x;

describe('correctPlanes', () => {
  it('keeps a lock of hair behind the neck, but no island of hair in the clothes', () => {
    const planes = mended((x, y) => {
      const isLock = x >= 76 && x < 82 && y >= 36 && y < 52;
      const isIsland = x >= 50 && x < 56 && y >= 90 && y < 106;
      if (isLock || isIsland) return { rgb: [30, 20, 15], skin: 0, hair: 1 };
      return y < 60 ? { rgb: SKIN, skin: 1 } : { rgb: [90, 110, 200], skin: 0 };
    });
    expect([planes.hair.data[at(79, 44)], planes.top.data[at(79, 44)]]).toEqual([1, 0]);
    expect([planes.hair.data[at(53, 98)], planes.top.data[at(53, 98)]]).toEqual([0, 1]);
  });

  it('gives the shade inside a standing collar beside the jaw to the clothes', () => {
    // an island that begins just below the nose, between the neck and the collar
    const collar = (x: number, y: number): boolean => x >= 84 && x < 91 && y >= 25 && y < 36;
    const planes = mended((x, y) => {
      if (collar(x, y)) return { rgb: [40, 30, 25], skin: 0, hair: 1 };
      if (y < 10) return { rgb: [40, 30, 25], skin: 0, hair: 1 };
      const skin = Math.abs(x - 60) < 24 && y < 46 ? 1 : 0;
      return { rgb: skin > 0 ? SKIN : [60, 60, 190], skin };
    });
    expect(planes.hair.data[at(87, 30)]).toBe(0);
    expect(planes.upper.data[at(87, 30)]).toBeCloseTo(1, 5);
  });

  it('takes a collar that is half believed to be an accessory for fabric, and leaves a scarf', () => {
    const neck = (other: number): PersonPlanes =>
      mended((x, y) => {
        const fabric = y >= 32 && y < 60 && Math.abs(x - 60) < 16;
        return { rgb: fabric ? [120, 120, 90] : SKIN, skin: fabric || y > 60 ? 0 : 1, other: fabric ? other : 0 };
      });
    expect(neck(0.45).other.data[at(60, 45)]).toBe(0);
    expect(neck(0.45).upper.data[at(60, 45)]).toBeCloseTo(1, 5);
    expect(neck(0.95).other.data[at(60, 45)]).toBeCloseTo(0.95, 5);
  });

  it('opens a hand where the background shows between its fingers', () => {
    // the hand is around the knuckles at (60, 20), the hole in its middle, the wall left and right of it
    const hole = (x: number, y: number): boolean => Math.abs(x - 60) < 3 && Math.abs(y - 20) < 6;
    const wall = (x: number): boolean => Math.abs(x - 60) > 16;
    const planes = mended((x, y) => ({
      rgb: hole(x, y) || wall(x) ? [180 + (x % 3), 190, 205] : [200 + (x % 4), 140, 110],
      skin: 1,
      person: wall(x) ? 0 : 1,
    }));
    expect(planes.skin.data[at(60, 20)]).toBeLessThan(0.2);
    expect(planes.person.data[at(60, 20)]).toBeLessThan(0.2);
    expect(planes.skin.data[at(68, 20)]).toBe(1);
  });
});
