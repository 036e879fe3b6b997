import { PRODUCT_CATEGORIES, type FailureFields, type ProductCategory } from '@drape/contracts';
import type { RasterU8 } from '@drape/imaging';
import type { GarmentClass, TryOnPorts } from '../ports';
import { TryOnRefusal } from '../refusal';
import { guessCategory, type CategoryGuess } from './guess-category';
import type { Silhouette } from './silhouette';

/** What a category is worth of which the classifier is unsure and the outline says the same. */
const AGREED = 0.6;

/**
 * Names the category of a product for a caller who did not: the classifier's answer; where it has none, the outline's guess if
 * the classifier too finds it the likeliest. Without a classifier the outline decides alone.
 *
 * Throws: TryOnRefusal(category_ambiguous) where the two disagree.
 */
export async function nameCategory(
  cutOut: RasterU8,
  silhouette: Silhouette,
  ports: Pick<TryOnPorts, 'classifyGarment'>,
): Promise<CategoryGuess> {
  const guess = guessCategory(silhouette);
  if (ports.classifyGarment === undefined) return guess;
  const { category, confidence, scores } = await ports.classifyGarment(cutOut);
  if (category !== 'unknown') return { category, confidence };
  const likeliest = PRODUCT_CATEGORIES.reduce((best, next) => (scores[next] > scores[best] ? next : best));
  if (likeliest === guess.category) return { category: likeliest, confidence: Math.max(AGREED, confidence) };
  throw new TryOnRefusal(
    'category_ambiguous',
    `The kind of garment is unclear (${likeliest} or ${guess.category}). Send productCategory to say which.`,
    { candidates: candidatesOf(scores, guess.category) },
  );
}

/** Score from which a category is named among those that the picture may show. */
const CANDIDATE = 0.1;

/** What a picture may show, likeliest first. */
function candidatesOf(
  scores: GarmentClass['scores'],
  guess: ProductCategory,
): NonNullable<FailureFields['candidates']> {
  return PRODUCT_CATEGORIES.filter((category) => category === guess || scores[category] >= CANDIDATE)
    .map((category) => ({ category, confidence: Math.round(100 * scores[category]) / 100 }))
    .sort((a, b) => b.confidence - a.confidence);
}
