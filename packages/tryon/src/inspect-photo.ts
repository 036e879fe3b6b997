import {
  PRODUCT_CATEGORIES,
  warning,
  type PhotoFindings,
  type PhotoProblem,
  type PhotoWarning,
  type ProductCategory,
} from '@drape/contracts';
import type { RasterU8 } from '@drape/imaging';
import { analysePerson } from './person/analyse-person';
import { CUT_OFF_WARNING_MIN, requireBody, requireInside } from './person/pose/checks';
import { photoEnd, usuallyOutside } from './person/pose/photo-reach';
import type { TryOnPorts } from './ports';
import { TryOnRefusal } from './refusal';
import type { Person } from './model/person';

/**
 * What would prevent a try-on with a photo, by the analysis that every try-on begins with, for all categories at once.
 *
 * Layout: photo RGB. Cost: what a try-on spends on the person, about a third of a render.
 */
export async function inspectPhoto(
  photo: RasterU8,
  ports: Pick<TryOnPorts, 'detectPose' | 'meshFace' | 'parsePerson'>,
): Promise<Pick<PhotoFindings, 'problems' | 'warnings'>> {
  try {
    const person = await analysePerson(photo, ports, () => undefined);
    const problems = PRODUCT_CATEGORIES.flatMap((category) =>
      problemOf(category, () => {
        requireBody(person, category);
        requireInside(usuallyOutside(person, category), category);
      }),
    );
    const refused = problems.flatMap(({ productCategories }) => productCategories);
    const usable = PRODUCT_CATEGORIES.filter((category) => !refused.includes(category));
    return { problems: merge(problems), warnings: [...person.warnings, ...cutOff(person, usable)] };
  } catch (error) {
    if (!(error instanceof TryOnRefusal)) throw error;
    return { problems: [toProblem(error, PRODUCT_CATEGORIES)], warnings: [] };
  }
}

/** Names the categories whose usual clothes continue below the end of the photo; a short skirt may still fit into it. */
function cutOff(person: Person, categories: readonly ProductCategory[]): PhotoWarning[] {
  const concerned = categories.filter((category) => usuallyOutside(person, category) >= CUT_OFF_WARNING_MIN);
  if (concerned.length === 0) return [];
  const message = `The photo ends ${photoEnd(person)}; what reaches further down is cut off there.`;
  return [{ ...warning('garment_cut_off', message), productCategories: concerned }];
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

/** One problem per sentence, with all the categories that it affects. */
function merge(problems: readonly PhotoProblem[]): PhotoProblem[] {
  const bySentence = new Map<string, PhotoProblem>();
  for (const problem of problems) {
    const known = bySentence.get(problem.message);
    const productCategories = [...(known?.productCategories ?? []), ...problem.productCategories];
    bySentence.set(problem.message, { ...problem, productCategories });
  }
  return [...bySentence.values()];
}
