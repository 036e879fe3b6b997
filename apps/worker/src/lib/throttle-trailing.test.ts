import { describe, expect, it, jest } from '@jest/globals';
import { throttleTrailing } from './throttle-trailing';

describe('throttleTrailing', () => {
  it('runs once for many calls, in time for the first, and again for later ones', () => {
    jest.useFakeTimers();
    try {
      const work = jest.fn();
      const soon = throttleTrailing(100, work);
      jest.advanceTimersByTime(500);
      expect(work).not.toHaveBeenCalled();
      soon();
      jest.advanceTimersByTime(60);
      soon();
      jest.advanceTimersByTime(40);
      expect(work).toHaveBeenCalledTimes(1);
      jest.advanceTimersByTime(500);
      expect(work).toHaveBeenCalledTimes(1);
      soon();
      jest.advanceTimersByTime(100);
      expect(work).toHaveBeenCalledTimes(2);
    } finally {
      jest.useRealTimers();
    }
  });
});
