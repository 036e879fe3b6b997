import { createPlane, createRaster, type RasterU8 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { PARSE_CLASSES, type ParseResult, type PoseDetection } from '../../ports';
import { checkPose, requireFace, requirePerson } from './checks';
import { nameJoints, type Joints } from './joints';

const OVAL = Array.from({ length: 24 }, (_, i) => ({
  x: 50 + 20 * Math.cos((i * Math.PI) / 12),
  y: 40 + 26 * Math.sin((i * Math.PI) / 12),
}));

/** A parser that calls everything skin, or nothing. */
function parsed(skin: 0 | 1): ParseResult {
  const planes = PARSE_CLASSES.map((name) => createPlane(10, 10, name === 'skin' ? skin : 0));
  return { box: { x: 0, y: 0, width: 100, height: 100 }, planes };
}

function flat(rgb: readonly [number, number, number]): RasterU8 {
  const photo = createRaster(100, 100, 3);
  for (let i = 0; i < photo.data.length; i++) photo.data[i] = rgb[i % 3] ?? 0;
  return photo;
}

const refuses = (photo: RasterU8, skin: 0 | 1): boolean => {
  try {
    requireFace(photo, null, parsed(skin), OVAL);
    return false;
  } catch {
    return true;
  }
};

describe('requireFace without a face mesh', () => {
  it('refuses a head on which the parser sees no skin', () => {
    expect(refuses(flat([210, 170, 150]), 0)).toBe(true);
  });

  it('refuses a dark hood that the parser takes for skin', () => {
    expect(refuses(flat([22, 24, 23]), 1)).toBe(true);
    expect(refuses(flat([90, 100, 120]), 1)).toBe(true);
  });

  it('lets faces of any tone pass: a telephone may hide them from the mesh', () => {
    for (const rgb of [
      [240, 205, 190],
      [198, 150, 120],
      [120, 80, 60],
      [62, 42, 35],
    ] as const) {
      expect(refuses(flat(rgb), 1)).toBe(false);
    }
  });

  it('asks nothing where a mesh was found', () => {
    expect(() => requireFace(flat([0, 0, 0]), { score: 1, points: [] }, parsed(0), OVAL)).not.toThrow();
  });
});

describe('requirePerson with somebody else in the photo', () => {
  /** A shopper 600 high and 200 wide with the head at x = 300, and another person of that height in the middle of a box about x. */
  const detection = (height: number, x: number): PoseDetection => ({
    person: {
      score: 0.9,
      landmarks: Array.from({ length: 33 }, (_, i) => ({
        x: i === 0 ? 300 : i % 2 === 0 ? 200 : 400,
        y: i < 11 ? 100 : 700,
        z: 0,
        visibility: 1,
        presence: 1,
      })),
      mask: createPlane(1, 1),
    },
    others: [{ x: x - height / 4, y: 100, width: height / 2, height, score: 0.9 }],
  });

  it('refuses who stands beside and is as large', () => {
    expect(() => requirePerson(detection(560, 540))).toThrow('Another person');
    expect(() => requirePerson(detection(560, 640))).not.toThrow();
  });

  it('refuses who stands behind and shows, not passers-by', () => {
    expect(() => requirePerson(detection(420, 390))).toThrow('Another person');
    expect(() => requirePerson(detection(420, 460))).not.toThrow();
    expect(() => requirePerson(detection(300, 390))).not.toThrow();
  });
});

describe('checkPose of a person who is turned', () => {
  /** A body with a torso 300 high, by the widths of its shoulders and hips in pixels; seen from behind they are negative. */
  const turned = (shoulders: number, hips: number, hipY = 500, ears = 0): Joints => {
    const landmarks = Array.from({ length: 33 }, () => ({ x: 300, y: 100, z: 0, visibility: 1, presence: 1 }));
    const put = (left: number, width: number, y: number): void => {
      landmarks[left] = { ...landmarks[left], x: 300 + width / 2, y };
      landmarks[left + 1] = { ...landmarks[left + 1], x: 300 - width / 2, y };
    };
    put(7, ears, 100);
    put(11, shoulders, 200);
    put(23, hips, hipY);
    put(25, hips, hipY + 250);
    put(27, hips, hipY + 500);
    return nameJoints(landmarks);
  };
  const codes = (...body: Parameters<typeof turned>): string[] =>
    checkPose(turned(...body), null, 600, 1000).map((w) => w.code);

  it('warns when shoulders or hips alone are seen from the side', () => {
    expect(codes(60, 90)).toEqual(['side_view']);
    expect(codes(140, 50)).toEqual(['side_view']);
  });

  it('says nothing about frontal and half-turned bodies', () => {
    expect(codes(200, 105)).toEqual([]);
    expect(codes(145, 70)).toEqual([]);
  });

  it('refuses a back, though a face looks over the shoulder', () => {
    const seen = { score: 1, points: [] };
    expect(() => checkPose(turned(-140, -80), seen, 600, 1000)).toThrow('seen from behind');
    expect(checkPose(turned(-40, -30), seen, 600, 1000).map((w) => w.code)).toEqual(['side_view']);
  });

  it('refuses no face between ears that lie as the shoulders do, nor shoulders alone that lie wrong', () => {
    const seen = { score: 1, points: [] };
    expect(() => checkPose(turned(-140, -80, 500, -40), seen, 600, 1000)).not.toThrow();
    expect(() => checkPose(turned(-140, -80, 500, 40), seen, 600, 1000)).toThrow('seen from behind');
    expect(() => checkPose(turned(-140, -80, 500, -40), null, 600, 1000)).toThrow('seen from behind');
    expect(() => checkPose(turned(-140, 80), null, 600, 1000)).not.toThrow();
  });

  it('leaves who is seen in profile to the face', () => {
    expect(codes(-40, -30)).toEqual(['side_view']);
  });

  it('does not judge hips below the photo', () => {
    expect(codes(600, 50, 1010)).toEqual([]);
  });
});
