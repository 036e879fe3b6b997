import { createRaster, type RasterU8 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { evenHem } from './even-hems';

const SIZE = 120;
/** The leg's outlines, straight down to corners at these heights. */
const outlines = (left = 100, right = 100) => ({
  outer: [0, 0.5, 0.9, 1].map((t) => ({ x: 20, y: t * left })),
  inner: [0, 0.5, 0.9, 1].map((t) => ({ x: 79, y: t * right })),
});

/** A trouser leg from column 20 to 80 whose fabric ends at `end` of each column; its lower rows are darker. */
function leg(end: (x: number) => number): RasterU8 {
  const rgba = createRaster(SIZE, SIZE, 4);
  for (let x = 20; x < 80; x++) {
    for (let y = 0; y < end(x); y++) rgba.data.set([200, y, 40, 255], 4 * (y * SIZE + x));
  }
  return rgba;
}

const alphaAt = ({ data }: RasterU8, x: number, y: number): number => data[4 * (y * SIZE + x) + 3];

describe('evenHem', () => {
  it('fills a notch with the fabric above it and cuts off what hangs out', () => {
    const rgba = leg((x) => (x >= 40 && x < 55 ? 88 : x >= 65 && x < 70 ? 112 : 100));
    evenHem(rgba, outlines());
    for (const x of [30, 45, 60, 67, 75]) {
      expect(alphaAt(rgba, x, 98)).toBe(255);
      expect(alphaAt(rgba, x, 101)).toBe(0);
    }
    expect([...rgba.data.subarray(4 * (95 * SIZE + 45), 4 * (95 * SIZE + 45) + 3)]).toEqual([200, 76, 40]);
  });

  it('fills holes near the hem and moves corners of torn points up to it', () => {
    const rgba = leg((x) => (x < 26 ? 112 : x >= 50 && x < 62 ? 90 : 100));
    for (let x = 50; x < 62; x++) rgba.data[4 * (94 * SIZE + x) + 3] = 255;
    const { outer, inner } = evenHem(rgba, outlines(112));
    expect(alphaAt(rgba, 55, 92)).toBe(255);
    expect(alphaAt(rgba, 55, 97)).toBe(255);
    expect(alphaAt(rgba, 22, 106)).toBe(0);
    expect(outer[3].y).toBeLessThan(104);
    expect(inner[3].y).toBeGreaterThan(96);
  });

  it('follows a slanting hem and leaves an even one as it is', () => {
    const slanting = leg((x) => Math.round(92 + 0.15 * (x - 20)));
    const before = slanting.data.slice();
    evenHem(slanting, outlines(92, 101));
    expect(slanting.data).toEqual(before);
  });

  it('leaves what is no notch: a leg that is missing below', () => {
    const rgba = leg((x) => (x >= 40 && x < 55 ? 76 : 100));
    evenHem(rgba, outlines());
    expect(alphaAt(rgba, 47, 90)).toBe(0);
  });
});
