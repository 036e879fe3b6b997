import { resamplePolyline, segmentDistance } from './polyline';
import { describe, expect, it } from '@jest/globals';

describe('polylines', () => {
  it('resamples at equal distances and keeps the ends', () => {
    const points = resamplePolyline(
      [
        { x: 0, y: 0 },
        { x: 4, y: 0 },
        { x: 4, y: 4 },
      ],
      5,
    );
    expect(points.map((p) => [p.x, p.y])).toEqual([
      [0, 0],
      [2, 0],
      [4, 0],
      [4, 2],
      [4, 4],
    ]);
  });

  it('measures the distance to a segment, its ends included', () => {
    expect(segmentDistance({ x: 2, y: 3 }, { x: 0, y: 0 }, { x: 4, y: 0 })).toEqual({ d: 3, t: 0.5 });
    expect(segmentDistance({ x: -3, y: 4 }, { x: 0, y: 0 }, { x: 4, y: 0 })).toEqual({ d: 5, t: 0 });
  });
});
