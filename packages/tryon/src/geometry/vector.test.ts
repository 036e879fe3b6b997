import { expect, it } from '@jest/globals';
import { add, lerp, unit } from './vector';

it('a vector without length has the direction of its fallback, downwards by default', () => {
  expect(unit({ x: 3, y: -4 })).toEqual({ x: 0.6, y: -0.8 });
  expect(unit({ x: 0, y: 0 })).toEqual({ x: 0, y: 1 });
  expect(unit({ x: 0, y: 0 }, { x: 1, y: 0 })).toEqual({ x: 1, y: 0 });
});

it('goes along a vector and between two points', () => {
  const [p, q] = [
    { x: 1, y: 2 },
    { x: 3, y: 10 },
  ];
  expect(add(p, q, 0.5)).toEqual({ x: 2.5, y: 7 });
  expect([lerp(p, q, 0), lerp(p, q, 0.25), lerp(p, q, 1)]).toEqual([p, { x: 1.5, y: 4 }, q]);
});
