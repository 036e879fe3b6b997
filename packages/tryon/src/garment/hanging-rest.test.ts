import { createPlane, type PlaneF32 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { withoutHangingRest } from './hanging-rest';

/** A top from x 20 to 120, its hem at the row that `hem` gives for each column. */
function top(hem: (x: number) => number): PlaneF32 {
  const shape = createPlane(140, 160);
  for (let x = 20; x < 120; x++) for (let y = 10; y < hem(x); y++) shape.data[y * 140 + x] = 1;
  return shape;
}

const endOf = (shape: PlaneF32, x: number): number => {
  let y = 159;
  while (y >= 0 && shape.data[y * 140 + x] < 0.5) y--;
  return y + 1;
};

describe('withoutHangingRest', () => {
  it.each([
    ['right', (x: number) => (x > 88 ? 145 : 120)],
    ['left', (x: number) => (x < 52 ? 145 : 120)],
  ])('cuts off a piece that hangs down at the %s', (_, hem) => {
    const cut = withoutHangingRest(top(hem));
    for (const x of [25, 50, 70, 90, 115]) expect(Math.abs(endOf(cut, x) - 120)).toBeLessThanOrEqual(2);
  });

  it.each([
    ['a straight hem', () => 120],
    ['a slanting hem', (x: number) => 100 + 0.4 * (x - 20)],
    ['shirt tails', (x: number) => 110 + 25 * Math.sin(((x - 20) / 100) * Math.PI)],
    ['a long panel in the middle', (x: number) => (x > 50 && x < 90 ? 145 : 120)],
  ])('leaves %s', (_, hem) => {
    const shape = top(hem);
    expect(withoutHangingRest(shape)).toBe(shape);
  });
});
