import { requestError, type CreateTryOnBody, type ErrorDetail, type Validator } from '@drape/contracts';
import { checkWebhookUrl } from '../webhooks/check-webhook-url';
import { parseProductPicture, type ProductPicture } from './parse-product-picture';
import { parseUserPhoto, type UserPhoto } from './parse-user-photo';
import type { ReadUploads } from './read-uploads';
import { textOf } from './text-of';

/** A try-on request that holds all that can be known without network or inference. */
export interface CreateTryOnInput extends Omit<CreateTryOnBody, 'userPhoto' | 'productImageUrl' | 'productImage'> {
  readonly photo: UserPhoto;
  readonly picture: ProductPicture;
}

export interface ParseOptions<T> {
  readonly validate: Validator<T>;
  readonly allow: readonly string[];
  /** Those that the body names. */
  readonly uploads: ReadUploads;
}

/**
 * Checks a body by schema, then the URLs and the photo by hand, and reports all their faults together.
 * Throws: ServiceError of the first fault, with every fault in its details.
 */
export function parseCreateTryOn(
  body: unknown,
  { validate, allow, uploads }: ParseOptions<CreateTryOnBody>,
): CreateTryOnInput {
  const checked = validate(body);
  const userPhoto = textOf(body, 'userPhoto');
  const webhookUrl = textOf(body, 'webhookUrl');
  const named = {
    productImageUrl: textOf(body, 'productImageUrl'),
    productImage: textOf(body, 'productImage'),
    productId: textOf(body, 'productId'),
  };
  const picture = parseProductPicture(named, { allow, uploads });
  const webhook = webhookUrl === null ? null : checkWebhookUrl(webhookUrl, { allow, param: 'webhookUrl' });
  const photo = userPhoto === null ? null : parseUserPhoto(userPhoto, allow, uploads);
  if (checked.ok && picture.ok && photo?.ok && webhook?.ok !== false) {
    const { userPhoto: _text, productImageUrl: _url, productImage: _image, ...rest } = checked.value;
    return { ...rest, picture: picture.picture, photo: photo.photo, ...(webhook && { webhookUrl: webhook.url }) };
  }
  const bySchema = checked.ok ? [] : checked.details;
  const byHand = [picture, webhook, photo].flatMap((one) => (one === null || one.ok ? [] : [one.problem]));
  throw requestError(merge(bySchema, byHand));
}

/** What may name a product's picture: where one of them is of a wrong type, none is missing. */
const NAMES_PICTURE = ['productImageUrl', 'productImage', 'productId'];

/** Missing fields come first; of a field that the schema has refused, or of a body that is none, nothing is said again. */
function merge(bySchema: readonly ErrorDetail[], byHand: readonly ErrorDetail[]): ErrorDetail[] {
  const isSaid = ({ param, code }: ErrorDetail): boolean =>
    bySchema.some((one) =>
      code === 'required' ? one.param === '' || NAMES_PICTURE.includes(one.param) : one.param === param,
    );
  const added = byHand.filter((detail) => !isSaid(detail));
  const isMissing = ({ code }: ErrorDetail): boolean => code === 'required';
  return [...added.filter(isMissing), ...bySchema, ...added.filter((detail) => !isMissing(detail))];
}
