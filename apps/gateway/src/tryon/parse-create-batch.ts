import {
  requestError,
  type BatchProduct,
  type CreateBatchBody,
  type CreateTryOnBody,
  type ErrorDetail,
  type Validator,
} from '@drape/contracts';
import { checkWebhookUrl } from '../webhooks/check-webhook-url';
import { checkProductImageUrl } from './check-product-image-url';
import { parseUserPhoto, type UserPhoto } from './parse-user-photo';

/** A product as it was sent, or with the fault of its URL: that one is refused, and the others go on. */
export interface ParsedProduct extends BatchProduct {
  readonly problem: ErrorDetail | null;
}

/** What holds for all try-ons of a batch. */
export type SharedInput = Omit<
  CreateTryOnBody,
  'userPhoto' | 'productImageUrl' | 'productCategory' | 'productId' | 'size'
>;

export interface CreateBatchInput {
  readonly photo: UserPhoto;
  readonly products: readonly ParsedProduct[];
  readonly shared: SharedInput;
}

/**
 * Checks a body by schema, then the photo and the webhook's URL by hand, and reports all their faults together.
 * Throws: ServiceError of the first fault, with every fault in its details.
 */
export function parseCreateBatch(
  body: unknown,
  { validate, allow }: { validate: Validator<CreateBatchBody>; allow: readonly string[] },
): CreateBatchInput {
  const checked = validate(body);
  const details: ErrorDetail[] = checked.ok ? findNameless(checked.value.products) : [...checked.details];
  const text = textOf(body, 'userPhoto');
  const photo = text === null ? null : parseUserPhoto(text, allow);
  if (photo !== null && !photo.ok) details.push(photo.problem);
  const webhookUrl = textOf(body, 'webhookUrl');
  const webhook = webhookUrl === null ? null : checkWebhookUrl(webhookUrl, { allow, param: 'webhookUrl' });
  if (webhook !== null && !webhook.ok) details.push(webhook.problem);
  if (!checked.ok || !photo?.ok || webhook?.ok === false || details.length > 0) throw requestError(details);
  const { userPhoto: _text, products, ...rest } = checked.value;
  return {
    photo: photo.photo,
    products: products.map((product, index) => checkUrl(product, index, allow)),
    shared: { ...rest, ...(webhook && { webhookUrl: webhook.url }) },
  };
}

function findNameless(products: readonly BatchProduct[]): ErrorDetail[] {
  return products.flatMap(({ productImageUrl, productId }, index) => {
    if (productImageUrl !== undefined || productId !== undefined) return [];
    const param = `products.${index}.productImageUrl`;
    return [{ param, code: 'required', message: `${param} is required where there is no productId.` }];
  });
}

/** The product with its URL in canonical form. */
function checkUrl(product: BatchProduct, index: number, allow: readonly string[]): ParsedProduct {
  if (product.productImageUrl === undefined) return { ...product, problem: null };
  const url = checkProductImageUrl(product.productImageUrl, allow, `products.${index}.productImageUrl`);
  return url.ok ? { ...product, productImageUrl: url.url, problem: null } : { ...product, problem: url.problem };
}

function textOf(body: unknown, name: string): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const value: unknown = Object.entries(body).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : null;
}
