import { describe, expect, it } from '@jest/globals';
import { createRaster, type RasterU8 } from '../core/raster';
import { smoothOutline } from './smooth-outline';

const SIDE = 400;

/** A cut-out that is opaque where `inside` says so, in hard steps of whole pixels. */
function cut(inside: (x: number, y: number) => boolean): RasterU8 {
  const rgba = createRaster(SIDE, SIDE, 4);
  for (let i = 0; i < SIDE * SIDE; i++) rgba.data[4 * i + 3] = inside(i % SIDE, Math.floor(i / SIDE)) ? 255 : 0;
  return rgba;
}

const alphaAt = (rgba: RasterU8, x: number, y: number): number => rgba.data[4 * (y * SIDE + x) + 3];

/** Where the outline crosses a row, to a part of a pixel. */
function edgeOf(rgba: RasterU8, y: number): number {
  let sum = 0;
  for (let x = 0; x < SIDE; x++) sum += alphaAt(rgba, x, y) / 255;
  return sum;
}

describe('smoothOutline', () => {
  it('draws an even line through the stairs of a slanting edge', () => {
    const line = (y: number): number => 150 + y / 6;
    const stairs = cut((x, y) => x < Math.floor(line(y)));
    smoothOutline(stairs);
    for (let y = 100; y < 300; y++) expect(Math.abs(edgeOf(stairs, y) - (line(y) - 0.5))).toBeLessThan(0.35);
  });

  it('takes tufts off an edge', () => {
    const torn = cut((x, y) => x < 200 + (y % 4 === 0 ? 2 : 0));
    smoothOutline(torn);
    const edges = Array.from({ length: 100 }, (_, i) => edgeOf(torn, 150 + i));
    expect(Math.max(...edges) - Math.min(...edges)).toBeLessThan(0.4);
  });

  it('keeps straps and slits, and rounds corners by two pixels at most', () => {
    const fine = cut((x, y) => (x < 200 && y < 200 && !(y === 100)) || (x >= 300 && x < 303));
    smoothOutline(fine);
    expect(alphaAt(fine, 197, 197)).toBe(255);
    expect(alphaAt(fine, 100, 100)).toBe(0);
    for (const x of [300, 301, 302]) expect(alphaAt(fine, x, 250)).toBe(255);
  });
});
