import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { mouthLight, mouthOf, pocketMouths } from './pocket-mouth';
import type { Scene } from './scene';

const SIDE = 200;

/** The image left arm of somebody 60 pixels wide at the shoulders, bent inwards: from (60, 30) over (40, 90) to its end at (80, 150). */
const CENTRES = Array.from({ length: 24 }, (_, i) => {
  const t = i / 23;
  return t < 0.5 ? { x: 60 - 40 * t, y: 30 + 120 * t } : { x: 80 * t, y: 30 + 120 * t };
});
const TUBE = { centres: CENTRES, radii: CENTRES.map(() => 5), visibility: 1 };

describe('mouthOf', () => {
  it('crosses the wrist steeply, from its inner and upper side to its outer and lower one', () => {
    const { middle, along, inwards, half } = mouthOf(TUBE, 0, 0.83, 60);
    expect(middle.x * 60).toBeCloseTo(80 * 0.83, 0);
    expect(along.y).toBeGreaterThan(0.6);
    expect(along.x).toBeLessThan(0);
    expect(inwards.x).toBeGreaterThan(0.5);
    expect(half).toBeGreaterThan(0.07);
  });
});

describe('mouthLight', () => {
  it('is dark in the slit beside the wrist and leaves cloth further off alone', () => {
    expect(mouthLight(-0.14, 0, 0.1)).toBeLessThan(0.7);
    expect(mouthLight(0, 0.05, 0.1)).toBeLessThan(0.95);
    expect(mouthLight(-0.3, 0, 0.1)).toBe(1);
    expect(mouthLight(0, 0.2, 0.1)).toBeCloseTo(1);
  });
});

describe('pocketMouths', () => {
  it('shades the wrist before a mouth, in dresses only, and nothing where a long sleeve lies over it', () => {
    const draw = (category: string, end = 0.4) => {
      const size = SIDE / 2;
      const light = { gain: createPlane(size, size, 1), contact: createPlane(size, size) };
      const person = {
        planes: {
          skin: createPlane(SIDE, SIDE),
          lower: createPlane(SIDE, SIDE),
          upper: createPlane(SIDE, SIDE),
          bag: createPlane(SIDE, SIDE),
        },
        body: { shoulderWidth: 60 },
        armTubes: [TUBE],
        arms: [{ joints: [CENTRES[0], CENTRES[12], CENTRES[20]] }],
      };
      const sleeves = [{ length: 'long', end }];
      pocketMouths({ category, k: 1, sw: 60, person, sleeves } as unknown as Scene, light);
      return { slit: Math.min(...light.gain.data), shade: Math.max(...light.contact.data) };
    };
    expect(draw('dress').slit).toBeLessThan(0.8);
    expect(draw('dress').shade).toBeGreaterThan(0.3);
    expect(draw('dress', 0.885)).toEqual({ slit: 1, shade: 0 });
    expect(draw('top')).toEqual({ slit: 1, shade: 0 });
  });
});
