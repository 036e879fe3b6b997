import { requestError, type UpdateProductBody, type Validator } from '@drape/contracts';
import type { ProductChanges } from '@drape/db';
import { parseSentPicture, type SentPicture } from './sent-picture';
import type { ReadUploads } from '../tryon/pictures/read-uploads';

export interface UpdateProductOptions {
  readonly validate: Validator<UpdateProductBody>;
  readonly allow: readonly string[];
  /** The uploads that the body names. */
  readonly uploads: ReadUploads;
}

export interface UpdateProductInput {
  /** Null where the picture stays. */
  readonly picture: SentPicture | null;
  readonly changes: Omit<ProductChanges, 'picture'>;
}

/** Throws: ServiceError that names every field at fault. */
export function parseUpdateProduct(
  body: unknown,
  { validate, allow, uploads }: UpdateProductOptions,
): UpdateProductInput {
  const checked = validate(body);
  if (!checked.ok) throw requestError(checked.details);
  const { imageUrl, image, externalId, category, title } = checked.value;
  const sent = parseSentPicture({ imageUrl, image }, { allow, uploads });
  if (!sent.ok) throw requestError([sent.problem]);
  return {
    picture: sent.picture,
    changes: {
      ...(externalId !== undefined && { externalId }),
      ...(category !== undefined && { category }),
      ...(title !== undefined && { title }),
    },
  };
}
