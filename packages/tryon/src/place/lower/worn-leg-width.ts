import type { Rule } from '../../rules/rule';
import { clamp } from '../../geometry/numbers';

/**
 * Legs of long trousers as they are worn, from the front, in widths laid flat, by the scale that makes their inseam as long as the shopper's.
 * A waistband tells it only in between: it may be gathered, or hold an elastic, and is foreshortened on who stands half turned. Of 36 pairs of
 * strangers the waistband said .8 in the median, and .42 to 1.52.
 */
const WORN_WIDTH = [0.65, 0.8] as const;

interface Legs {
  /** Photo pixels per pixel of the product, as the waistband says. */
  readonly scale: number;
  /** Pixels of the product. */
  readonly inseam: number;
  /** How long the shopper's legs are from the crotch on, photo pixels. */
  readonly length: number;
  readonly isLong: boolean;
}

/** Makes: photo pixels per pixel of the product across the legs. */
export const WORN_LEG_WIDTH: Rule<Legs, number> = {
  id: 'worn-leg-width',
  stage: 'place',
  summary: 'Holds the legs of long trousers to the width that their length says.',
  appliesTo: ({ isLong }) => isLong,
  apply({ scale, inseam, length }) {
    const byLength = length / Math.max(1, inseam);
    return clamp(scale, WORN_WIDTH[0] * byLength, WORN_WIDTH[1] * byLength);
  },
  evidence: [],
};
