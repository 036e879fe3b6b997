import { describe, expect, it } from '@jest/globals';
import { cylinderShade, limbField } from './limb-field';

const upright = {
  centres: [0, 1, 2, 3, 4].map((i) => ({ x: 20, y: 10 + 10 * i })),
  radii: [5, 5, 5, 5, 5],
  visibility: 1,
};

describe('limbField of an upright limb', () => {
  const field = limbField(upright, 1, 60, 60);
  const at = (x: number, y: number): number => (y - field.box.y) * field.box.width + x - field.box.x;

  it('runs from 0 at the first station to 1 at the last', () => {
    expect(field.t[at(20, 10)]).toBeCloseTo(0.0125, 3);
    expect(field.t[at(20, 30)]).toBeCloseTo(0.5125, 3);
    expect(field.t[at(20, 50)]).toBeCloseTo(1, 3);
  });

  it('is signed across: negative to the image left, 1 radius at the edge', () => {
    expect(field.u[at(15, 30)]).toBeCloseTo(-0.9, 3);
    expect(field.u[at(24, 30)]).toBeCloseTo(0.9, 3);
  });

  it('leaves far pixels out', () => {
    expect(field.u[at(29, 30)]).toBe(9);
  });
});

it('cylinderShade is brightest left of the middle and darker at the right edge than at the left', () => {
  expect(cylinderShade(-0.12)).toBeGreaterThan(cylinderShade(0));
  expect(cylinderShade(1)).toBeLessThan(cylinderShade(-1));
});
