import { describe, expect, it } from '@jest/globals';
import { planeOf, rasterOf, rowsOf } from '../../test/planes';
import { IDENTITY_AFFINE } from '../core/affine';
import { sampleAffine, sampleAffineF32, samplePlane, samplePlaneAffine } from './sample';

const PLANE = planeOf([
  [0, 4],
  [8, 12],
]);

describe('sampling', () => {
  it('reads pixels at their centres and mixes between them', () => {
    expect(samplePlane(PLANE, 0.5, 0.5)).toBe(0);
    expect(samplePlane(PLANE, 1, 0.5)).toBe(2);
    expect(samplePlane(PLANE, 1, 1)).toBe(6);
    expect(samplePlane(PLANE, -5, 9)).toBe(8);
    expect(samplePlane(PLANE, NaN, 0)).toBeNaN();
  });

  it('is the identity under the identity map', () => {
    expect(rowsOf(samplePlaneAffine(PLANE, IDENTITY_AFFINE, 2, 2))).toEqual([
      [0, 4],
      [8, 12],
    ]);
    const rgb = rasterOf(3, 2, 3, (x, y) => [x * 20, y * 30, 5]);
    expect(sampleAffine(rgb, IDENTITY_AFFINE, 3, 2).data).toEqual(rgb.data);
  });

  it('rotates a quarter turn without loss', () => {
    // Output (x, y) reads source (y, 2 − x).
    expect(rowsOf(samplePlaneAffine(PLANE, [0, 1, 0, -1, 0, 2], 2, 2))).toEqual([
      [8, 0],
      [12, 4],
    ]);
  });

  it('fades to zero over half a pixel, or replicates, at the border', () => {
    const shifted = (border: 'zero' | 'replicate'): number[][] =>
      rowsOf(samplePlaneAffine(planeOf([[10]]), [1, 0, -0.75, 0, 1, 0], 3, 1, border));
    expect(shifted('zero')).toEqual([[2.5, 7.5, 0]]);
    expect(shifted('replicate')).toEqual([[10, 10, 10]]);
  });

  it('scales, shifts and reorders into a tensor', () => {
    const rgb = rasterOf(2, 1, 3, (x) => (x < 1 ? [0, 255, 51] : [255, 0, 102]));
    const options = { border: 'zero', scale: 1 / 255, offset: [0, 1, -1] } as const;
    const hwc = sampleAffineF32(rgb, IDENTITY_AFFINE, 2, 1, options);
    const chw = sampleAffineF32(rgb, IDENTITY_AFFINE, 2, 1, { ...options, layout: 'chw' });
    const round = (a: Float32Array): number[] => Array.from(a, (v) => Math.round(v * 10) / 10);
    expect(round(hwc)).toEqual([0, 2, -0.8, 1, 1, -0.6]);
    expect(round(chw)).toEqual([0, 1, 2, 1, -0.8, -0.6]);
    expect(() => sampleAffineF32(rgb, IDENTITY_AFFINE, 2, 1, { border: 'zero', scale: [1, 2] })).toThrow(RangeError);
  });
});
