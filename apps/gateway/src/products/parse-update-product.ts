import { requestError, type UpdateProductBody, type Validator } from '@drape/contracts';
import type { ProductChanges } from '@drape/db';
import { checkImageUrl } from './check-image-url';

export interface UpdateProductOptions {
  readonly validate: Validator<UpdateProductBody>;
  readonly allow: readonly string[];
}

/** Throws: ServiceError that names every field at fault. */
export function parseUpdateProduct(body: unknown, { validate, allow }: UpdateProductOptions): ProductChanges {
  const checked = validate(body);
  if (!checked.ok) throw requestError(checked.details);
  const { imageUrl, externalId, category, title } = checked.value;
  const url = imageUrl === undefined ? null : checkImageUrl(imageUrl, allow);
  if (url?.ok === false) throw requestError([url.problem]);
  return {
    ...(url !== null && { imageUrl: url.url }),
    ...(externalId !== undefined && { externalId }),
    ...(category !== undefined && { category }),
    ...(title !== undefined && { title }),
  };
}
