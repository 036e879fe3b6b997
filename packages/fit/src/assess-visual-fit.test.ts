import { describe, expect, it } from '@jest/globals';
import {
  adviceSchema,
  createValidator,
  fitSchema,
  PRODUCT_CATEGORIES,
  WARNING_CODES,
  WARNINGS,
  type Advice,
  type Fit,
} from '@drape/contracts';
import fc from 'fast-check';
import { ADVICE, ADVICE_MAX, adviceForWarning, renderAdvice, type AdviceCode } from './advice';
import { assessVisualFit, type VisualFitInput } from './assess-visual-fit';
import { fitScore } from './fit-score';

const GOOD: VisualFitInput = {
  poseConfidence: 0.96,
  keypointsVisible: 1,
  overlap: 0.92,
  garmentQuality: 0.9,
  category: 'top',
  warnings: [],
};
const ALL_WARNINGS = WARNING_CODES.map((code) => ({ code }));
const codesOf = (input: VisualFitInput): string[] => assessVisualFit(input).advice.map((a) => a.code);

const share = fc.double({ min: -0.5, max: 1.5 });
const anyInput: fc.Arbitrary<VisualFitInput> = fc.record({
  poseConfidence: share,
  keypointsVisible: share,
  overlap: share,
  garmentQuality: share,
  category: fc.constantFrom(...PRODUCT_CATEGORIES),
  warnings: fc.subarray([...ALL_WARNINGS, { code: 'a_code_of_tomorrow' }]),
});

describe('assessVisualFit', () => {
  it('reports a good picture: capped score, medium confidence, no size', () => {
    const { fitScore: score, fit } = assessVisualFit(GOOD);
    expect(score).toBe(70);
    expect(fit).toEqual({
      basis: 'visual',
      confidence: 'medium',
      formulaVersion: 'fit-1',
      components: { visual: 0.951, size: null },
      size: null,
      zones: [],
    });
    expect(codesOf(GOOD)).toEqual(['preview_reliable', 'size_needs_measurements']);
  });

  it('says what to better when the evidence is weak', () => {
    const weak = {
      ...GOOD,
      poseConfidence: 0.4,
      keypointsVisible: 0.3,
      garmentQuality: 0.2,
      category: 'pants',
    } as const;
    expect(codesOf(weak)).toEqual(['preview_rough', 'photo_show_more', 'photo_face_camera', 'size_needs_measurements']);
    expect(assessVisualFit(weak).recommendations[1]).toContain('from waist to feet');
  });

  it('does not call a picture reliable when much of it was painted', () => {
    expect(codesOf({ ...GOOD, warnings: [{ code: 'large_fill' }] })).toEqual([
      'preview_fair',
      'photo_close_clothes',
      'size_needs_measurements',
    ]);
  });

  it('answers in the shape of the API, with 1 to 6 sentences and a score that the components give again', () => {
    const isFit = createValidator<Fit>(fitSchema);
    const isAdvice = createValidator<Advice>(adviceSchema);
    fc.assert(
      fc.property(anyInput, (input) => {
        const result = assessVisualFit(input);
        expect(isFit(result.fit)).toMatchObject({ ok: true });
        for (const advice of result.advice) expect(isAdvice(advice)).toMatchObject({ ok: true });
        expect(result.recommendations.length).toBeGreaterThanOrEqual(1);
        expect(result.recommendations.length).toBeLessThanOrEqual(ADVICE_MAX);
        expect(new Set(result.recommendations).size).toBe(result.recommendations.length);
        expect(fitScore(result.fit.basis, { visual: result.fit.components.visual, size: null })).toBe(result.fitScore);
        for (const text of result.recommendations) expect(text).not.toMatch(/[{}]/);
      }),
    );
  });

  it('keeps the step that raises the score when there is too much to say', () => {
    const everything = assessVisualFit({ ...GOOD, keypointsVisible: 0, warnings: ALL_WARNINGS });
    expect(everything.advice).toHaveLength(ADVICE_MAX);
    expect(everything.advice.at(-1)?.code).toBe('size_needs_measurements');
  });
});

describe('advice', () => {
  const sentences = renderEverySentence();

  it('is one sentence each, without promises and without a word about the body', () => {
    for (const text of sentences) {
      expect(text).toMatch(/^[A-Z][^.!?]*\.$/);
      expect(text).not.toMatch(/\b(perfect|always|never|guarantee\w*|certainly|exactly|must)\b/i);
      expect(text).not.toMatch(
        /\b(fat|slim|thin|big|large|small|short|tall|curvy|weight|figure|flatter\w*|hide\w*)\b (body|you|for you)/i,
      );
      expect(text).not.toMatch(/\b(flatter\w*|slimming|curvy|overweight|skinny)\b/i);
    }
  });

  it('exists for each warning about the photo but those that say enough themselves, and for none about the product', () => {
    const silent = WARNING_CODES.filter((code) => adviceForWarning(code) === null);
    const aboutProduct = WARNING_CODES.filter((code) => WARNINGS[code].about === 'product');
    expect(silent).toEqual(['photo_downscaled', 'seated', ...aboutProduct]);
    expect(adviceForWarning('toString')).toBeNull();
  });
});

function renderEverySentence(): string[] {
  const codes = Object.keys(ADVICE).filter((code): code is AdviceCode => code in ADVICE);
  return PRODUCT_CATEGORIES.flatMap((category) =>
    codes.flatMap((code) => renderAdvice([code], category).map((a) => a.text)),
  );
}
