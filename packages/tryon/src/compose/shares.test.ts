import { createPlane, type PlaneF32 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { requireShown } from '../person/pose/checks';
import { pictureShares } from './shares';

const SIZE = 60;

function box(x0: number, y0: number, x1: number, y1: number): PlaneF32 {
  const plane = createPlane(SIZE, SIZE);
  for (let y = y0; y < y1; y++) plane.data.fill(1, y * SIZE + x0, y * SIZE + x1);
  return plane;
}

/** The share of a garment that is seen behind what is in front of it. */
function shownShare(garment: PlaneF32, front: PlaneF32): number {
  const none = createPlane(SIZE, SIZE);
  const layers = { garment, front, old: none, removal: none, limbs: none, body: none };
  return pictureShares(layers, none, SIZE * SIZE).shownShare;
}

describe('a skirt under a coat', () => {
  const skirt = box(20, 20, 40, 40);
  const under = (hem: number): number => shownShare(skirt, box(10, 0, 50, hem));

  it('is seen as far as it looks out below the coat', () => {
    expect([under(0), under(30), under(40)]).toEqual([1, 0.5, 0]);
    expect(shownShare(createPlane(SIZE, SIZE), skirt)).toBe(1);
  });

  it('is refused where hardly any of it would be seen', () => {
    expect(() => requireShown(under(39))).toThrow(
      expect.objectContaining({ code: 'body_not_visible', fields: { needed: ['hips'] } }),
    );
    expect(() => requireShown(under(37))).not.toThrow();
  });
});
