import { describe, expect, it } from '@jest/globals';
import { createPlane, type PlaneF32 } from '@drape/imaging';
import { shadowsOfGarment, type ShadowScene } from './cast-shadow';

const SIZE = 60;
const box = (x0: number, y0: number, x1: number, y1: number): PlaneF32 => {
  const plane = createPlane(SIZE, SIZE);
  for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) plane.data[SIZE * y + x] = 1;
  return plane;
};
const scene = (parts: Partial<ShadowScene>): ShadowScene => ({
  garment: box(10, 10, 50, 30),
  body: box(20, 0, 40, 60),
  front: createPlane(SIZE, SIZE),
  sw: 50,
  standOff: 1,
  ...parts,
});
const at = (plane: PlaneF32, x: number, y: number): number => plane.data[SIZE * y + x];

describe('shadows of the garment', () => {
  it('fall on the body below the hem, not on the background beside it and not on the garment', () => {
    const shadow = shadowsOfGarment(scene({}));
    expect(at(shadow, 30, 30)).toBeGreaterThan(0.1);
    expect(at(shadow, 30, 30)).toBeGreaterThan(at(shadow, 30, 9));
    expect(at(shadow, 15, 30)).toBe(0);
    expect(at(shadow, 30, 25)).toBe(0);
    expect(at(shadow, 30, 40)).toBeCloseTo(0, 2);
  });

  it('reach further under skirts, which stand off the legs', () => {
    const shadow = shadowsOfGarment(scene({ standOff: 2.2 }));
    expect(at(shadow, 30, 33)).toBeGreaterThan(at(shadowsOfGarment(scene({})), 30, 33) + 0.05);
    expect(at(shadow, 15, 33)).toBe(0);
  });

  it('go on under its edge without a light rim, but not further in', () => {
    const garment = box(20, 10, 40, 26);
    for (let x = 20; x < 40; x++) garment.data[SIZE * 25 + x] = 0.5;
    const shadow = shadowsOfGarment(scene({ garment }));
    expect(at(shadow, 30, 25)).toBeGreaterThanOrEqual(at(shadow, 30, 26));
    expect(at(shadow, 30, 23)).toBe(0);
  });

  it('leave what lies in front of it alone', () => {
    expect(at(shadowsOfGarment(scene({ front: box(28, 20, 34, 40) })), 30, 30)).toBe(0);
  });
});
