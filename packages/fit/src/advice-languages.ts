import type { Advice, ProductCategory } from '@drape/contracts';
import { fillIn, isAdviceCode, zoneParams, type AdviceCode, type AdviceParams } from './advice';
import { FRENCH } from './advice-french';
import { GERMAN } from './advice-german';
import type { Zone } from './size-chart';

/** Everything that a language needs; a code without its sentence does not compile. */
export interface AdviceTable {
  /** The word between the last two of several sizes. */
  readonly or: string;
  /** The garment with its article, as the subject of a sentence. */
  readonly garment: Readonly<Record<ProductCategory, string>>;
  /** The category's name alone. */
  readonly category: Readonly<Record<ProductCategory, string>>;
  /** How far down a photo has to extend. */
  readonly reach: Readonly<Record<ProductCategory, string>>;
  /** The zone with its article, at the start of a sentence. */
  readonly zone: Readonly<Record<Zone, string>>;
  /**
   * Sentences with `{size}`, `{sizes}`, `{asked}`, `{known}`, `{zone}`, `{chart}`, `{garment}`, `{category}` and `{reach}`; the house rules
   * of ADVICE apply to each.
   */
  readonly sentences: Readonly<Record<AdviceCode, string>>;
}

/** English is stored with a try-on; the other languages are generated from its codes. Another language is another table. */
const TABLES = { de: GERMAN, fr: FRENCH } as const satisfies Readonly<Record<string, AdviceTable>>;

/** In the order of preference if a client accepts any. */
export const ADVICE_LANGUAGES = ['en', 'de', 'fr'] as const;
export type AdviceLanguage = (typeof ADVICE_LANGUAGES)[number];

export interface AdviceContext {
  readonly category: ProductCategory | null;
  /** The sizes to consider. */
  readonly sizes: readonly string[];
}

/**
 * The same advice in another language. What the language has no words for stays English: a code of another release, an unknown category.
 */
export function translateAdvice(advice: Advice, { category, sizes }: AdviceContext, language: AdviceLanguage): Advice {
  if (language === 'en' || category === null || !isAdviceCode(advice.code)) return advice;
  const table = TABLES[language];
  const params: AdviceParams = {
    ...advice.params,
    ...zoneParams(advice.params, table.zone),
    garment: table.garment[category],
    category: table.category[category],
    reach: table.reach[category],
    sizes: sizes.join(` ${table.or} `),
  };
  const sentence = table.sentences[advice.code];
  // A row of an earlier release may lack a value that today's sentence uses.
  const isComplete = [...sentence.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => params[name] !== undefined);
  return isComplete ? { ...advice, text: fillIn(sentence, params) } : advice;
}
