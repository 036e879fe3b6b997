import { createRaster } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { readSilhouette } from './silhouette';
import { findWaistOpening } from './waist-opening';

const FABRIC = [90, 120, 180] as const;
const DARK: readonly [number, number, number] = [45, 65, 110];

/** A skirt, 160 wide at the waist in row 30, dark down to the row that `dark` gives for each share of the way from its middle to a side. */
function skirt(dark: (u: number) => number, { shadow = DARK, inside = 0 } = {}) {
  const rgba = createRaster(240, 320, 4);
  for (let y = 30; y < 290; y++) {
    const half = 80 + (y - 30) * 0.12;
    for (let x = Math.ceil(120 - half); x < 120 + half; x++) {
      rgba.data.set(
        [...(y < 30 + dark(Math.min(1, Math.abs(x - 120) / 80)) ? shadow : FABRIC), 255],
        4 * (y * 240 + x),
      );
    }
  }
  const silhouette = readSilhouette(rgba);
  const upright = (x: number, y: number) => silhouette.fromGarment({ x, y });
  const corners = [upright(40, 30), upright(200, 30)] as const;
  return findWaistOpening({ silhouette, rgba, corners, insideAt: () => inside })?.map(silhouette.toGarment) ?? null;
}

const arc = (u: number) => 20 * (1 - u ** 2.2);
const heightOf = (curve: ReturnType<typeof skirt>): number => curve?.[curve.length >> 1].y ?? 0;

describe('findWaistOpening', () => {
  it('finds the front edge below the shadowed inside of the back', () => {
    const curve = skirt(arc);
    expect(Math.abs(heightOf(curve) - 50)).toBeLessThan(5);
    expect(Math.abs((curve?.[0].y ?? 0) - 30)).toBeLessThan(5);
  });

  it('finds it below a faint shadow where the reader sees the inside', () => {
    const shadow: readonly [number, number, number] = [83, 113, 173];
    expect(skirt(arc, { shadow })).toBeNull();
    expect(Math.abs(heightOf(skirt(arc, { shadow, inside: 0.9 })) - 50)).toBeLessThan(5);
  });

  it.each([
    ['a plain waist', () => 0, 0.9],
    ['a band in another colour', () => 20, 0.2],
  ])('leaves %s', (_, dark, inside) => {
    expect(skirt(dark, { inside })).toBeNull();
  });
});
