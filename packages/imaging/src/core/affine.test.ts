import { describe, expect, it } from '@jest/globals';
import {
  affineFromPoints,
  applyAffine,
  IDENTITY_AFFINE,
  invertAffine,
  multiplyAffine,
  similarityFromPoints,
  type Affine,
} from './affine';

const SKEW: Affine = [2, 1, 5, -1, 3, -4];

describe('affine maps', () => {
  it('compose so that the right factor acts first', () => {
    const shift: Affine = [1, 0, 10, 0, 1, 0];
    const double: Affine = [2, 0, 0, 0, 2, 0];
    expect(applyAffine(multiplyAffine(double, shift), { x: 1, y: 1 })).toEqual({ x: 22, y: 2 });
  });

  it('give the identity with their inverse', () => {
    multiplyAffine(SKEW, invertAffine(SKEW)).forEach((v, i) => expect(v).toBeCloseTo(IDENTITY_AFFINE[i], 12));
  });

  it('refuse to invert a singular map', () => {
    expect(() => invertAffine([1, 2, 0, 2, 4, 0])).toThrow(RangeError);
  });

  it('are found again from three mapped points', () => {
    const from = [
      { x: 0, y: 0 },
      { x: 3, y: 1 },
      { x: -2, y: 5 },
    ] as const;
    const found = affineFromPoints(from, [
      applyAffine(SKEW, from[0]),
      applyAffine(SKEW, from[1]),
      applyAffine(SKEW, from[2]),
    ]);
    found.forEach((v, i) => expect(v).toBeCloseTo(SKEW[i], 10));
  });
});

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
      from.map((p) => applyAffine(truth, p)),
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
