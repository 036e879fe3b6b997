import { describe, expect, it } from '@jest/globals';
import { fillSideways } from './detailed-fill';
import { createPlane, createRaster } from '../core/raster';

describe('fillSideways', () => {
  it('keeps what is known, and fills the rest from beside rather than from above', () => {
    const small = createRaster(40, 40, 3);
    const known = createPlane(40, 40);
    for (let y = 0, i = 0; y < 40; y++) {
      for (let x = 0; x < 40; x++, i++) {
        known.data[i] = Math.abs(x - 20) < 8 && y > 6 && y < 34 ? 0 : 1;
        if (known.data[i] === 1) small.data.fill(y < 20 ? 200 : 60, 3 * i, 3 * i + 3);
      }
    }
    const { data } = fillSideways(small, known);
    expect(data[3 * (15 * 40 + 20)]).toBeGreaterThan(170);
    expect(data[3 * (24 * 40 + 20)]).toBeLessThan(90);
    known.data.forEach((is, i) => {
      if (is === 1) expect(data[3 * i]).toBe(small.data[3 * i]);
    });
  });
});
