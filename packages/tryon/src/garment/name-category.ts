import { PRODUCT_CATEGORIES } from '@drape/contracts';
import type { RasterU8 } from '@drape/imaging';
import type { TryOnPorts } from '../ports';
import { TryOnRefusal } from '../refusal';
import { guessCategory, type CategoryGuess } from './guess-category';
import type { Silhouette } from './silhouette';

/** What a category is worth of which the classifier is unsure and the outline says the same. */
const AGREED = 0.6;

/**
 * Names the category of a product for a caller who did not: the classifier's answer; where it has none, the outline's guess if
 * the classifier too finds it the likeliest. Without a classifier the outline decides alone.
 *
 * Throws: TryOnRefusal(garment_not_detected) where the two disagree.
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
    'garment_not_detected',
    `The kind of garment is unclear (${likeliest} or ${guess.category}). Send productCategory to say which.`,
  );
}
