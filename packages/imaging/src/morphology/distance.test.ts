import { describe, expect, it } from '@jest/globals';
import { planeOf, randomPlane, rowsOf } from '../../test/planes';
import { distanceToMask, distanceTransform } from './distance';
import { createPlane } from '../core/raster';

describe('distance fields', () => {
  it('measure the depth inside and the distance outside', () => {
    const dot = planeOf([
      [0, 0, 0],
      [0, 1, 0],
      [0, 0, 0],
    ]);
    const diagonal = 1.41421;
    expect(rowsOf(distanceToMask(dot))).toEqual([
      [diagonal, 1, diagonal],
      [1, 0, 1],
      [diagonal, 1, diagonal],
    ]);
    expect(rowsOf(distanceTransform(dot))).toEqual([
      [0, 0, 0],
      [0, 1, 0],
      [0, 0, 0],
    ]);
  });

  it('equal brute force on random masks', () => {
    for (const [w, h, level] of [
      [17, 11, 0.95],
      [5, 23, 0.8],
      [1, 8, 0.5],
      [8, 1, 0.5],
      [30, 30, 0.995],
    ]) {
      const mask = randomPlane(w, h, w * 7 + h);
      const out = distanceToMask(mask, level);
      for (let i = 0; i < w * h; i++) {
        let best = Infinity;
        for (let j = 0; j < w * h; j++) {
          if (mask.data[j] > level)
            best = Math.min(best, Math.hypot((i % w) - (j % w), Math.floor(i / w) - Math.floor(j / w)));
        }
        if (best === Infinity) expect(out.data[i]).toBe(Infinity);
        else expect(out.data[i]).toBeCloseTo(best, 4);
      }
    }
  });

  it('are infinite where there is nothing to measure to', () => {
    expect(distanceToMask(createPlane(3, 2)).data.every((v) => v === Infinity)).toBe(true);
    expect(distanceTransform(createPlane(3, 2, 1)).data.every((v) => v === Infinity)).toBe(true);
  });
});
