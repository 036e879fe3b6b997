import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster } from '@drape/imaging';
import { PARSE_CLASSES, type ParseClass, type PoseLandmark } from '../../ports';
import { bodyFrame, nameJoints } from '../pose/joints';
import { workPlanes } from './planes';
import type { PersonPlanes } from '../../model/person';

const W = 112;
const H = 196;
const BLUE = [40, 60, 150] as const;
const YELLOW = [220, 200, 60] as const;

/** Someone with shoulders in row 40 and hips in row 110, clothed in rows 44…169; parse and colours change in row 95. */
function dressed(above: ParseClass, below: ParseClass, colours: readonly (readonly number[])[]): PersonPlanes {
  const guide = createRaster(W, H, 3);
  const mask = createPlane(W, H);
  const planes = PARSE_CLASSES.map(() => createPlane(W, H));
  for (let i = 0; i < W * H; i++) {
    const y = Math.floor(i / W);
    const isFabric = y >= 44 && y < 170 && i % W >= 26 && i % W < 86;
    const name = !isFabric ? 'background' : y < 95 ? above : below;
    planes[PARSE_CLASSES.indexOf(name)].data[i] = 1;
    mask.data[i] = isFabric ? 1 : 0;
    guide.data.set(isFabric ? colours[y < 95 ? 0 : 1] : [128, 128, 128], 3 * i);
  }
  const mark = (x: number, y: number): PoseLandmark => ({ x, y, z: 0, visibility: 0, presence: 1 });
  const landmarks = Array.from({ length: 33 }, () => mark(56, 20));
  [landmarks[12], landmarks[11]] = [mark(26, 40), mark(86, 40)];
  [landmarks[24], landmarks[23]] = [mark(36, 110), mark(76, 110)];
  const joints = nameJoints(landmarks);
  return workPlanes({
    guide,
    workScale: 1,
    person: { score: 1, landmarks, mask },
    parse: { box: { x: 0, y: 0, width: W, height: H }, planes },
    joints,
    frame: bodyFrame(joints),
    oval: [],
  });
}

const at = (planes: PersonPlanes, name: keyof PersonPlanes, y: number): number => planes[name].data[y * W + 56];

describe('workPlanes', () => {
  it('calls top and skirt of one fabric a dress, whose waist stays where the parse saw their border', () => {
    const planes = dressed('top', 'skirt', [BLUE, BLUE]);
    expect(at(planes, 'dress', 70)).toBeCloseTo(1, 1);
    expect(at(planes, 'dress', 140)).toBeCloseTo(1, 1);
    expect([at(planes, 'top', 70), at(planes, 'skirt', 140)]).toEqual([0, 0]);
    expect([at(planes, 'upper', 90), at(planes, 'lower', 90)].map(Math.round)).toEqual([1, 0]);
    expect([at(planes, 'upper', 100), at(planes, 'lower', 100)].map(Math.round)).toEqual([0, 1]);
  });

  it('leaves top and skirt of two fabrics what they are', () => {
    const planes = dressed('top', 'skirt', [YELLOW, BLUE]);
    expect([at(planes, 'top', 70), at(planes, 'skirt', 140)].map(Math.round)).toEqual([1, 1]);
    expect(at(planes, 'dress', 140)).toBe(0);
  });

  it('parts a dress at the waist', () => {
    const planes = dressed('dress', 'dress', [BLUE, BLUE]);
    // three quarters of the way from shoulders to hips is in row 94
    expect([at(planes, 'upper', 88), at(planes, 'lower', 88)].map(Math.round)).toEqual([1, 0]);
    expect([at(planes, 'upper', 101), at(planes, 'lower', 101)].map(Math.round)).toEqual([0, 1]);
    expect([at(planes, 'dress', 88), at(planes, 'dress', 125)].map(Math.round)).toEqual([1, 1]);
  });
});
