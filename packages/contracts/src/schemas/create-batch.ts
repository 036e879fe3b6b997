import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { createTryOnSchema, type CreateTryOnBody } from './create-tryon';
import { livemode } from './livemode';
import { errorSchema, tryOnSchema, type ErrorBody, type TryOnRecord } from './tryon';

/** Products of one batch: what a page shows at once. */
const PRODUCTS_MAX = 20;

const { products: _look, tuck: _tuck, ...single } = createTryOnSchema.properties;
const { productImageUrl, productImage, productCategory, productId, size, ...shared } = single;

const product = {
  type: 'object',
  additionalProperties: false,
  properties: {
    productImageUrl,
    productImage,
    productId,
    productCategory,
    size,
  },
} as const satisfies JSONSchema;

/** Body of POST /v1/tryon/batch. What holds for all its try-ons is named as in POST /v1/tryon. */
export const createBatchSchema = {
  title: 'CreateBatch',
  type: 'object',
  description: 'Garments to try on, and the person who tries them.',
  required: ['userPhoto', 'products'],
  additionalProperties: false,
  properties: {
    products: { type: 'array', minItems: 1, maxItems: PRODUCTS_MAX, items: product },
    ...shared,
  },
} as const satisfies JSONSchema;

export type BatchProduct = FromSchema<typeof product>;
export type CreateBatchBody = Omit<
  CreateTryOnBody,
  'productImageUrl' | 'productImage' | 'productCategory' | 'productId' | 'size' | 'products' | 'tuck'
> & {
  readonly products: readonly BatchProduct[];
};

export const BATCH_ITEM_STATUSES = ['accepted', 'refused'] as const;

/** The answer of POST /v1/tryon/batch. */
export const batchSchema = {
  title: 'Batch',
  type: 'object',
  required: ['batchId', 'livemode', 'items'],
  additionalProperties: false,
  properties: {
    batchId: { type: 'string', examples: ['bat_01JZ0000000000000000000000'] },
    livemode,
    items: {
      type: 'array',
      description: 'One for each product, in the order of the request.',
      items: {
        type: 'object',
        required: ['index', 'status', 'id', 'tryOn', 'error'],
        additionalProperties: false,
        properties: {
          index: { type: 'integer', minimum: 0, description: 'Of the product in the request.' },
          status: { type: 'string', enum: BATCH_ITEM_STATUSES },
          id: { type: ['string', 'null'], description: 'Of the try-on; null where it was refused.' },
          tryOn: {
            anyOf: [tryOnSchema, { type: 'null' }],
            description: 'The try-on as it stands; null where it was refused, or is erased since.',
          },
          error: {
            anyOf: [errorSchema, { type: 'null' }],
            description: 'Why it was refused; what an accepted one failed of stands in the try-on.',
          },
        },
      },
    },
  },
} as const satisfies JSONSchema;

/** What the answer says of one product. */
export interface BatchItemRecord {
  readonly index: number;
  readonly status: (typeof BATCH_ITEM_STATUSES)[number];
  readonly id: string | null;
  readonly tryOn: TryOnRecord | null;
  readonly error: ErrorBody | null;
}
