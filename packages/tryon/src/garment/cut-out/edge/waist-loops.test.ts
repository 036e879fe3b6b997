import { describe, expect, it } from '@jest/globals';
import { createRaster, type RasterU8 } from '@drape/imaging';
import { trimLoops } from './waist-loops';

const W = 240;
const H = 120;

/** A waistband from column 20 to 220 whose edge falls from row 30 to row 20 and sags between, with `loop` cut out above it. */
function band(isLoop: (x: number, y: number) => boolean): RasterU8 {
  const rgba = createRaster(W, H, 4);
  for (let y = 0; y < H; y++) {
    for (let x = 20; x < 220; x++) {
      const t = (x - 20) / 200;
      const isCloth = y >= 30 - 10 * t + 16 * t * (1 - t);
      if (isCloth || isLoop(x, y)) rgba.data[4 * (y * W + x) + 3] = 255;
    }
  }
  trimLoops(rgba, { x: 20, y: 30 }, { x: 220, y: 20 });
  return rgba;
}

const alpha = ({ data }: RasterU8, x: number, y: number): number => data[4 * (y * W + x) + 3];

describe('trimLoops', () => {
  it('cuts off a slanting belt loop and leaves the band under it', () => {
    const made = band((x, y) => y > 12 && Math.abs(x - 205 - (y - 20) / 2) < 4);
    expect([14, 17].map((y) => alpha(made, 204, y))).toEqual([0, 0]);
    expect(alpha(made, 204, 26)).toBe(255);
  });

  it('leaves a sagging edge, its corners and what is as wide as a band', () => {
    const plain = band(() => false);
    const wide = band((x, y) => y > 20 && Math.abs(x - 120) < 20);
    expect([21, 120, 218].map((x) => alpha(plain, x, 33))).toEqual([255, 255, 255]);
    expect(alpha(plain, 21, 31)).toBe(255);
    expect(alpha(plain, 218, 22)).toBe(255);
    expect(alpha(wide, 120, 22)).toBe(255);
  });
});
