import { principalOf, type ApiRequest } from '../../routes/route';
import { isUploadName, readUploads, type ReadUploads, type UploadsDeps } from './read-uploads';
import { textOf } from '../request/text-of';

/** More than the products of a batch and its photo. */
const NAMES_MAX = 24;

/** The uploads that an unchecked body names in place of pictures, read for the session that the request works on. */
export async function uploadsOfRequest(deps: UploadsDeps, request: ApiRequest): Promise<ReadUploads> {
  const { body } = request;
  const names = [body, ...productsOf(body)]
    .flatMap((part) => ['userPhoto', 'productImage', 'image'].map((name) => textOf(part, name)))
    .filter((text) => text !== null && isUploadName(text))
    .flatMap((text) => text ?? [])
    .slice(0, NAMES_MAX);
  const sessionId = principalOf(request).clientToken?.sessionId ?? textOf(body, 'sessionId');
  return readUploads(deps, request, { names, sessionId });
}

function productsOf(body: unknown): readonly unknown[] {
  if (typeof body !== 'object' || body === null || !('products' in body)) return [];
  return Array.isArray(body.products) ? body.products : [];
}
