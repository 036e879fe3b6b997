import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster, type RasterU8 } from '../core/raster';
import { edgeSteepness } from './edge-steepness';

const SIDE = 60;
const AT = { near: 1, far: 6, contrastMin: 20 } as const;

/** Dark on the left, light on the right, with a ramp of that many pixels between; `isTurned` makes it above and below. */
function step(ramp: number, isTurned = false): RasterU8 {
  const image = createRaster(SIDE, SIDE, 3);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const share = ((isTurned ? y : x) - SIDE / 2) / ramp + 0.5;
      image.data.fill(50 + 150 * Math.min(1, Math.max(0, share)), 3 * (y * SIDE + x), 3 * (y * SIDE + x) + 3);
    }
  }
  return image;
}

describe('edgeSteepness', () => {
  it('is 1 for a crisp edge and falls with the width of its ramp', () => {
    expect(edgeSteepness(step(1), { ...AT, lines: 'rows' })).toEqual(Array.from({ length: SIDE }, () => 1));
    expect(edgeSteepness(step(6), { ...AT, lines: 'rows' })[0]).toBeCloseTo(2 / 6, 1);
    expect(edgeSteepness(step(12), { ...AT, lines: 'rows' })[0]).toBeCloseTo(2 / 12, 1);
  });

  it('measures along the lines that it is told to', () => {
    expect(edgeSteepness(step(1), { ...AT, lines: 'columns' })).toEqual([]);
    expect(edgeSteepness(step(1, true), { ...AT, lines: 'columns' })).toHaveLength(SIDE);
    expect(edgeSteepness(step(1, true), { ...AT, lines: 'columns', stride: 4 })).toHaveLength(SIDE / 4);
  });

  it('reads only what lies within a mask, and no faint edge', () => {
    const within = createPlane(SIDE, SIDE);
    within.data.fill(1, 10 * SIDE, 20 * SIDE);
    expect(edgeSteepness(step(1), { ...AT, lines: 'rows', within })).toHaveLength(10);
    expect(edgeSteepness(step(1), { ...AT, contrastMin: 160, lines: 'rows' })).toEqual([]);
  });

  it('reads grey pictures and those with transparency', () => {
    const grey = createRaster(SIDE, SIDE, 1);
    for (let i = 0; i < grey.data.length; i++) grey.data[i] = i % SIDE < 30 ? 40 : 200;
    expect(edgeSteepness(grey, { ...AT, lines: 'rows' })[0]).toBe(1);
    const clear = createRaster(SIDE, SIDE, 4);
    for (let i = 0; i < SIDE * SIDE; i++) clear.data[4 * i + 1] = i % SIDE < 30 ? 40 : 200;
    expect(edgeSteepness(clear, { ...AT, lines: 'rows' })[0]).toBe(1);
  });
});
