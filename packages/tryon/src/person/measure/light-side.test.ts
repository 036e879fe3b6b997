import { createPlane, createRaster } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { lightSide } from './light-side';

/** A face of 40 × 50 pixels whose halves have the given lightness. */
function face(left: number, right: number, noseX = 30): number {
  const guide = createRaster(60, 60, 3);
  const skin = createPlane(60, 60);
  for (let y = 5; y < 55; y++) {
    for (let x = 10; x < 50; x++) {
      skin.data[y * 60 + x] = 1;
      guide.data.fill(x < 30 ? left : right, 3 * (y * 60 + x), 3 * (y * 60 + x) + 3);
    }
  }
  const oval = [
    { x: 10, y: 30 },
    { x: 30, y: 5 },
    { x: 50, y: 30 },
    { x: 30, y: 55 },
  ];
  return lightSide({ guide, workScale: 1, skin, oval, nose: { x: noseX, y: 30 } });
}

describe('lightSide', () => {
  it('is where the brighter half of the face lies, and a little to the left in even light', () => {
    expect(face(150, 150)).toBeCloseTo(-0.12, 5);
    expect(face(120, 170)).toBeGreaterThan(0.15);
    expect(face(170, 120)).toBeLessThan(-0.4);
    expect(Math.abs(face(20, 220))).toBeLessThanOrEqual(0.5);
  });

  it('says nothing of a head that is turned away', () => {
    expect(face(120, 170, 44)).toBeCloseTo(-0.12, 5);
  });
});
