import { clamp, mean, smoothstep, upperMedian } from './numbers';
import { expect, it } from '@jest/globals';

it('smoothstep is 0, ½ and 1 at its ends and middle', () => {
  expect([smoothstep(0.1, 0.25, 0.75), smoothstep(0.5, 0.25, 0.75), smoothstep(0.9, 0.25, 0.75)]).toEqual([0, 0.5, 1]);
});

it('clamp holds a number within its limits', () => {
  expect([clamp(-1, 0, 2), clamp(1, 0, 2), clamp(3, 0, 2), clamp(Number.NaN, 0, 2)]).toEqual([0, 1, 2, Number.NaN]);
});

it('the upper median is the middle value, or the upper one of two', () => {
  const values = [4, 1, 3];
  expect([upperMedian(values), upperMedian([...values, 2]), mean(values)]).toEqual([3, 3, 8 / 3]);
  expect(values).toEqual([4, 1, 3]);
});
