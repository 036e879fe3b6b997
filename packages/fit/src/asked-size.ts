import type { SizeChart, SizeRow } from './size-chart';

/** Words that shops use for letter sizes. */
const SIZE_WORDS: Readonly<Record<string, string>> = {
  small: 's',
  medium: 'm',
  large: 'l',
  extralarge: 'xl',
  extrasmall: 'xs',
};

/** `2xl`, `xxl`, `xxlarge`: a number of Xs, or that many of them, before a letter or its word. */
const LETTER_SIZE = /^(?:([1-9]\d?)x|(x*))(s|m|l|small|medium|large)$/;

/**
 * The row of a chart that a size names, or null where the chart has no such size.
 *
 * Letters match in either case, with spaces around them, and by their usual other names: 2XL is XXL, XXXL is 3XL, X-Large is XL. A size as
 * the chart spells it takes precedence if a chart has both.
 */
export function findSize({ rows }: SizeChart, asked: string): SizeRow | null {
  const same = (form: (size: string) => string) => rows.find(({ size }) => form(size) === form(asked));
  return same((size) => size) ?? same(plain) ?? same(canonical) ?? null;
}

const plain = (size: string): string => size.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** One spelling for all names of a letter size: `3xl` for XXXL, `l` for Large. Numbers stay apart: 3-4 is not 34. */
function canonical(size: string): string {
  const bare = size.toLowerCase().replaceAll(/[\s.\-_]/g, '');
  const word = SIZE_WORDS[bare] ?? bare;
  const [, count, xs = '', letter] = LETTER_SIZE.exec(word) ?? [];
  if (letter === undefined) return plain(size);
  const times = count === undefined ? xs.length : Number(count);
  return `${times}x${SIZE_WORDS[letter] ?? letter}`;
}
