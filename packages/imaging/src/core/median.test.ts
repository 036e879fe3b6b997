import { describe, expect, it } from '@jest/globals';
import { median } from './median';

describe('median', () => {
  it('is the middle value, or the mean of the two middle ones', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1])).toBe(2.5);
    expect(() => median([])).toThrow(RangeError);
  });
});
