import { warning } from '@drape/contracts';
import { doubtRemark } from './check-category';
import type { Garment } from '../../model/garment';
import type { TryOnWarning } from '../../model/warning';

/** Confidence from which a detected category needs no warning: the parser of worn products and the outline stay below it. */
const CONFIDENT_MIN = 0.85;

/** What a client should know about the category: that it was hard to detect, or that the one they named looks like another. */
export function categoryRemark(
  garment: Pick<Garment, 'category' | 'categorySource' | 'categoryConfidence' | 'categoryDoubt'>,
): TryOnWarning[] {
  const { category, categorySource, categoryConfidence, categoryDoubt } = garment;
  if (categoryDoubt !== null) return [warning('category_doubtful', doubtRemark(category, categoryDoubt))];
  if (categorySource === 'client' || categoryConfidence >= CONFIDENT_MIN) return [];
  const message = `The category was taken for ${category}, but that is not certain; send productCategory to be sure.`;
  return [warning('category_uncertain', message)];
}
