import { createValidator, fitSchema, PRODUCT_CATEGORIES, type Fit } from '@drape/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ADVICE_MAX } from './advice';
import { assessFit, type FitInput } from './assess-fit';
import { assessVisualFit } from './assess-visual-fit';
import { FIT_BASES, fitScore } from './fit-score';
import { BOUNDS } from './measurements';
import type { SizeChart } from './size-chart';

const INPUT: FitInput = {
  poseConfidence: 0.95,
  keypointsVisible: 1,
  overlap: 0.9,
  garmentQuality: 0.9,
  category: 'top',
  warnings: [],
  body: {},
  department: 'men',
  preference: null,
  size: null,
  chart: null,
};
const OWN_CHART: SizeChart = {
  name: 'product',
  rows: [
    { size: '48', zones: { chest: [94, 98], waist: [82, 86] } },
    { size: '50', zones: { chest: [98, 102], waist: [86, 90] } },
  ],
};
const codes = (input: FitInput) => assessFit(input).advice.map((a) => a.code);

describe('assessFit', () => {
  it('is the judgement of the picture where nothing was measured', () => {
    expect(assessFit(INPUT)).toEqual(assessVisualFit(INPUT));
    expect(assessFit({ ...INPUT, body: { inseam: 80 } })).toEqual(assessVisualFit(INPUT));
  });

  it('names one size by measurements, at most 90 on the standard chart', () => {
    const { fit, fitScore: score } = assessFit({ ...INPUT, body: { chest: 98, waist: 86 } });
    expect(fit.basis).toBe('measured_standard_chart');
    expect(fit.size).toEqual({ recommended: 'M', window: ['M'], alternatives: [], chart: 'en13402-3/men' });
    expect(fit.confidence).toBe('medium');
    expect(fit.components.size).toBe(1);
    expect(score).toBe(90);
    expect(fit.zones.map((z) => z.verdict)).toEqual(['just_right', 'just_right']);
  });

  it("prefers the product's own chart, up to 100 and with high confidence", () => {
    const { fit, fitScore: score } = assessFit({ ...INPUT, chart: OWN_CHART, body: { chest: 96, waist: 84 } });
    expect(fit).toMatchObject({
      basis: 'measured_product_chart',
      confidence: 'high',
      size: { recommended: '48', chart: 'product' },
    });
    expect(score).toBeGreaterThan(90);
  });

  it('gives a window and no single size by height and weight alone, at most 80', () => {
    const { fit, fitScore: score } = assessFit({ ...INPUT, body: { height: 178, weight: 78 } });
    expect(fit.basis).toBe('estimated');
    expect(fit.size).toMatchObject({ recommended: null, window: ['M', 'L'], alternatives: [] });
    expect(fit.confidence).toBe('low');
    expect(fit.zones.every((z) => z.source === 'estimated')).toBe(true);
    expect(score).toBeLessThanOrEqual(80);
    expect(codes({ ...INPUT, body: { height: 178, weight: 78 } }).slice(0, 2)).toEqual([
      'size_window_estimated',
      'size_measure_for_one',
    ]);
  });

  it('fills what was not measured by height and weight, and says which is which', () => {
    const { fit } = assessFit({ ...INPUT, body: { height: 178, weight: 78, chest: 99 } });
    expect(fit.basis).toBe('measured_standard_chart');
    expect(fit.zones.map((z) => [z.zone, z.source])).toEqual([
      ['chest', 'measured'],
      ['waist', 'estimated'],
    ]);
  });

  it('names both sizes for who stands between them', () => {
    expect(assessFit({ ...INPUT, body: { chest: 102 } }).fit.size?.window).toEqual(['M', 'L']);
    expect(codes({ ...INPUT, body: { chest: 102 } })[0]).toBe('size_between');
  });

  it('says so where no size of the chart suits', () => {
    const { fit, advice } = assessFit({ ...INPUT, chart: OWN_CHART, body: { chest: 120, waist: 110 } });
    expect(advice[0]?.code).toBe('size_outside_chart');
    expect(fit.size?.recommended).toBe('50');
    expect(fit.components.size).toBe(0);
  });

  it('judges the size that the shopper looks at, in words', () => {
    const body = { chest: 98, waist: 86 };
    expect(codes({ ...INPUT, body, size: 'm' })).not.toContain('size_asked_differs');
    expect(codes({ ...INPUT, body, size: 'S' })).toContain('size_asked_differs');
    expect(codes({ ...INPUT, body, size: '52 long' })).toContain('size_asked_unknown');
    expect(assessFit({ ...INPUT, body, size: 'S' }).fit.zones[0]).toMatchObject({ verdict: 'too_tight', deltaCm: 4 });
  });

  it('uses women’s hips for skirts and trousers, and asks for the department where it is not told', () => {
    const women = assessFit({ ...INPUT, category: 'pants', department: 'women', body: { hips: 102 } });
    expect(women.fit.size).toMatchObject({ recommended: 'M', chart: 'en13402-3/women' });
    const unknown: FitInput = { ...INPUT, category: 'dress', department: null, body: { chest: 94 } };
    expect(assessFit(unknown).fit).toMatchObject({ confidence: 'low', size: { chart: 'en13402-3/women' } });
    expect(codes(unknown)).toContain('size_name_department');
  });

  it('keeps its promises for any body: shape, cap, 1 to 6 sentences, and a score that the components give again', () => {
    const isFit = createValidator<Fit>(fitSchema);
    const value = ([min, max]: readonly [number, number]) =>
      fc.option(fc.double({ min, max, noNaN: true }), { nil: undefined });
    const body = fc
      .record({
        height: value(BOUNDS.height),
        weight: value(BOUNDS.weight),
        chest: value(BOUNDS.chest),
        waist: value(BOUNDS.waist),
        hips: value(BOUNDS.hips),
        inseam: value(BOUNDS.inseam),
      })
      .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, v]) => v !== undefined)));
    const input = fc.record({
      body,
      category: fc.constantFrom(...PRODUCT_CATEGORIES),
      department: fc.constantFrom('women' as const, 'men' as const, 'unisex' as const, null),
      preference: fc.constantFrom('slim' as const, 'regular' as const, 'loose' as const, null),
      size: fc.constantFrom(null, 'M', '50', 'one size'),
      chart: fc.constantFrom(null, OWN_CHART),
    });
    fc.assert(
      fc.property(input, (more) => {
        const { fit, fitScore: score, recommendations } = assessFit({ ...INPUT, ...more });
        expect(isFit(fit)).toMatchObject({ ok: true });
        expect(fitScore(fit.basis, { visual: fit.components.visual, size: fit.components.size })).toBe(score);
        expect(score).toBeLessThanOrEqual(FIT_BASES[fit.basis].cap);
        expect(recommendations.length).toBeGreaterThanOrEqual(1);
        expect(recommendations.length).toBeLessThanOrEqual(ADVICE_MAX);
        for (const text of recommendations) expect(text).not.toMatch(/[{}]|undefined/);
        if (fit.basis === 'estimated') expect(fit.size?.recommended).toBeNull();
        if (fit.basis !== 'visual') expect(fit.size?.window.length).toBeGreaterThan(0);
      }),
    );
  });
});
