import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { PICTURE_FORMATS } from '../picture-formats';
import { PRODUCT_CATEGORIES } from '../product-category';
import { QUALITY_LEVELS } from '../quality-level';
import { clientName } from './client-name';

export const FIT_PREFERENCES = ['slim', 'regular', 'loose'] as const;
export const DEPARTMENTS = ['women', 'men', 'unisex'] as const;
export const OUTPUT_FORMATS = ['jpeg', 'png', 'webp'] as const;
export const TUCKS = ['in', 'out', 'auto'] as const;
export type Tuck = (typeof TUCKS)[number];
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** What names a product and its picture. */
export const productFields = {
  productImageUrl: {
    type: 'string',
    maxLength: 2048,
    description:
      'Where the product image lies: http or https, a public address, no credentials in the URL. This, productImage or the productId of a product of the catalogue is required.',
    examples: ['https://shop.example/shirt.jpg'],
  },
  productImage: {
    type: 'string',
    description: `The product image itself in place of productImageUrl, as base64 (plain, base64url, data URI): ${PICTURE_FORMATS}, at most 15 MiB and 40 megapixels (AVIF 12.5), shortest side at least 200 pixels, at most 4:1. The whole body may have 15 MiB. Or the id of an upload. It stays out of the catalogue and is deleted when the try-on has ended.`,
  },
  productId: {
    ...clientName,
    examples: ['sku-4711'],
    description:
      "The shop's own name for the product, or our id. Without another picture the catalogue's picture of that product is tried on, as what the shop said that it is.",
  },
  productCategory: {
    type: 'string',
    enum: PRODUCT_CATEGORIES,
    description: 'What the garment is; guessed from the image where it is missing.',
  },
  size: { type: 'string', minLength: 1, maxLength: 40, description: 'The size that the shopper looks at.' },
} as const satisfies Record<string, JSONSchema>;

/**
 * Body of POST /v1/tryon.
 * Hazard: `userPhoto` and `productImage` have neither pattern nor maxLength on purpose. On a 10 MiB string they cost 10–30 ms of the event
 * loop each; the gateway checks alphabet, length and magic bytes in code.
 */
export const createTryOnSchema = {
  title: 'CreateTryOn',
  type: 'object',
  description: 'A garment to try on and the person who tries it.',
  required: ['userPhoto'],
  additionalProperties: false,
  properties: {
    productImageUrl: productFields.productImageUrl,
    productImage: productFields.productImage,
    userPhoto: {
      type: 'string',
      description: `The photo of the person as base64 (plain, base64url, data URI; line breaks are allowed): ${PICTURE_FORMATS}, at most 10 MiB and 40 megapixels (AVIF 12.5), shortest side at least 256 pixels. HEIC and AVIF take one to six seconds longer than JPEG. Or the id of an upload. Or the https URL of one, under the rules of productImageUrl: a worker fetches it, and it is stored nowhere.`,
    },
    productCategory: productFields.productCategory,
    sessionId: {
      ...clientName,
      examples: ['cart-4711'],
      description: 'Groups try-ons; chosen by the client, made by the server where missing.',
    },
    productId: productFields.productId,
    size: productFields.size,
    products: {
      type: 'array',
      minItems: 2,
      maxItems: 3,
      items: { type: 'object', additionalProperties: false, properties: productFields },
      description:
        'A look in place of one product: a top, a jacket, and trousers or a skirt, or a jacket over a dress, at most one of each. One picture, one quality, and a fit for each product; see look in the answer.',
    },
    tuck: {
      type: 'string',
      enum: TUCKS,
      description:
        'Whether the top of a look goes into its trousers or skirt; auto, as the person wears theirs in the photo, where missing.',
    },
    fitPreference: { type: 'string', enum: FIT_PREFERENCES },
    department: { type: 'string', enum: DEPARTMENTS },
    outputFormat: { type: 'string', enum: OUTPUT_FORMATS, description: 'Format of the result; jpeg where missing.' },
    minQuality: {
      type: 'string',
      enum: QUALITY_LEVELS,
      description:
        'The least that the picture must be worth to be given back; below it the try-on fails with result_not_presentable. The account’s own default, else fair, where missing; poor gives back everything.',
    },
    retentionSeconds: {
      type: 'integer',
      minimum: 0,
      maximum: 2_592_000,
      description:
        'How long the result is kept; the account’s own default, else 7 days, where missing. With 0 the picture is deleted as soon as it is made: the try-on tells scores and advice, its image and resultImageUrl are null, and the warning result_not_kept says why.',
    },
    webhookUrl: {
      type: 'string',
      maxLength: 2048,
      description:
        'Told how this try-on ends, like a webhook of the account: public https. Signed with the secret of the account’s newest webhook, so that there must be one.',
    },
    metadata: {
      type: 'object',
      maxProperties: 20,
      propertyNames: { minLength: 1, maxLength: 40 },
      additionalProperties: { type: 'string', maxLength: 500 },
      description: 'Your own notes, given back with the try-on: at most 20, 40 characters a key, 500 a value.',
    },
    consent: {
      type: 'object',
      required: ['given'],
      additionalProperties: false,
      properties: {
        given: { type: 'boolean', const: true },
        policyVersion: { type: 'string', minLength: 1, maxLength: 64 },
      },
      description: 'That the person agreed to the use of the photo, and to which text.',
    },
  },
} as const satisfies JSONSchema;

/** A product of a look, as it is asked for. */
export type LookProductBody = NonNullable<CreateTryOnBody['products']>[number];
export type CreateTryOnBody = FromSchema<typeof createTryOnSchema>;
