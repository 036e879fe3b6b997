import { requestError, type CheckPhotoBody, type ErrorDetail } from '@drape/contracts';
import type { ParseOptions } from '../tryon/request/parse-create-tryon';
import { parseUserPhoto, type UserPhoto } from '../tryon/pictures/parse-user-photo';

/** A photo to check, validated as far as possible without inference. */
export interface CheckPhotoInput extends Omit<CheckPhotoBody, 'userPhoto'> {
  readonly photo: UserPhoto;
}

/** Throws: ServiceError of the first fault, with all faults in its details; the same faults as for a try-on. */
export function parseCheckPhoto(
  body: unknown,
  { validate, allow, uploads }: ParseOptions<CheckPhotoBody>,
): CheckPhotoInput {
  const checked = validate(body);
  const details: ErrorDetail[] = checked.ok ? [] : [...checked.details];
  const text = typeof body === 'object' && body !== null && 'userPhoto' in body ? body.userPhoto : null;
  const photo = typeof text === 'string' ? parseUserPhoto(text, allow, uploads) : null;
  if (photo !== null && !photo.ok) details.push(photo.problem);
  if (!checked.ok || !photo?.ok) throw requestError(details);
  const { userPhoto: _text, ...rest } = checked.value;
  return { ...rest, photo: photo.photo };
}
