import { describe, expect, it } from '@jest/globals';
import type { Point } from '@drape/imaging';
import { HEIGHT, WIDTH } from '../../test/drawn-garments';
import { drawPolygon, paint } from '../../test/drawn-shapes';
import { findLandmarks } from './find-landmarks';
import { readSilhouette } from './silhouette';

const at = (x: number, y: number): Point => ({ x: WIDTH / 2 + x, y });

describe('a coat with a tall collar on sloping shoulders, its sleeves lying on its sides', () => {
  const half = [at(0, 24), at(46, 20), at(52, 62), at(104, 98), at(122, 250), at(124, 420), at(0, 420)];
  const rgba = paint(
    drawPolygon(WIDTH, HEIGHT, [...half, ...half.map((p) => ({ x: WIDTH - p.x, y: p.y })).reverse()]),
    [60, 80, 120],
  );
  const marks = findLandmarks(readSilhouette(rgba), rgba, 'jacket');
  if (marks.kind !== 'upper') throw new Error('not an upper garment');

  it('has its shoulders where the sleeves begin, not at the corners of its collar', () => {
    for (const tip of marks.shoulder) {
      expect(Math.abs(tip.x - WIDTH / 2)).toBeGreaterThan(88);
      expect(Math.abs(tip.y - 98)).toBeLessThan(20);
    }
  });
});
