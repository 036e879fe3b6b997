import { describe, expect, it } from '@jest/globals';
import { createPlane, type PlaneF32 } from '@drape/imaging';
import { hiddenParts } from './worn-shape';

const SIZE = 100;

/** 1 in columns [x0, x1) and rows [y0, y1) of each box. */
function boxes(...all: readonly (readonly [x0: number, x1: number, y0: number, y1: number])[]): PlaneF32 {
  const plane = createPlane(SIZE, SIZE);
  for (const [x0, x1, y0, y1] of all) for (let y = y0; y < y1; y++) plane.data.fill(1, y * SIZE + x0, y * SIZE + x1);
  return plane;
}

const hidden = (shape: PlaneF32, before: PlaneF32, isSleeve?: (x: number, y: number) => boolean): number =>
  hiddenParts(shape, before, createPlane(SIZE, SIZE), isSleeve).data.reduce((sum, v) => sum + v, 0);

describe('what a worn garment hides', () => {
  // a flounce over the arms, a waist, a wide skirt; an arm between flounce and skirt beside the waist
  const dress = boxes([20, 80, 10, 40], [40, 60, 40, 50], [20, 80, 50, 90]);
  const arm = boxes([22, 32, 40, 50]);

  it('goes on under a hand at its side', () => {
    expect(hidden(dress, arm)).toBe(100);
  });

  it('does not go on under an arm that comes out of a flounce beside the waist', () => {
    expect(hidden(dress, arm, (x, y) => x < 35 && y < 40)).toBe(0);
  });

  it('goes on under a hand before its middle all the same', () => {
    expect(
      hidden(boxes([20, 80, 10, 40], [20, 80, 50, 90], [20, 80, 40, 41]), boxes([45, 55, 41, 50]), (_, y) => y < 40),
    ).toBe(90);
  });
});
