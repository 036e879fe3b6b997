import { describe, expect, it } from '@jest/globals';
import { mapped } from '../../test/planes';
import { similarityFromPoints, type Affine } from './affine';

describe('similarityFromPoints', () => {
  const from = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 4, y: 7 },
    { x: -3, y: 2 },
  ];

  it('recovers rotation, scale and shift exactly', () => {
    const truth: Affine = [1.5 * Math.cos(0.4), -1.5 * Math.sin(0.4), 12, 1.5 * Math.sin(0.4), 1.5 * Math.cos(0.4), -7];
    const found = similarityFromPoints(
      from,
      from.map((p) => mapped(truth, p)),
    );
    found.forEach((v, i) => expect(v).toBeCloseTo(truth[i], 10));
  });

  it('never mirrors: a mirrored target keeps a positive determinant', () => {
    const m = similarityFromPoints(
      from,
      from.map((p) => ({ x: -p.x, y: p.y })),
    );
    expect(m[0] * m[4] - m[1] * m[3]).toBeGreaterThanOrEqual(0);
  });

  it('ignores a point of weight zero, shifts for a single point, refuses an empty list', () => {
    const to = from.map((p, i) => (i === 3 ? { x: 999, y: 999 } : { x: p.x + 1, y: p.y + 2 }));
    similarityFromPoints(from, to, [1, 1, 1, 0]).forEach((v, i) => expect(v).toBeCloseTo([1, 0, 1, 0, 1, 2][i], 10));
    expect(similarityFromPoints([{ x: 1, y: 1 }], [{ x: 4, y: 3 }])).toEqual([1, -0, 3, 0, 1, 2]);
    expect(() => similarityFromPoints([], [])).toThrow(RangeError);
  });
});
