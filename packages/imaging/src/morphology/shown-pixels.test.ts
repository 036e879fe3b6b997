import { createPlane } from '../core/raster';
import { shownPixels } from './shown-pixels';
import { describe, expect, it } from '@jest/globals';

describe('shownPixels', () => {
  it('tells what lies at or near a pixel of any plane', () => {
    const [width, height] = [30, 24];
    const [a, b] = [createPlane(width, height), createPlane(width, height)];
    a.data[5 * width + 8] = 0.1;
    a.data[5 * width + 9] = 1;
    b.data[20 * width + 29] = 0.5;
    // beside the box, and too far from it
    b.data[4 * width + 3] = 1;
    b.data[13 * width + 2] = 1;
    const box = { x: 5, y: 4, width: 25, height: 19 };
    const shown = shownPixels(box, [a, b]);
    for (let i = 0; i < shown.length; i++) {
      const [x, y] = [box.x + (i % box.width), box.y + Math.floor(i / box.width)];
      const near = [a, b].some(({ data }) =>
        data.some((v, j) => v > 0 && Math.abs((j % width) - x) <= 2 && Math.abs(Math.floor(j / width) - y) <= 2),
      );
      expect([x, y, shown[i]]).toEqual([x, y, near ? 1 : 0]);
    }
  });
});
