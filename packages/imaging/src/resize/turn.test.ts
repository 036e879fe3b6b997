import { describe, expect, it } from '@jest/globals';
import { maxDifference, randomPlane, rowsOf } from '../../test/planes';
import type { PlaneF32 } from '../core/raster';
import { turnPlane, type Turn } from './turn';

function simpleTurn({ width, height, data }: PlaneF32, turn: Turn): number[] {
  const at = (x: number, y: number): number => (x < 0 || y < 0 || x >= width || y >= height ? 0 : data[y * width + x]);
  return Array.from({ length: turn.width * turn.height }, (_, i) => {
    const dx = (i % turn.width) + 0.5 - turn.width / 2;
    const dy = Math.floor(i / turn.width) + 0.5 - turn.height / 2;
    const u = width / 2 + dx * turn.cos - dy * turn.sin - 0.5;
    const v = height / 2 + dx * turn.sin + dy * turn.cos - 0.5;
    const [x, y] = [Math.floor(u), Math.floor(v)];
    const row = (r: number): number => at(x, r) * (x + 1 - u) + at(x + 1, r) * (u - x);
    return row(y) * (y + 1 - v) + row(y + 1) * (v - y);
  });
}

describe('turnPlane', () => {
  it('is bilinear between the pixels, and 0 outside', () => {
    for (const [width, height, angle] of [
      [31, 20, 0.4],
      [12, 40, -0.3],
      [9, 9, 2],
      [1, 5, 0.1],
    ]) {
      const plane = randomPlane(width, height, width);
      const turn = { width: width + 9, height: height + 6, cos: Math.cos(angle), sin: Math.sin(angle) };
      expect(maxDifference(turnPlane(plane, turn).data, simpleTurn(plane, turn))).toBeLessThan(1e-6);
    }
  });

  it('leaves a plane that is not turned, and turns one by a quarter', () => {
    const plane = randomPlane(7, 7, 3);
    expect(turnPlane(plane, { width: 7, height: 7, cos: 1, sin: 0 }).data).toEqual(plane.data);
    const quarter = rowsOf(turnPlane(plane, { width: 7, height: 7, cos: 0, sin: 1 }));
    expect(quarter[0]).toEqual(rowsOf(plane).map((row) => row[6]));
  });
});
