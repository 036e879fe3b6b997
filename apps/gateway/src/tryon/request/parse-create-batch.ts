import {
  requestError,
  type BatchProduct,
  type CreateBatchBody,
  type CreateTryOnBody,
  type ErrorDetail,
} from '@drape/contracts';
import { checkWebhookUrl } from '../../webhooks/check-webhook-url';
import type { ParseOptions } from './parse-create-tryon';
import { missingPicture, parseProductPicture, type ParsedProductPicture } from '../pictures/parse-product-picture';
import { parseUserPhoto, type UserPhoto } from '../pictures/parse-user-photo';
import { textOf } from './text-of';

/** A product with its picture, or with its fault: only that item is rejected, the others continue. */
export interface ParsedProduct extends Omit<BatchProduct, 'productImageUrl' | 'productImage'> {
  readonly picture: ParsedProductPicture;
}

/** Fields that all try-ons of a batch share. */
export type SharedInput = Omit<
  CreateTryOnBody,
  'userPhoto' | 'productImageUrl' | 'productImage' | 'productCategory' | 'productId' | 'size'
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
  { validate, allow, uploads }: ParseOptions<CreateBatchBody>,
): CreateBatchInput {
  const checked = validate(body);
  const details: ErrorDetail[] = checked.ok ? findNameless(checked.value.products) : [...checked.details];
  const text = textOf(body, 'userPhoto');
  const photo = text === null ? null : parseUserPhoto(text, allow, uploads);
  if (photo !== null && !photo.ok) details.push(photo.problem);
  const webhookUrl = textOf(body, 'webhookUrl');
  const webhook = webhookUrl === null ? null : checkWebhookUrl(webhookUrl, { allow, param: 'webhookUrl' });
  if (webhook !== null && !webhook.ok) details.push(webhook.problem);
  if (!checked.ok || !photo?.ok || webhook?.ok === false || details.length > 0) throw requestError(details);
  const { userPhoto: _text, products, ...rest } = checked.value;
  return {
    photo: photo.photo,
    products: products.map((product, index) => withPicture(product, index, { allow, uploads })),
    shared: { ...rest, ...(webhook && { webhookUrl: webhook.url }) },
  };
}

function findNameless(products: readonly BatchProduct[]): ErrorDetail[] {
  return products.flatMap(({ productImageUrl, productImage, productId }, index) =>
    [productImageUrl, productImage, productId].every((one) => one === undefined)
      ? [missingPicture(`products.${index}.`)]
      : [],
  );
}

function withPicture(
  { productImageUrl, productImage, ...product }: BatchProduct,
  index: number,
  options: Pick<ParseOptions<CreateBatchBody>, 'allow' | 'uploads'>,
): ParsedProduct {
  const named = {
    productImageUrl: productImageUrl ?? null,
    productImage: productImage ?? null,
    productId: product.productId ?? null,
  };
  return { ...product, picture: parseProductPicture(named, { ...options, at: `products.${index}.` }) };
}
