import { describe, expect, it } from '@jest/globals';
import { planeOf } from '../../test/planes';
import { samplePlane } from './sample-plane';

const PLANE = planeOf([
  [0, 4],
  [8, 12],
]);

describe('samplePlane', () => {
  it('reads pixels at their centres and mixes between them', () => {
    expect(samplePlane(PLANE, 0.5, 0.5)).toBe(0);
    expect(samplePlane(PLANE, 1, 0.5)).toBe(2);
    expect(samplePlane(PLANE, 1, 1)).toBe(6);
    expect(samplePlane(PLANE, -5, 9)).toBe(8);
    expect(samplePlane(PLANE, NaN, 0)).toBeNaN();
  });
});
