import { PRODUCT_CATEGORIES } from '@drape/contracts';
import { describe, expect, it } from '@jest/globals';
import { ADVICE, isAdviceCode, renderAdvice } from './advice';
import { ADVICE_LANGUAGES, translateAdvice } from './advice-languages';
import { assessFit } from './assess-fit';

const CODES = Object.keys(ADVICE).filter(isAdviceCode);
const MORE = { size: 'M', sizes: 'M or L', asked: '38', zone: 'waist', known: ['36', '40'] };
/** The text that replaces a placeholder in a sentence of any language. */
const SHOWN: Readonly<Record<string, string>> = { size: 'M', sizes: 'L', asked: '38', known: '36, 40' };

/** What no language may promise or judge; from the house rules of ADVICE. */
const FORBIDDEN: Readonly<Record<string, RegExp>> = {
  en: /\b(perfect|always|never|guarantee\w*|exactly|slimming|flatter\w*)\b/i,
  de: /\b(perfekt\w*|immer|nie|niemals|garantiert\w*|genau richtig|schlank\w*|dick\w*|kaschier\w*|Figur|Problemzone\w*)\b/i,
  fr: /\b(parfait\w*|toujours|jamais|garanti\w*|exactement|mince\w*|gros\w*|silhouette|amincissant\w*|flatteu\w*)\b/i,
};

describe.each(ADVICE_LANGUAGES)('advice in %s', (language) => {
  const everything = PRODUCT_CATEGORIES.flatMap((category) =>
    CODES.flatMap((code) =>
      renderAdvice([{ code, params: MORE }], category).map((advice) =>
        translateAdvice(advice, { category, sizes: ['M', 'L'] }, language),
      ),
    ),
  );

  it('has one sentence for each code and category, without gaps, promises or judgements', () => {
    expect(everything).toHaveLength(PRODUCT_CATEGORIES.length * CODES.length);
    for (const { text } of everything) {
      expect(text).toMatch(/^[A-ZÀ-Ý][^.!?{}]*\.$/);
      expect(text).not.toMatch(FORBIDDEN[language] ?? /^/);
      expect(text).not.toMatch(/ {2}|undefined/);
    }
  });

  it('names the sizes that the English sentence names', () => {
    for (const { code, text } of everything) {
      const english = isAdviceCode(code) ? ADVICE[code].text : '';
      for (const [, name = ''] of english.matchAll(/\{(\w+)\}/g)) expect(text).toContain(SHOWN[name] ?? '');
    }
  });

  it('names the measurement that lies outside the chart', () => {
    const waist = { en: 'waist', de: 'Taillenumfang', fr: 'tour de taille' }[language];
    const texts = everything.filter(({ code }) => code === 'size_outside_chart').map(({ text }) => text);
    for (const text of texts) expect(text).toContain(waist);
    expect(texts).toHaveLength(PRODUCT_CATEGORIES.length);
  });
});

describe('translateAdvice', () => {
  const { advice, fit } = assessFit({
    visual: 0.95,
    category: 'skirt',
    warnings: [],
    body: { height: 170, weight: 65 },
    department: 'women',
    preference: null,
    size: null,
    chart: null,
  });
  const context = { category: 'skirt', sizes: fit.size?.window ?? [] } as const;
  const textsIn = (language: 'en' | 'de' | 'fr') => advice.map((one) => translateAdvice(one, context, language).text);

  it('says the same in each language, with its own words for garments and lists', () => {
    expect(textsIn('en')[0]).toBe(`Height and weight point to ${context.sizes.join(' or ')}.`);
    expect(textsIn('de')[0]).toBe(`Körpergröße und Gewicht sprechen für ${context.sizes.join(' oder ')}.`);
    expect(textsIn('fr')[0]).toBe(`La stature et le poids orientent vers ${context.sizes.join(' ou ')}.`);
    expect(textsIn('de').join(' ')).toContain('der Rock');
  });

  it('keeps codes and parameters, and English where there are no words', () => {
    const [first] = advice;
    if (first === undefined) throw new Error('no advice');
    const { code, params } = translateAdvice(first, context, 'fr');
    expect({ code, params }).toEqual({ code: first.code, params: first.params });
    const strange = { code: 'of_tomorrow', about: 'shopper', params: {}, text: 'Wait and see.' } as const;
    expect(translateAdvice(strange, context, 'de')).toBe(strange);
    expect(translateAdvice({ ...strange, code: 'toString' }, context, 'de').text).toBe('Wait and see.');
    expect(translateAdvice(first, { ...context, category: null }, 'de')).toBe(first);
  });
});
