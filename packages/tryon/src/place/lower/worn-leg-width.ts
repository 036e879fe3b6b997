import type { Rule } from '../../rules/rule';
import { clamp } from '../../geometry/numbers';

/**
 * Width of the legs of long trousers as worn, seen from the front, in widths laid flat, at the scale that makes their inseam as long as the
 * shopper's. The waistband's scale is used only between these limits: it may be gathered or elastic, and is foreshortened on a half-turned
 * person. Of 36 pairs of strangers the waistband gave .8 in the median, and .42 to 1.52.
 */
const WORN_WIDTH_RANGE = [0.65, 0.8] as const;

interface FlatLegs {
  /** Photo pixels per pixel of the product, by the waistband. */
  readonly scale: number;
  /** Length of the inseam, in pixels of the product. */
  readonly inseam: number;
  /** Length of the shopper's legs below the crotch, photo pixels. */
  readonly length: number;
  readonly isLong: boolean;
}

/** Makes photo pixels per pixel of the product, across the legs. */
export const WORN_LEG_WIDTH: Rule<FlatLegs, number> = {
  id: 'worn-leg-width',
  stage: 'place',
  summary: 'Limits the legs of long trousers to the width that their length suggests.',
  appliesTo: ({ isLong }) => isLong,
  apply({ scale, inseam, length }) {
    const byLength = length / Math.max(1, inseam);
    return clamp(scale, WORN_WIDTH_RANGE[0] * byLength, WORN_WIDTH_RANGE[1] * byLength);
  },
  evidence: [],
};
