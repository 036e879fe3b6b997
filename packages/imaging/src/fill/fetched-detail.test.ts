import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster } from '../core/raster';
import { fetchedDetail, matchedTogether } from './fetched-detail';

describe('matchedTogether', () => {
  it('tells pieces that are fetched as one from single finds', () => {
    const hole = createPlane(5, 5, 1);
    const matches = Int32Array.from({ length: 25 }, (_, i) => i + 100);
    matches[12] = 300;
    const together = matchedTogether({ hole, matches });
    expect(together[12]).toBe(0);
    expect(together[6]).toBe(1);
    expect(together[8]).toBe(1);
  });
});

/** Search pixels are 4 × 4 work pixels. */
const [ACROSS, DOWN, SIDE] = [10, 4, 4];

/** An even search picture whose work picture is a little lighter at its left end, and darker at its right. */
function halves(): { guide: ReturnType<typeof createRaster>; small: ReturnType<typeof createRaster> } {
  const guide = createRaster(ACROSS * SIDE, DOWN * SIDE, 3);
  const small = createRaster(ACROSS, DOWN, 3);
  small.data.fill(100);
  for (let i = 0; i < guide.data.length / 3; i++) {
    guide.data.fill(i % guide.width < 16 ? 110 : 90, 3 * i, 3 * i + 3);
  }
  return { guide, small };
}

describe('fetchedDetail', () => {
  it('goes over from what is fetched at one place into what is fetched at the other, without steps or grains', () => {
    const { guide, small } = halves();
    const [hole, needed] = [createPlane(ACROSS, DOWN), createPlane(guide.width, guide.height)];
    const matches = new Int32Array(ACROSS * DOWN).fill(-1);
    for (let i = 0; i < matches.length; i++) {
      const x = i % ACROSS;
      if (x < 4 || x > 7) continue;
      hole.data[i] = 1;
      matches[i] = x < 6 ? i - 4 : i + 2;
    }
    needed.data.forEach((_, i) => {
      const x = i % guide.width;
      needed.data[i] = x >= 16 && x < 32 ? 1 : 0;
    });
    const { rgb, source } = fetchedDetail(guide, small, small, { needed, hole, matches });
    for (let y = 0; y < guide.height; y++) {
      const row = Array.from({ length: 16 }, (_, x) => rgb.data[3 * (y * guide.width + 16 + x)]);
      expect([row[0], row[15]]).toEqual([110, 90]);
      for (let x = 1; x < 16; x++) {
        expect(row[x - 1] - row[x]).toBeGreaterThanOrEqual(0);
        expect(row[x - 1] - row[x]).toBeLessThan(7);
      }
    }
    expect(source?.[17]).toBe(1);
    expect(source?.[0]).toBe(-1);
  });

  it('keeps the contrast of the background where two finds mix', () => {
    const [guide, small] = [createRaster(ACROSS * SIDE, 20 * SIDE, 3), createRaster(ACROSS, 20, 3)];
    small.data.fill(100);
    for (let i = 0; i < guide.data.length / 3; i++) {
      const noise = Math.sin(12.9898 * (i % guide.width) + 78.233 * Math.floor(i / guide.width)) * 43758.5453;
      guide.data.fill(92 + 16 * (noise - Math.floor(noise)), 3 * i, 3 * i + 3);
    }
    const [hole, needed] = [createPlane(ACROSS, 20), createPlane(guide.width, guide.height, 1)];
    const matches = new Int32Array(ACROSS * 20).fill(-1);
    for (let i = 0; i < matches.length; i++) {
      const x = i % ACROSS;
      if (x < 4 || x > 7) continue;
      hole.data[i] = 1;
      matches[i] = x < 6 ? i - 4 : i + 2;
    }
    const { rgb } = fetchedDetail(guide, small, small, { needed, hole, matches });
    const contrast = (columns: readonly number[]): number => {
      const values = columns.flatMap((x) =>
        Array.from({ length: guide.height }, (_, y) => rgb.data[3 * (y * guide.width + x)]),
      );
      const mean = values.reduce((a, b) => a + b) / values.length;
      return Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length);
    };
    expect(contrast([23, 24]) / contrast([18, 29])).toBeGreaterThan(0.87);
  });
});
