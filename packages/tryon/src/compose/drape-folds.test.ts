import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster, type PlaneF32 } from '@drape/imaging';
import { drapeFolds, type Draped } from './drape-folds';

const WIDTH = 240;
const HEIGHT = 300;

/** Plain or figured cloth over all of the picture; shoulders 160 apart around (120, 60). */
function clothed(figured: boolean): Draped {
  const garment = createPlane(WIDTH, HEIGHT);
  garment.data.fill(1);
  const garmentRgb = createRaster(WIDTH, HEIGHT, 3);
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    garmentRgb.data.fill(figured && (i % WIDTH) % 16 < 8 ? 120 : 230, 3 * i, 3 * i + 3);
  }
  const body = { shoulderMid: { x: 120, y: 60 }, across: { x: 1, y: 0 }, down: { x: 0, y: 1 } };
  return { garment, garmentRgb, person: { body }, k: 1, sw: 160 };
}

function spread({ data }: PlaneF32): number {
  return Math.max(...data) - Math.min(...data);
}

describe('drapeFolds', () => {
  it('folds plain cloth faintly below the armpits, otherwise on either side', () => {
    const gain = createPlane(WIDTH / 2, HEIGHT / 2, 1);
    drapeFolds(clothed(false), gain);
    expect(spread(gain)).toBeGreaterThan(0.04);
    expect(spread(gain)).toBeLessThan(0.25);
    const at = (x: number, y: number): number => gain.data[(y >> 1) * gain.width + (x >> 1)];
    expect(at(120, 70)).toBe(1);
    const mirrored = Array.from({ length: 60 }, (_, i) => Math.abs(at(60 + i, 150) - at(180 - i, 150)));
    expect(Math.max(...mirrored)).toBeGreaterThan(0.005);
  });

  it('leaves figured cloth alone', () => {
    const gain = createPlane(WIDTH / 2, HEIGHT / 2, 1);
    drapeFolds(clothed(true), gain);
    expect(spread(gain)).toBe(0);
  });

  it('leaves cloth alone that the old garment gave its folds', () => {
    const gain = createPlane(WIDTH / 2, HEIGHT / 2, 1);
    for (let i = 0; i < gain.data.length; i++) gain.data[i] = 1 + 0.03 * Math.sin((i % gain.width) / 2.5);
    const before = gain.data.slice();
    drapeFolds(clothed(false), gain);
    expect(gain.data).toEqual(before);
  });
});
