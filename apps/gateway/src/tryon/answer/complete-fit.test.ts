import { createValidator, fitSchema, type Fit } from '@drape/contracts';
import { describe, expect, it } from '@jest/globals';
import { completeAdvice, completeFit } from './complete-fit';

const EARLIER = {
  basis: 'measured_standard_chart',
  confidence: 'medium',
  formulaVersion: 'fit-1',
  components: { visual: 0.9, size: 1 },
  size: { recommended: 'M', window: ['M'], alternatives: [], chart: 'en13402-3/men' },
  zones: [],
} as const;

describe('completeFit', () => {
  it('shows a fit of formula fit-1 in today’s shape', () => {
    const isFit = createValidator<Fit>(fitSchema);
    const stored = { ...EARLIER, size: { ...EARLIER.size, window: ['M'], alternatives: [] }, zones: [] };
    const fit = completeFit(stored);
    expect(isFit(fit)).toMatchObject({ ok: true });
    expect(fit).toMatchObject({ formulaVersion: 'fit-1', sizeScore: null, sizeKnown: null });
    expect(fit.size).toMatchObject({ recommended: 'M', nearest: null, outsideChart: false });
    expect(completeFit({ ...stored, size: null }).size).toBeNull();
    expect(completeFit(fit)).toEqual(fit);
  });
});

describe('completeAdvice', () => {
  it('takes what rows of earlier releases say for the shopper’s', () => {
    const stored = { code: 'photo_sharper', params: {}, text: 'A larger photo.' };
    expect(completeAdvice(stored)).toEqual({ ...stored, about: 'shopper' });
    expect(completeAdvice({ ...stored, about: 'merchant' }).about).toBe('merchant');
  });
});
