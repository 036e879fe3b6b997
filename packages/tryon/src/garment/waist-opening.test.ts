import { createRaster } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { readSilhouette } from './silhouette';
import { findWaistOpening } from './waist-opening';

/** A skirt, 160 wide at the waist in row 30, whose reader sees the middle of its front edge in row `middle`, and the inside of the back above. */
function skirt(middle: number, inside = 0.9) {
  const rgba = createRaster(240, 320, 4);
  for (let y = 30; y < 290; y++) {
    const half = 80 + (y - 30) * 0.12;
    for (let x = Math.ceil(120 - half); x < 120 + half; x++) rgba.data.set([90, 120, 180, 255], 4 * (y * 240 + x));
  }
  const silhouette = readSilhouette(rgba);
  const upright = (x: number, y: number) => silhouette.fromGarment({ x, y });
  const guide = { middle: upright(120, middle), insideAt: () => inside };
  return findWaistOpening(silhouette, [upright(40, 30), upright(200, 30)], guide)?.map(silhouette.toGarment) ?? null;
}

describe('findWaistOpening', () => {
  it('hangs the front edge through the middle that was told', () => {
    const curve = skirt(50);
    const middle = curve?.[curve.length >> 1];
    expect(Math.abs((middle?.y ?? 0) - 50)).toBeLessThan(1);
    expect(Math.abs((curve?.[0].y ?? 0) - 30)).toBeLessThan(2);
  });

  it('leaves a waist whose outline is the front edge', () => {
    expect(skirt(31)).toBeNull();
  });

  it('leaves a band above which no inside is seen', () => {
    expect(skirt(50, 0.2)).toBeNull();
  });
});
