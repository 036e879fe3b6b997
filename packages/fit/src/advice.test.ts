import { describe, expect, it } from '@jest/globals';
import {
  adviceSchema,
  createValidator,
  PRODUCT_CATEGORIES,
  WARNING_CODES,
  WARNINGS,
  type Advice,
} from '@drape/contracts';
import { ADVICE, ADVICE_MAX, adviceForWarning, isAdviceCode, renderAdvice } from './advice';

const CODES = Object.keys(ADVICE).filter(isAdviceCode);
const shoppers = CODES.filter((code) => ADVICE[code].about === 'shopper');

describe('advice', () => {
  it('is one sentence each, without promises and without a word about the body', () => {
    for (const category of PRODUCT_CATEGORIES) {
      for (const { text } of CODES.flatMap((code) => renderAdvice([code], category))) {
        expect(text).toMatch(/^[A-Z][^.!?]*\.$/);
        expect(text).not.toMatch(/\b(perfect|always|never|guarantee\w*|certainly|exactly|must)\b/i);
        expect(text).not.toMatch(
          /\b(fat|slim|thin|big|large|small|short|tall|curvy|weight|figure|flatter\w*|hide\w*)\b (body|you|for you)/i,
        );
        expect(text).not.toMatch(/\b(flatter\w*|slimming|curvy|overweight|skinny)\b/i);
      }
    }
  });

  it('speaks to shoppers of photo and size, to merchants of the product', () => {
    for (const code of CODES) {
      const isOfProduct = code.startsWith('garment_') || ['size_name_department', 'size_chart_missing'].includes(code);
      expect([code, ADVICE[code].about]).toEqual([code, isOfProduct ? 'merchant' : 'shopper']);
    }
  });

  it('exists for each warning of a picture but those that say enough themselves', () => {
    const silent = WARNING_CODES.filter((code) => adviceForWarning(code) === null);
    const ofSize = WARNING_CODES.filter((code) => WARNINGS[code].about === 'size');
    const enough = ['photo_downscaled', 'seated', 'coat_kept', 'test_mode', 'category_doubtful', 'result_not_kept'];
    expect(silent).toEqual([...enough, ...ofSize]);
    expect(adviceForWarning('toString')).toBeNull();
  });

  it('is for the merchant where the warning is about the product', () => {
    for (const code of WARNING_CODES) {
      const advice = adviceForWarning(code);
      if (advice === null) continue;
      const about = WARNINGS[code].about === 'product' ? 'merchant' : 'shopper';
      expect([code, ADVICE[advice].about]).toEqual([code, about]);
    }
  });
});

describe('renderAdvice', () => {
  it('keeps the step that raises the score when a shopper has too much to read, and the merchant’s sentences too', () => {
    const everything = renderAdvice(CODES, 'top');
    const forShopper = everything.filter(({ about }) => about === 'shopper');
    expect(forShopper).toHaveLength(ADVICE_MAX);
    expect(forShopper.at(-1)?.code).toBe('size_needs_measurements');
    expect(everything.filter(({ about }) => about === 'merchant').map(({ code }) => code)).toEqual(
      CODES.filter((code) => !shoppers.includes(code)),
    );
  });

  it('gives each code its own parameters, lists and zones in words', () => {
    const isAdvice = createValidator<Advice>(adviceSchema);
    const known = ['XS', 'S'];
    const advice = renderAdvice(
      [
        { code: 'size_recommended', params: { size: 'S' } },
        { code: 'size_unknown', params: { size: 'nonsense', known } },
        { code: 'size_outside_chart', params: { size: 'XS', zone: 'inseam', bodyCm: 60 } },
      ],
      'top',
    );
    for (const one of advice) expect(isAdvice(one)).toMatchObject({ ok: true });
    expect(advice.map(({ text }) => text)).toEqual([
      'By the measurements given, size S is the closest match on the chart.',
      'The inside leg measurement lies outside the size chart; size XS is the nearest that it has.',
      'The size looked at, nonsense, could not be judged: the size chart that was used has XS, S.',
    ]);
    expect(advice[2]?.params).toEqual({ size: 'nonsense', known });
    expect(advice[1]?.params).toEqual({ size: 'XS', zone: 'inseam', bodyCm: 60 });
  });

  it('lists a dozen sizes of a long chart', () => {
    const known = Array.from({ length: 60 }, (_, i) => `s${i}`);
    const [advice] = renderAdvice([{ code: 'size_unknown', params: { size: 'M', known } }], 'top');
    expect(advice?.text).toMatch(/ s10, s11 …\.$/);
    expect(advice?.params['known']).toHaveLength(60);
  });
});
