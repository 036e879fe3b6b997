import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FIT_BASES, fitScore, type FitBasis } from './fit-score';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const basis = fc.constantFrom<FitBasis>('measured_product_chart', 'measured_standard_chart', 'estimated', 'visual');

describe('fitScore', () => {
  it('is round(100·V), at most 70, for pictures alone', () => {
    expect(fitScore('visual', { visual: 0.423, size: null })).toBe(42);
    expect(fitScore('visual', { visual: 0.145, size: null })).toBe(15);
    expect(fitScore('visual', { visual: 0.99, size: null })).toBe(70);
  });

  it('mixes size and picture by basis', () => {
    expect(fitScore('measured_product_chart', { visual: 0.83, size: 0.87 })).toBe(86);
    expect(fitScore('measured_standard_chart', { visual: 1, size: 1 })).toBe(90);
    expect(fitScore('estimated', { visual: 0.8, size: 0.6 })).toBe(70);
    expect(() => fitScore('estimated', { visual: 1, size: null })).toThrow(RangeError);
  });

  it('is an integer from 0 to the cap, rising with both components', () => {
    fc.assert(
      fc.property(basis, share, share, share, (b, visual, size, more) => {
        const score = fitScore(b, { visual, size });
        expect(Number.isInteger(score)).toBe(true);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(FIT_BASES[b].cap);
        expect(fitScore(b, { visual: Math.min(1, visual + more), size })).toBeGreaterThanOrEqual(score);
        expect(fitScore(b, { visual, size: Math.min(1, size + more) })).toBeGreaterThanOrEqual(score);
      }),
    );
  });
});
