import { PRODUCT_CATEGORIES, type PhotoFindings, type PhotoProblem, type ProductCategory } from '@drape/contracts';
import type { RasterU8 } from '@drape/imaging';
import { analysePerson } from './person/analyse-person';
import { requireBody } from './person/checks';
import type { TryOnPorts } from './ports';
import { TryOnRefusal } from './refusal';

/**
 * What would keep a photo from being tried on with, by the same analysis that a try-on begins with, for all categories at once.
 *
 * Layout: photo RGB. Cost: what a try-on spends on the person, about a third of a render.
 */
export async function inspectPhoto(
  photo: RasterU8,
  ports: Pick<TryOnPorts, 'detectPose' | 'meshFace' | 'parsePerson'>,
): Promise<Pick<PhotoFindings, 'problems' | 'warnings'>> {
  try {
    const person = await analysePerson(photo, ports, () => undefined);
    const problems = PRODUCT_CATEGORIES.flatMap((category) => problemOf(category, () => requireBody(person, category)));
    return { problems: merge(problems), warnings: [...person.warnings] };
  } catch (error) {
    if (!(error instanceof TryOnRefusal)) throw error;
    return { problems: [toProblem(error, PRODUCT_CATEGORIES)], warnings: [] };
  }
}

function problemOf(category: ProductCategory, require: () => void): PhotoProblem[] {
  try {
    require();
    return [];
  } catch (error) {
    if (!(error instanceof TryOnRefusal)) throw error;
    return [toProblem(error, [category])];
  }
}

function toProblem({ code, detail, fields }: TryOnRefusal, categories: readonly ProductCategory[]): PhotoProblem {
  return { code, message: detail, needed: [...(fields.needed ?? [])], productCategories: [...categories] };
}

/** One problem a sentence, with all the categories that it stands against. */
function merge(problems: readonly PhotoProblem[]): PhotoProblem[] {
  const bySentence = new Map<string, PhotoProblem>();
  for (const problem of problems) {
    const known = bySentence.get(problem.message);
    const productCategories = [...(known?.productCategories ?? []), ...problem.productCategories];
    bySentence.set(problem.message, { ...problem, productCategories });
  }
  return [...bySentence.values()];
}
