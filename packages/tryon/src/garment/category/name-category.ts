import { PRODUCT_CATEGORIES, type FailureFields, type ProductCategory } from '@drape/contracts';
import type { RasterU8 } from '@drape/imaging';
import type { GarmentClass, TryOnPorts } from '../../ports';
import { TryOnRefusal } from '../../refusal';

export interface NamedCategory {
  readonly category: ProductCategory;
  /** 0…1: share of such answers that are right. */
  readonly confidence: number;
}

/** Least score at which the likeliest category is used although the classifier is unsure; the caller is told that it is uncertain. */
const LIKELY_SCORE_MIN = 0.6;

/**
 * Names the category of a product for a caller who did not: the classifier's answer.
 *
 * Throws: TryOnRefusal(category_ambiguous) where several are about as likely, or there is no classifier.
 */
export async function nameCategory(
  cutOut: RasterU8,
  { classifyGarment }: Pick<TryOnPorts, 'classifyGarment'>,
): Promise<NamedCategory> {
  if (classifyGarment === undefined)
    throw new TryOnRefusal('category_ambiguous', 'The kind of garment is unclear. Send productCategory to say which.');
  const { category, confidence, scores } = await classifyGarment(cutOut);
  if (category !== 'unknown') return { category, confidence };
  const likeliest = PRODUCT_CATEGORIES.reduce((best, next) => (scores[next] > scores[best] ? next : best));
  if (scores[likeliest] >= LIKELY_SCORE_MIN) return { category: likeliest, confidence: scores[likeliest] };
  const candidates = candidatesOf(scores);
  const names = candidates.map((candidate) => candidate.category).join(' or ');
  throw new TryOnRefusal(
    'category_ambiguous',
    `The kind of garment is unclear (${names}). Send productCategory to say which.`,
    { candidates },
  );
}

/** Least score at which a category is listed among those that the picture may show; the two likeliest always are. */
const CANDIDATE_SCORE_MIN = 0.1;

/** What a picture may show, likeliest first. */
function candidatesOf(scores: GarmentClass['scores']): NonNullable<FailureFields['candidates']> {
  return PRODUCT_CATEGORIES.map((category) => ({ category, confidence: Math.round(100 * scores[category]) / 100 }))
    .sort((a, b) => b.confidence - a.confidence)
    .filter(({ confidence }, i) => i < 2 || confidence >= CANDIDATE_SCORE_MIN);
}
