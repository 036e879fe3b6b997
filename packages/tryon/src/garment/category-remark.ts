import { warning } from '@drape/contracts';
import type { TryOnWarning } from '../types';
import type { Garment } from './types';

/** Confidence from which a detected category goes without a remark: the parser of worn products and the outline stay below it. */
const SURE = 0.85;

/** What a client who named no category should know about the one that was found. */
export function categoryRemark(
  garment: Pick<Garment, 'category' | 'categorySource' | 'categoryConfidence'>,
): TryOnWarning[] {
  if (garment.categorySource === 'client' || garment.categoryConfidence >= SURE) return [];
  const message = `The category was taken for ${garment.category}, but that is not certain; send productCategory to be sure.`;
  return [warning('category_uncertain', message)];
}
