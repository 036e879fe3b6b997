import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { PRODUCT_CATEGORIES } from '../product-category';
import { PICTURE_FORMATS } from '../picture-formats';
import { clientName } from './client-name';
import { sizeChartInputSchema, sizeChartSchema } from './size-chart';
import { livemode } from './livemode';
import { errorSchema } from './tryon';

/** Body of POST /v1/products. */
export const createProductSchema = {
  title: 'CreateProduct',
  type: 'object',
  description: 'A product by its image, known before anybody tries it on.',
  additionalProperties: false,
  properties: {
    imageUrl: {
      type: 'string',
      maxLength: 2048,
      description:
        'Where the product image lies: http or https, a public address, no credentials in the URL. This or image is required.',
      examples: ['https://shop.example/shirt.jpg'],
    },
    image: {
      type: 'string',
      description: `The product image itself in place of imageUrl, as base64 (plain, base64url, data URI): ${PICTURE_FORMATS}, at most 40 megapixels (AVIF 12.5), shortest side at least 200 pixels, at most 4:1; the whole body has at most 15 MiB. Or the id of an upload. Kept as long as the product has it.`,
    },
    externalId: { ...clientName, description: "The shop's own name for the product." },
    category: { type: 'string', enum: PRODUCT_CATEGORIES, description: 'Guessed from the image where it is missing.' },
    title: { type: 'string', minLength: 1, maxLength: 300 },
    sizeChart: sizeChartInputSchema,
  },
} as const satisfies JSONSchema;
export type CreateProductBody = FromSchema<typeof createProductSchema>;

/** Body of PATCH /v1/products/{id}. */
export const updateProductSchema = {
  title: 'UpdateProduct',
  type: 'object',
  description: 'What is to be different; what is left out stays.',
  minProperties: 1,
  additionalProperties: false,
  properties: {
    imageUrl: { ...createProductSchema.properties.imageUrl, description: 'A new picture is analysed anew.' },
    image: {
      ...createProductSchema.properties.image,
      description: 'A new picture itself in place of imageUrl, as in POST /v1/products.',
    },
    externalId: {
      ...clientName,
      type: ['string', 'null'],
      description: "The shop's own name for the product; null takes it away.",
    },
    category: {
      type: ['string', 'null'],
      enum: [...PRODUCT_CATEGORIES, null],
      description: 'Another one lets the picture be analysed anew; null lets it be guessed.',
    },
    title: { type: ['string', 'null'], minLength: 1, maxLength: 300, description: 'null takes it away.' },
  },
} as const satisfies JSONSchema;
export type UpdateProductBody = FromSchema<typeof updateProductSchema>;

export const PRODUCT_STATUSES = ['pending', 'ready', 'failed'] as const;

const share = { type: 'number', minimum: 0, maximum: 1 } as const;
const name = (description: string) => ({ type: ['string', 'null'], description }) as const;
const PART = 'null before the analysis, and where a garment of its kind has none; unknown below the threshold.';

const colors = {
  type: 'array',
  items: {
    type: 'object',
    required: ['hex', 'name', 'share'],
    additionalProperties: false,
    properties: { hex: { type: 'string', examples: ['#1f2a44'] }, name: { type: 'string' }, share },
  },
} as const;

const tryOnSuitability = {
  type: ['object', 'null'],
  required: ['score', 'level', 'issues'],
  additionalProperties: false,
  properties: {
    score: { type: 'integer', minimum: 0, maximum: 100 },
    level: { type: 'string', enum: ['good', 'usable', 'poor'] },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        required: ['code', 'severity', 'message', 'fix'],
        additionalProperties: false,
        properties: {
          code: { type: 'string' },
          severity: { type: 'string', enum: ['minor', 'major'] },
          message: { type: 'string' },
          fix: { type: 'string' },
        },
      },
    },
  },
} as const;

const image = {
  type: ['object', 'null'],
  required: ['width', 'height', 'format', 'bytes', 'sha256', 'sharpness', 'backgroundUniformity'],
  additionalProperties: false,
  properties: {
    width: { type: 'integer' },
    height: { type: 'integer' },
    format: { type: 'string', enum: ['jpeg', 'png', 'webp', 'heic', 'avif'] },
    bytes: { type: 'integer' },
    sha256: { type: 'string' },
    sharpness: { type: ['number', 'null'], description: '0…1; null where nothing has contrast enough to tell.' },
    backgroundUniformity: share,
  },
} as const;

const failure = {
  type: ['object', 'null'],
  required: ['code', 'message'],
  additionalProperties: false,
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    detected: errorSchema.properties.detected,
    confidence: errorSchema.properties.confidence,
    candidates: errorSchema.properties.candidates,
  },
  description: 'Why the analysis failed.',
} as const;

/** A product as the API shows it (docs/contract.md §10). */
export const productSchema = {
  title: 'Product',
  type: 'object',
  required: [
    ...['id', 'externalId', 'status', 'imageUrl', 'title', 'category', 'colors', 'pattern', 'sleeveLength', 'neckline'],
    ...['length', 'photoType', 'sizeChart', 'tryOnSuitability', 'image', 'analyzedAt', 'analyzerVersion'],
    ...['error', 'livemode'],
  ],
  additionalProperties: false,
  properties: {
    livemode,
    id: { type: 'string', examples: ['prd_01JZ0000000000000000000000'] },
    externalId: { type: ['string', 'null'] },
    status: { type: 'string', enum: PRODUCT_STATUSES },
    imageUrl: { type: ['string', 'null'], description: 'Null where the image itself was sent.' },
    title: { type: ['string', 'null'] },
    category: {
      type: ['object', 'null'],
      required: ['value', 'source', 'confidence'],
      additionalProperties: false,
      properties: {
        value: { type: 'string', enum: PRODUCT_CATEGORIES },
        source: { type: 'string', enum: ['client', 'detected'] },
        confidence: share,
      },
    },
    colors,
    pattern: {
      type: 'object',
      required: ['value', 'confidence'],
      additionalProperties: false,
      properties: {
        value: {
          type: 'string',
          enum: ['solid', 'striped', 'checked', 'dotted', 'floral', 'graphic', 'textured', 'unknown'],
        },
        confidence: share,
      },
    },
    sleeveLength: name(`sleeveless, short or long. ${PART}`),
    neckline: name(`crew, v, scoop, collar, strap or bandeau. ${PART}`),
    length: name(`cropped, regular, long; mini, midi, maxi; shorts, full. ${PART}`),
    photoType: { type: 'string', enum: ['flat_lay', 'ghost_mannequin', 'on_model', 'unknown'] },
    sizeChart: sizeChartSchema,
    tryOnSuitability,
    image,
    tryOnCount: {
      type: 'integer',
      minimum: 0,
      description: 'By all shoppers together. Not told to publishable keys and client tokens.',
    },
    analyzedAt: { type: ['string', 'null'], format: 'date-time' },
    analyzerVersion: { type: ['string', 'null'] },
    error: failure,
  },
} as const;
