import { describe, expect, it } from '@jest/globals';
import { maxDifference, rasterOf, testRandom } from '../../test/planes';
import { sampleRegionPlanes } from './sample-region';

describe('sampleRegionPlanes', () => {
  const random = testRandom(5);
  const [width, height] = [23, 31];
  const source = rasterOf(width, height, 4, () => Array.from({ length: 4 }, () => 256 * random()));
  const clamped = (v: number, max: number): number => Math.max(0, Math.min(max, v));
  const at = (x: number, y: number, c: number): number =>
    source.data[4 * (clamped(y, height - 1) * width + clamped(x, width - 1)) + c];

  it.each(['replicate', 'zero'] as const)('reads between pixels of a turned grid, border %s', (border) => {
    const grid = {
      width: 19,
      height: 27,
      first: { x: 9.031, y: -6.017 },
      alongX: { x: 0.9, y: 0.7 },
      alongY: { x: -0.7, y: 1.1 },
    };
    const out = sampleRegionPlanes(source, grid, { border, scale: [1, 2, 0.5], offset: [3, 0, -1] });
    const wanted = Array.from({ length: 3 * 19 * 27 }, (_, n) => {
      const [c, i] = [Math.floor(n / (19 * 27)), n % (19 * 27)];
      const [u, v] = [i % 19, Math.floor(i / 19)];
      const x = grid.first.x + u * 0.9 - v * 0.7 - 0.5;
      const y = grid.first.y + u * 0.7 + v * 1.1 - 0.5;
      const outside = x < -0.5 || y < -0.5 || x > width - 0.5 || y > height - 0.5;
      const [x0, y0] = [Math.floor(x), Math.floor(y)];
      const [fx, fy] = [x - x0, y - y0];
      const upper = at(x0, y0, c) * (1 - fx) + at(x0 + 1, y0, c) * fx;
      const lower = at(x0, y0 + 1, c) * (1 - fx) + at(x0 + 1, y0 + 1, c) * fx;
      const value = border === 'zero' && outside ? 0 : upper * (1 - fy) + lower * fy;
      return value * [1, 2, 0.5][c] + [3, 0, -1][c];
    });
    expect(maxDifference(out, wanted)).toBeLessThan(1e-3);
  });

  it('refuses grey pictures', () => {
    const grid = { width: 1, height: 1, first: { x: 0, y: 0 }, alongX: { x: 1, y: 0 }, alongY: { x: 0, y: 1 } };
    const values = { border: 'zero', scale: [1, 1, 1], offset: [0, 0, 0] } as const;
    expect(() =>
      sampleRegionPlanes(
        rasterOf(2, 2, 1, () => [1]),
        grid,
        values,
      ),
    ).toThrow(RangeError);
  });
});
