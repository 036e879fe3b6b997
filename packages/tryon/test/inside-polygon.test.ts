import { expect, it } from '@jest/globals';
import { insidePolygon } from './inside-polygon';

it('tells inside from outside of a polygon with a notch', () => {
  const notch = [
    { x: 0, y: 0 },
    { x: 4, y: 0 },
    { x: 4, y: 4 },
    { x: 2, y: 2 },
    { x: 0, y: 4 },
  ];
  expect(insidePolygon({ x: 1, y: 1 }, notch)).toBe(true);
  expect(insidePolygon({ x: 2, y: 3.5 }, notch)).toBe(false);
});
