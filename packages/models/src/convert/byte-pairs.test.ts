import { expect, it } from '@jest/globals';
import { largestPair } from './byte-pairs';

it('pairs the channels of a place, and the last channel of one place with the first of the next', () => {
  // [channel][position]: in the order of the sums 1 10 100, 2 20 200
  const kernel = [1, 2, 10, 20, 100, 200];
  expect(largestPair(kernel, 3)).toBe(220);
  expect(largestPair(kernel.slice(0, 4), 2)).toBe(22);
});

it('adds what has one sign, and leaves the last of an odd number alone', () => {
  expect(largestPair([60, -90, 50, 40], 4)).toBe(90);
  expect(largestPair([-60, -90, 50, 40], 4)).toBe(150);
  expect(largestPair([1, 2, -70], 3)).toBe(70);
  expect(largestPair([0, 0], 2)).toBe(0);
});
