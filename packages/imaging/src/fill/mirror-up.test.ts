import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster } from '../core/raster';
import { mirrorUp } from './mirror-up';

const WIDTH = 40;
const HEIGHT = 60;

describe('mirrorUp', () => {
  it('carries stripes on above a ragged end and leaves columns without fabric alone', () => {
    const guide = createRaster(WIDTH, HEIGHT, 3);
    const fabric = createPlane(WIDTH, HEIGHT);
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        if (x < 30 && y >= 30 + (x % 3)) fabric.data[y * WIDTH + x] = 1;
        guide.data.fill(x % 10 < 5 ? 200 : 100, 3 * (y * WIDTH + x), 3 * (y * WIDTH + x) + 3);
      }
    }
    const plate = createRaster(WIDTH, HEIGHT, 3);
    mirrorUp(plate, guide, fabric, { inset: 2, min: 3, max: 20, up: 36, even: 2 });
    const at = (x: number, y: number): number => plate.data[3 * (y * WIDTH + x)];
    expect([at(2, 20), at(7, 20), at(2, 10), at(7, 10)]).toEqual([200, 100, 200, 100]);
    expect(at(35, 20)).toBe(0);
  });
});
