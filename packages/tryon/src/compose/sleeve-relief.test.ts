import { describe, expect, it } from '@jest/globals';
import { createPlane } from '@drape/imaging';
import { limbField } from './limb-field';
import { partSleeves, type Sleeved } from './sleeve-relief';

/** A garment that covers all of the picture, an arm of radius 12 that hangs at column 30 on the image's left. */
function hanging(length: 'long' | 'none', cuff = 1): Sleeved {
  const centres = Array.from({ length: 21 }, (_, i) => ({ x: 30, y: 10 + 8 * i }));
  const tube = { centres, radii: centres.map(() => 12), visibility: 1 };
  const garment = createPlane(120, 190);
  garment.data.fill(1);
  const arm = limbField(tube, 1, 120, 190);
  const away = { ...arm, u: arm.u.map(() => 9) };
  return {
    garment,
    arms: [arm, away],
    sleeves: [
      { length, cuff },
      { length: 'none', cuff: 0 },
    ],
    sw: 120,
  };
}

const shaded = (scene: Sleeved) => {
  const gain = createPlane(60, 95, 1);
  partSleeves(scene, gain);
  return (x: number, y: number): number => gain.data[(y >> 1) * 60 + (x >> 1)];
};

describe('partSleeves', () => {
  it('shades the body beside a sleeve, and the edge of the sleeve less', () => {
    const at = shaded(hanging('long'));
    expect(at(44, 100)).toBeLessThan(0.8);
    expect(at(40, 100)).toBeGreaterThan(at(44, 100) + 0.05);
    expect(at(40, 100)).toBeLessThan(0.99);
  });

  it('leaves the outer half of the sleeve, the body further off and the shoulder alone', () => {
    const at = shaded(hanging('long'));
    expect(at(22, 100)).toBe(1);
    expect(at(70, 100)).toBe(1);
    expect(at(44, 30)).toBe(1);
  });

  it('runs out past the end of a sleeve, and does nothing without one', () => {
    const at = shaded(hanging('long', 0.5));
    expect(at(44, 95)).toBeLessThan(0.95);
    expect(at(44, 95)).toBeGreaterThan(0.7);
    expect(at(44, 130)).toBe(1);
    expect(shaded(hanging('none'))(44, 100)).toBe(1);
  });
});
