import { garmentKey, photoKey, uploadKey } from '@drape/storage';
import { mapToUnavailable } from '../../http/map-to-unavailable';
import { principalOf, type ApiRequest } from '../../routes/route';
import type { CreateTryOnDeps } from './create-deps';
import type { ProductPicture } from '../pictures/parse-product-picture';
import type { UserPhoto } from '../pictures/parse-user-photo';

/** An object that came with a request and is stored until its try-ons have ended. */
export interface Input {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** The photo of a try-on or of a batch. */
export function photoInput(id: string, { bytes, contentType }: UserPhoto): Input {
  return { key: photoKey(id), bytes, contentType };
}

/** The product picture that was sent with a try-on; `place` is the product's index in a look. */
export function garmentInput(tryOnId: string, picture: ProductPicture, place = 0): Input[] {
  if (picture.kind !== 'bytes') return [];
  const { bytes, contentType } = picture.picture;
  return [{ key: garmentKey(tryOnId, place), bytes, contentType }];
}

/** In test mode nothing is stored, because nobody reads the picture. Throws: ServiceError service_unavailable; then nothing is stored. */
export async function storeInputs(deps: CreateTryOnDeps, request: ApiRequest, inputs: readonly Input[]): Promise<void> {
  if (principalOf(request).env === 'test') return;
  const put = ({ key, bytes, contentType }: Input) => deps.store.put(key, bytes, { contentType });
  try {
    await request.measure('store', () => mapToUnavailable(Promise.all(inputs.map(put))));
  } catch (error) {
    await dropInputs(deps, request, inputs);
    throw error;
  }
}

/** Without a row only the sweep of unknown objects deletes them; it also cleans up after a failure here. */
export async function dropInputs(
  { store, log }: Pick<CreateTryOnDeps, 'store' | 'log'>,
  { requestId }: Pick<ApiRequest, 'requestId'>,
  inputs: readonly Pick<Input, 'key'>[],
): Promise<void> {
  if (inputs.length === 0) return;
  await store.delete(inputs.map(({ key }) => key)).catch((err: unknown) => {
    log.error({ err, requestId }, 'could not delete the pictures of a request that has no row');
  });
}

/** Deletes the objects of uploads that a request has used up. The workers' sweep deletes what is left or reusable. */
export async function dropUsedUploads(
  deps: CreateTryOnDeps,
  request: ApiRequest,
  ids: readonly string[],
): Promise<void> {
  const used = await Promise.all(ids.map((id) => deps.db.uploads.find(principalOf(request).owner, id)));
  const over = used.flatMap((row) => (row !== null && row.isUsed && !row.reusable ? [{ key: uploadKey(row.id) }] : []));
  await dropInputs(deps, request, over);
}
