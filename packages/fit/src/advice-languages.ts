import type { Advice, ProductCategory } from '@drape/contracts';
import { fillIn, isAdviceCode, zoneParams, type AdviceCode, type AdviceParams } from './advice';
import { FRENCH } from './advice-french';
import { GERMAN } from './advice-german';
import type { Zone } from './size-chart';

/** All that a language needs; a code without its sentence does not compile. */
export interface AdviceTable {
  /** Between the last two of several sizes. */
  readonly or: string;
  /** With its article, as the subject of a sentence. */
  readonly garment: Readonly<Record<ProductCategory, string>>;
  /** The name alone. */
  readonly category: Readonly<Record<ProductCategory, string>>;
  /** How far down a photo has to reach. */
  readonly reach: Readonly<Record<ProductCategory, string>>;
  /** With its article, at the start of a sentence. */
  readonly zone: Readonly<Record<Zone, string>>;
  /** With `{size}`, `{sizes}`, `{asked}`, `{known}`, `{zone}`, `{chart}`, `{garment}`, `{category}` and `{reach}`; the house rules of ADVICE hold for each. */
  readonly sentences: Readonly<Record<AdviceCode, string>>;
}

/** English is stored with a try-on; the other languages are written from its codes. Another language is another table. */
const TABLES = { de: GERMAN, fr: FRENCH } as const satisfies Readonly<Record<string, AdviceTable>>;

/** In the order of preference where a client takes any. */
export const ADVICE_LANGUAGES = ['en', 'de', 'fr'] as const;
export type AdviceLanguage = (typeof ADVICE_LANGUAGES)[number];

export interface AdviceContext {
  readonly category: ProductCategory | null;
  /** The sizes that come into question. */
  readonly sizes: readonly string[];
}

/** The same advice in a language. What the language has no words for stays English: a code of another release, a category that is unknown. */
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
  // A row of an earlier release may lack what today's sentence names.
  const isTold = [...sentence.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => params[name] !== undefined);
  return isTold ? { ...advice, text: fillIn(sentence, params) } : advice;
}
