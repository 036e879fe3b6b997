import { requestError, type CreateTryOnBody, type ErrorDetail, type Validator } from '@drape/contracts';
import { checkProductImageUrl } from './check-product-image-url';
import { checkWebhookUrl } from '../webhooks/check-webhook-url';
import { parseUserPhoto, type UserPhoto } from './parse-user-photo';

/** A try-on request that holds all that can be known without network or inference. */
export interface CreateTryOnInput extends Omit<CreateTryOnBody, 'userPhoto'> {
  readonly photo: UserPhoto;
}

/**
 * Checks a body by schema, then the URLs and the photo by hand, and reports all their faults together.
 * Throws: ServiceError of the first fault, with every fault in its details.
 */
export function parseCreateTryOn(
  body: unknown,
  { validate, allow }: { validate: Validator<CreateTryOnBody>; allow: readonly string[] },
): CreateTryOnInput {
  const details: ErrorDetail[] = [];
  const checked = validate(body);
  if (!checked.ok) details.push(...checked.details);
  const { productImageUrl, userPhoto, webhookUrl } = textsOf(body);

  const url = productImageUrl === null ? null : checkProductImageUrl(productImageUrl, allow);
  const saidAlready = details.some((detail) => detail.param === 'productImageUrl');
  if (url !== null && !url.ok && !saidAlready) details.push(url.problem);

  const webhook = webhookUrl === null ? null : checkWebhookUrl(webhookUrl, { allow, param: 'webhookUrl' });
  if (webhook !== null && !webhook.ok) details.push(webhook.problem);

  const photo = userPhoto === null ? null : parseUserPhoto(userPhoto, allow);
  if (photo !== null && !photo.ok) details.push(photo.problem);

  if (!checked.ok || !url?.ok || !photo?.ok || webhook?.ok === false) throw requestError(details);
  const { userPhoto: _text, ...rest } = checked.value;
  return { ...rest, productImageUrl: url.url, photo: photo.photo, ...(webhook && { webhookUrl: webhook.url }) };
}

function textsOf(body: unknown): Record<'productImageUrl' | 'userPhoto' | 'webhookUrl', string | null> {
  const none = { productImageUrl: null, userPhoto: null, webhookUrl: null };
  if (typeof body !== 'object' || body === null) return none;
  const text = (name: string): string | null => {
    const value: unknown = Object.entries(body).find(([key]) => key === name)?.[1];
    return typeof value === 'string' ? value : null;
  };
  return { productImageUrl: text('productImageUrl'), userPhoto: text('userPhoto'), webhookUrl: text('webhookUrl') };
}
