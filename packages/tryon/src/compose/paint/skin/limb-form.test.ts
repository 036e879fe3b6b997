import { expect, it } from '@jest/globals';
import { formAt, limbForm } from './limb-form';

const ROWS = [
  [10, 0, -10],
  [10, 0, -10],
  [-10, 0, 10],
  [-10, 0, 10],
];
const FORM = limbForm({ from: 0.2, to: 0.6, rows: ROWS });

it('a form has its measured values at the middle of its cells, outer edge first', () => {
  expect(formAt(FORM, 0.25, -2 / 3)).toBeCloseTo(0.1, 2);
  expect(formAt(FORM, 0.25, 2 / 3)).toBeCloseTo(-0.1, 2);
  expect(formAt(FORM, 0.55, -2 / 3)).toBeCloseTo(-0.1, 2);
});

it('a form changes smoothly between its cells and runs out beyond its rows', () => {
  let max = 0;
  for (let t = 0; t < 1; t += 0.004)
    max = Math.max(max, Math.abs(formAt(FORM, t + 0.004, -0.6) - formAt(FORM, t, -0.6)));
  expect(max).toBeLessThan(0.012);
  expect(formAt(FORM, 0.13, 0.6)).toBe(0);
  expect(formAt(FORM, 0.7, 0.6)).toBe(0);
});
