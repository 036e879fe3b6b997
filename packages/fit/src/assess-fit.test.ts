import { createValidator, fitSchema, PRODUCT_CATEGORIES, WARNING_CODES, type Fit } from '@drape/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ADVICE_MAX } from './advice';
import { translateAdvice } from './advice-languages';
import { assessFit, type FitInput } from './assess-fit';
import { FIT_BASES, fitScore } from './fit-score';
import { BOUNDS } from './measurements';
import type { SizeChart } from './size-chart';

const INPUT: FitInput = {
  visual: 0.95,
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
  it('is the judgement of the picture where nothing was measured: capped, never sure, no size', () => {
    const { fit, fitScore: score, advice } = assessFit(INPUT);
    expect(score).toBe(70);
    expect(fit).toEqual({
      basis: 'visual',
      confidence: 'medium',
      formulaVersion: 'fit-2',
      components: { visual: 0.95, size: null },
      sizeScore: null,
      sizeKnown: null,
      size: null,
      zones: [],
    });
    expect(advice.map(({ code }) => code)).toEqual(['preview_reliable', 'size_needs_measurements']);
    expect(assessFit({ ...INPUT, body: { inseam: 80 } })).toEqual(assessFit(INPUT));
  });

  it('takes V as it comes, clamped and to three digits, and is no surer than it', () => {
    const of = (visual: number) => assessFit({ ...INPUT, visual });
    expect(of(0.61234).fit.components.visual).toBe(0.612);
    expect([of(0.61234).fitScore, of(7).fitScore, of(NaN).fitScore]).toEqual([61, 70, 0]);
    expect(of(0.74).fit.confidence).toBe('low');
    const measured = { ...INPUT, body: { chest: 98 } };
    expect(assessFit({ ...measured, visual: 0.5 }).fit.confidence).toBe('low');
    expect(assessFit({ ...measured, visual: 0.7 }).fit.confidence).toBe('medium');
  });

  it('names one size by measurements, at most 90 on the standard chart', () => {
    const { fit, fitScore: score } = assessFit({ ...INPUT, body: { chest: 98, waist: 86 } });
    expect(fit.basis).toBe('measured_standard_chart');
    expect(fit.size).toEqual({
      recommended: 'M',
      window: ['M'],
      nearest: null,
      outsideChart: false,
      alternatives: [],
      chart: 'en13402-3/men',
    });
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

  it('recommends no size far outside the chart, and names the nearest and the measurement', () => {
    const { fit, advice, warnings, fitScore: score } = assessFit({ ...INPUT, body: { chest: 60 } });
    expect(fit.size).toMatchObject({ recommended: null, window: [], nearest: 'XS', outsideChart: true });
    expect(fit).toMatchObject({ components: { size: 0 }, confidence: 'low' });
    expect(score).toBe(29);
    expect(advice[0]).toMatchObject({
      code: 'size_outside_chart',
      params: { size: 'XS', zone: 'chest', bodyCm: 60, chartMin: 78, chartMax: 141 },
      text: 'The chest measurement lies outside the size chart; size XS is the nearest that it has.',
    });
    const message = 'chest of 60 cm is outside the chart en13402-3/men, which goes from 78 to 141 cm.';
    expect(warnings).toEqual([{ code: 'outside_chart', message, about: 'size' }]);
    const large = assessFit({ ...INPUT, chart: OWN_CHART, body: { chest: 120, waist: 110 } });
    expect(large.fit.size).toMatchObject({ recommended: null, nearest: '50', outsideChart: true });
    expect(large.advice[0]?.params['zone']).toBe('waist');
  });

  it('keeps the last size just outside the chart, and says so', () => {
    const { fit, advice } = assessFit({ ...INPUT, body: { chest: 76 } });
    expect(fit.size).toMatchObject({ recommended: 'XS', window: ['XS'], nearest: null, outsideChart: true });
    expect(advice[0]?.code).toBe('size_outside_chart');
  });

  it('knows by height and weight too that no size is made for a body', () => {
    const { fit, advice, warnings } = assessFit({ ...INPUT, body: { height: 178, weight: 200 } });
    expect(fit.size).toMatchObject({ recommended: null, outsideChart: true });
    expect(advice[0]?.code).toBe('size_outside_chart_estimated');
    // Nobody measured it, so the text must not say that somebody did.
    expect(advice[0]?.text).toMatch(/^The \w+, as estimated from height and weight, lies outside the size chart; /);
    expect(warnings[0]?.message).toMatch(/^\w+ of [\d.]+ cm, estimated from height and weight, is outside the chart /);
    for (const language of ['de', 'fr'] as const) {
      const translated = advice[0] && translateAdvice(advice[0], { category: 'top', sizes: [] }, language);
      expect(translated?.text).toMatch(/geschätzt|estimation/);
    }
  });

  it('says whose chart it was where nobody said for whom the garment is made', () => {
    const chartOf = (input: Partial<FitInput>) =>
      assessFit({ ...INPUT, department: null, body: { chest: 98, hips: 98 }, ...input }).advice.find(
        ({ code }) => code === 'size_name_department',
      )?.params['chart'];
    expect([chartOf({}), chartOf({ category: 'skirt' })]).toEqual(['en13402-3/men', 'en13402-3/women']);
    expect([chartOf({ department: 'unisex' }), chartOf({ department: 'men' })]).toEqual(['en13402-3/men', undefined]);
  });

  it('recommends none where no size of the chart matches all measurements', () => {
    const { fit, advice, warnings } = assessFit({ ...INPUT, body: { chest: 84, waist: 108 } });
    expect(fit.size).toMatchObject({ recommended: null, window: [], outsideChart: false });
    expect(advice[0]?.code).toBe('size_no_match');
    expect(warnings).toEqual([]);
  });

  it('scores the size that was asked for, not the best one', () => {
    const body = { chest: 98, waist: 86 };
    const small = assessFit({ ...INPUT, body, size: 'S' });
    expect(small.fit.zones.map(({ verdict }) => verdict)).toEqual(['too_tight', 'too_tight']);
    expect(small.fit).toMatchObject({
      sizeKnown: true,
      sizeScore: 0,
      components: { size: 0 },
      size: { recommended: 'M' },
    });
    expect(small.fitScore).toBe(29);
    expect(small.advice.map((a) => a.code)).toContain('size_asked_differs');
    const medium = assessFit({ ...INPUT, body, size: ' m ' });
    expect(medium.fit).toMatchObject({ sizeKnown: true, sizeScore: 1, components: { size: 1 } });
    expect(medium.fitScore).toBe(90);
    expect(medium.advice.map((a) => a.code)).not.toContain('size_asked_differs');
  });

  it('scores an asked size by height and weight too', () => {
    const body = { height: 178, weight: 78 };
    const scores = ['S', 'M', '3XL'].map((size) => assessFit({ ...INPUT, body, size }).fit.sizeScore ?? -1);
    expect(scores[1]).toBeGreaterThan(scores[0] ?? 0);
    expect(scores[0]).toBeGreaterThan(scores[2] ?? 0);
    expect(scores[2]).toBe(0);
  });

  it('does not judge a size that the chart does not have, and says which it has', () => {
    const input = { ...INPUT, body: { chest: 98, waist: 86 } };
    const { fit, fitScore: score, advice, warnings } = assessFit({ ...input, size: 'nonsense' });
    expect(fit).toMatchObject({ sizeKnown: false, sizeScore: null, size: { recommended: 'M' } });
    expect(score).toBe(assessFit(input).fitScore);
    const known = ['XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL'];
    expect(advice.find(({ code }) => code === 'size_unknown')?.params).toEqual({ size: 'nonsense', known });
    expect(advice.at(-1)).toMatchObject({ code: 'size_chart_missing', about: 'merchant' });
    const message =
      'size "nonsense" is not on the chart en13402-3/men, which has XS, S, M, L, XL, XXL, 3XL; fitScore is not that size\'s.';
    expect(warnings).toEqual([{ code: 'size_unknown', message, about: 'size' }]);
  });

  it('tells an unknown size to programs where nothing was measured, and to no shopper', () => {
    const { fit, advice, warnings } = assessFit({ ...INPUT, size: '38' });
    expect(fit).toMatchObject({ sizeKnown: false, sizeScore: null });
    expect(warnings.map(({ code }) => code)).toEqual(['size_unknown']);
    expect(advice.map(({ code }) => code)).toEqual(['preview_reliable', 'size_needs_measurements']);
    expect(assessFit({ ...INPUT, size: 'M' }).fit).toMatchObject({ sizeKnown: true, sizeScore: null });
  });

  it('does not doubt a size whose row gives no zone that counts', () => {
    const chart = { name: 'product', rows: [...OWN_CHART.rows, { size: '52', zones: { inseam: [80, 84] as const } }] };
    const { fit, fitScore: score, advice, warnings } = assessFit({ ...INPUT, chart, body: { chest: 96 }, size: '52' });
    expect(fit).toMatchObject({ sizeKnown: true, sizeScore: null, size: { recommended: '48' } });
    expect(advice.map(({ code }) => code)).not.toContain('size_unknown');
    expect(score).toBe(assessFit({ ...INPUT, chart, body: { chest: 96 } }).fitScore);
    expect(warnings.map(({ code }) => code)).toEqual(['size_not_judged']);
  });

  it('asks for the unit first where a measurement may have been told in another one', () => {
    const input: FitInput = { ...INPUT, body: { height: 178, weight: 172 }, doubtfulUnits: ['weight'] };
    const { fit, advice, warnings } = assessFit(input);
    expect(advice[0]?.code).toBe('size_check_units');
    expect(fit.confidence).toBe('low');
    expect(warnings.at(-1)).toMatchObject({
      code: 'measurement_unit_doubtful',
      message: expect.stringMatching(/^weight /),
    });
    expect(assessFit({ ...input, body: {} }).advice.map(({ code }) => code)).not.toContain('size_check_units');
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
      visual: fc.double({ min: -1, max: 2 }),
      warnings: fc.subarray(WARNING_CODES.map((code) => ({ code }))),
      size: fc.constantFrom(null, 'M', '50', 'one size'),
      chart: fc.constantFrom(null, OWN_CHART),
    });
    fc.assert(
      fc.property(input, (more) => {
        const { fit, fitScore: score, recommendations, advice } = assessFit({ ...INPUT, ...more });
        expect(isFit(fit)).toMatchObject({ ok: true });
        expect(fitScore(fit.basis, { visual: fit.components.visual, size: fit.components.size })).toBe(score);
        expect(score).toBeLessThanOrEqual(FIT_BASES[fit.basis].cap);
        expect(recommendations.length).toBeGreaterThanOrEqual(1);
        expect(recommendations.length).toBeLessThanOrEqual(ADVICE_MAX);
        for (const text of recommendations) expect(text).not.toMatch(/[{}]|undefined/);
        if (fit.basis === 'estimated') expect(fit.size?.recommended).toBeNull();
        expect(recommendations).toEqual(advice.filter((one) => one.about === 'shopper').map((one) => one.text));
        const codes = advice.map((one) => one.code);
        expect(codes.filter((code) => code.startsWith('preview_') && !code.includes('limited'))).toHaveLength(1);
        if (fit.size === null) return;
        expect(fit.size.nearest === null).toBe(fit.size.window.length > 0);
        if (fit.size.recommended !== null) expect(fit.size.window).toContain(fit.size.recommended);
      }),
    );
  });
});
