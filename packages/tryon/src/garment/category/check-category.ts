import { PRODUCT_CATEGORIES, type ProductCategory } from '@drape/contracts';
import type { RasterU8 } from '@drape/imaging';
import type { TryOnPorts } from '../../ports';
import { TryOnRefusal } from '../../refusal';
import type { CategoryDoubt } from '../../model/garment';
import type { Rule } from '../../rules/rule';

/**
 * Confidence above which a picture surely shows another category than the one that was named, and above which it deserves a warning. Chosen
 * on half of 332 products that the classifier was not trained on, measured on the other half: docs/picture/what-to-expect.md.
 */
const MISMATCH_CONFIDENCE_MIN = 0.9;
const DOUBT_CONFIDENCE_MIN = 0.8;
/** The same for categories with a long shirt, a tunic or a cardigan between them: there people disagree, too. */
const NEIGHBOUR_CONFIDENCE_MIN = 0.95;
const SIMILAR_CATEGORIES: Readonly<Record<ProductCategory, readonly ProductCategory[]>> = {
  dress: ['top', 'skirt'],
  top: ['dress', 'jacket'],
  pants: [],
  jacket: ['top'],
  skirt: ['dress'],
};

/** With an article, for sentences. */
const CATEGORY_NOUNS: Readonly<Record<ProductCategory, string>> = {
  dress: 'a dress',
  top: 'a top',
  pants: 'trousers',
  jacket: 'a jacket',
  skirt: 'a skirt',
};

/** A cut-out, and the category that the caller gives. */
interface NamedCutOut {
  readonly rgba: RasterU8;
  readonly asked: ProductCategory;
  readonly ports: Pick<TryOnPorts, 'classifyGarment'>;
}

export const CATEGORY_CHECK: Rule<NamedCutOut, Promise<CategoryDoubt | null>> = {
  id: 'category-check',
  stage: 'garment',
  summary: 'Refuses pictures that surely show another category than the named one.',
  appliesTo: ({ ports }) => ports.classifyGarment !== undefined,
  apply: checkCategory,
  evidence: [],
};

/**
 * Checks whether a cut-out may show what the caller says; null where it may.
 *
 * Throws: TryOnRefusal(category_mismatch) where it surely shows something else. Cost: the classifier, 12 to 17 CPU ms.
 */
export async function checkCategory({ rgba, asked, ports }: NamedCutOut): Promise<CategoryDoubt | null> {
  if (ports.classifyGarment === undefined) return null;
  const { scores } = await ports.classifyGarment(rgba);
  const detected = PRODUCT_CATEGORIES.reduce((best, next) => (scores[next] > scores[best] ? next : best));
  const doubt = { detected, confidence: scores[detected] };
  if (detected === asked || doubt.confidence < DOUBT_CONFIDENCE_MIN) return null;
  const sure = SIMILAR_CATEGORIES[asked].includes(detected) ? NEIGHBOUR_CONFIDENCE_MIN : MISMATCH_CONFIDENCE_MIN;
  if (doubt.confidence >= sure) throw mismatch(asked, doubt);
  return doubt;
}

function mismatch(asked: ProductCategory, { detected, confidence }: CategoryDoubt): TryOnRefusal {
  return new TryOnRefusal(
    'category_mismatch',
    `The product image shows ${CATEGORY_NOUNS[detected]}, not ${CATEGORY_NOUNS[asked]}. Send productCategory ${detected}, or a picture of ${CATEGORY_NOUNS[asked]}.`,
    { detected, confidence: Math.round(100 * confidence) / 100 },
  );
}

/** What a client should know of a doubt that is too weak to refuse the picture. */
export function doubtRemark(asked: ProductCategory, { detected }: CategoryDoubt): string {
  return `The product image looks more like ${CATEGORY_NOUNS[detected]} than ${CATEGORY_NOUNS[asked]}; send productCategory ${detected} if it is.`;
}
