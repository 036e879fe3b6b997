import { PRODUCT_CATEGORIES, type PhotoCheck, type PhotoFindings, type ProductCategory } from '@drape/contracts';

/** The public form of a worker's findings; null where they did not arrive in time. `wanted` leaves out the needs of other categories. */
export function toPhotoCheck(findings: PhotoFindings | null, wanted: ProductCategory | undefined): PhotoCheck {
  if (findings === null || findings.status === 'unchecked') {
    return { status: 'unchecked', usable: null, usableFor: [], problems: [], warnings: [], photo: null };
  }
  const { problems, warnings, photo } = findings;
  const usableFor = PRODUCT_CATEGORIES.filter(
    (category) => !problems.some(({ productCategories }) => productCategories.includes(category)),
  );
  return {
    status: 'checked',
    usable: wanted === undefined ? usableFor.length > 0 : usableFor.includes(wanted),
    usableFor,
    problems: problems.filter(({ productCategories }) => wanted === undefined || productCategories.includes(wanted)),
    warnings: warnings.filter(
      ({ productCategories }) =>
        wanted === undefined || productCategories === undefined || productCategories.includes(wanted),
    ),
    photo,
  };
}
