import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster } from '../core/raster';
import { boxBlur } from '../filter/filter';
import { dilate } from '../morphology/morphology';
import { seenBackground } from './seen-background';

const SIZE = 90;
const [FROM, TO] = [30, 60];

type Rgb = readonly [number, number, number];

/** A navy coat in columns 30 to 60; `beside`: the colour at a given number of pixels from it. */
function shares(beside: (off: number, y: number) => Rgb): (off: number) => number {
  const guide = createRaster(SIZE, SIZE, 3);
  const seen = createPlane(SIZE, SIZE);
  for (let y = 0, i = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++, i++) {
      const off = x < FROM ? FROM - 1 - x : x - TO;
      guide.data.set(off < 0 ? [30, 34, 60] : beside(off, y), 3 * i);
      seen.data[i] = off < 0 ? 1 : 0;
    }
  }
  const halo = boxBlur(dilate(seen, 3), 4);
  const { data } = seenBackground(guide, { seen, halo, occupied: seen, covered: createPlane(SIZE, SIZE) });
  return (off) => data[45 * SIZE + TO + off];
}

const hedge = (off: number, y: number): Rgb => [120 + ((off * 7 + y * 5) % 23), 150 + ((off * 3 + y) % 19), 70];

describe('background beside an old garment', () => {
  it('is seen from where the garment has ended', () => {
    const share = shares(hedge);
    expect([share(3), share(4), share(5)]).toEqual([1, 1, 1]);
  });

  it('is not seen in the soft edge of the garment', () => {
    const share = shares((off, y) => {
      const [r, g, b] = hedge(off, y);
      const fabric = Math.max(0, 0.9 - off / 4);
      return [r + fabric * (30 - r), g + fabric * (34 - g), b + fabric * (60 - b)];
    });
    expect([share(0), share(1), share(2)]).toEqual([0, 0, 0]);
    expect(share(6)).toBe(1);
  });

  it('is not taken for seen in a bright fringe of it', () => {
    const share = shares((off, y) => (off < 3 ? [250, 250, 250] : hedge(off, y)));
    expect([share(0), share(1), share(2)]).toEqual([0, 0, 0]);
    expect(share(6)).toBe(1);
  });
});
