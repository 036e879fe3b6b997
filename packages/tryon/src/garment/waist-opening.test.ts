import { createRaster } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { readSilhouette } from './silhouette';
import { findWaist } from './waist';
import { findWaistOpening } from './waist-opening';

const CLOTH = [90, 120, 180] as const;
const DARK = [45, 65, 110] as const;

/** A skirt, 160 wide at the waist in row 30, dark down to the row that `dark` gives for each share of the way from its middle to a side. */
function skirt(dark: (u: number) => number) {
  const rgba = createRaster(240, 320, 4);
  for (let y = 30; y < 290; y++) {
    const half = 80 + (y - 30) * 0.12;
    for (let x = Math.ceil(120 - half); x < 120 + half; x++) {
      rgba.data.set([...(y < 30 + dark(Math.min(1, Math.abs(x - 120) / 80)) ? DARK : CLOTH), 255], 4 * (y * 240 + x));
    }
  }
  const silhouette = readSilhouette(rgba);
  return findWaistOpening(silhouette, rgba, findWaist(silhouette))?.map(silhouette.toGarment) ?? null;
}

describe('findWaistOpening', () => {
  it('finds the front edge below the shadowed inside of the back', () => {
    const curve = skirt((u) => 20 * (1 - u ** 2.2));
    const middle = curve?.[curve.length >> 1];
    expect(Math.abs((middle?.y ?? 0) - 50)).toBeLessThan(5);
    expect(Math.abs((curve?.[0].y ?? 0) - 30)).toBeLessThan(5);
  });

  it.each([
    ['a plain waist', () => 0],
    ['a band in another colour', () => 20],
  ])('leaves %s', (_, dark) => {
    expect(skirt(dark)).toBeNull();
  });
});
