import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { ERROR_CODES, ERROR_TYPES } from '../errors';
import { PRODUCT_CATEGORIES } from '../product-category';
import { STAGES } from '../stages';
import { QUALITY_LEVELS } from '../quality-level';
import { TRYON_STATUSES } from '../tryon-status';
import { WARNING_ABOUT } from '../warnings';
import { DEPARTMENTS, FIT_PREFERENCES, OUTPUT_FORMATS, TUCKS } from './create-tryon';
import { adviceSchema, fitSchema } from './fit';
import { livemode } from './livemode';
import { inventedSchema, qualitySchema, reasonSchema } from './quality';

const timestamp = { type: 'string', format: 'date-time' } as const;
const timestampOrNull = { type: ['string', 'null'], format: 'date-time' } as const;
const share = { type: 'number', minimum: 0, maximum: 1 } as const;

/** What a photo may have to show. */
export const BODY_PARTS = ['head', 'shoulders', 'torso', 'hips', 'legs', 'feet', 'front'] as const;
export type BodyPart = (typeof BODY_PARTS)[number];

/** A category that a product may belong to. */
const candidateSchema = {
  type: 'object',
  required: ['category', 'confidence'],
  additionalProperties: false,
  properties: { category: { type: 'string', enum: PRODUCT_CATEGORIES }, confidence: share },
} as const;

/** The same of a warning, which may speak of sizes too. */
export const warningSchema = {
  ...reasonSchema,
  properties: {
    ...reasonSchema.properties,
    about: { type: 'string', enum: WARNING_ABOUT },
    share: { ...share, description: 'How much of the garment lies outside the photo; with garment_cut_off.' },
  },
} as const;

/** The error object of an envelope, and of a failed try-on's record. */
export const errorSchema = {
  title: 'Error',
  type: 'object',
  required: ['type', 'code', 'message', 'retryable', 'docUrl'],
  properties: {
    type: { type: 'string', enum: ERROR_TYPES },
    code: { type: 'string', enum: ERROR_CODES },
    message: { type: 'string' },
    param: { type: 'string' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['param', 'code', 'message'],
        additionalProperties: false,
        properties: {
          param: { type: 'string' },
          code: { type: 'string' },
          message: { type: 'string' },
          allowed: { type: 'array', items: { type: 'string' } },
          suggestion: { type: 'string' },
        },
      },
    },
    retryable: { type: 'boolean' },
    docUrl: { type: 'string' },
    requiredScope: { type: 'string' },
    productId: {
      type: 'string',
      description: 'The product that has it; with external_id_taken and product_image_taken.',
    },
    grantedScopes: { type: 'array', items: { type: 'string' } },
    needed: {
      type: 'array',
      items: { type: 'string', enum: BODY_PARTS },
      description: 'What the photo has to show; with body_not_visible.',
    },
    detected: {
      type: 'string',
      enum: PRODUCT_CATEGORIES,
      description: 'What the product picture shows; with category_mismatch.',
    },
    confidence: { ...share, description: 'How often such an answer is right; with category_mismatch.' },
    candidates: {
      type: 'array',
      items: candidateSchema,
      description: 'What the product picture may show, likeliest first; with category_ambiguous.',
    },
    reasons: {
      type: 'array',
      items: reasonSchema,
      description: 'Why the picture would not be shown, and what to send instead; with result_not_presentable.',
    },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;
export type ErrorBody = FromSchema<typeof errorSchema>;

/** What a failed try-on says besides its code and sentence, by the names of the error object. */
export type FailureFields = Readonly<Pick<ErrorBody, 'needed' | 'detected' | 'confidence' | 'candidates' | 'reasons'>>;

/** How the render's time was spent. */
const stageTimeSchema = {
  type: 'object',
  required: ['name', 'ms'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', examples: ['pose'] },
    ms: { type: 'number', minimum: 0 },
  },
} as const;

/** By which a shop finds a try-on in its own logs. A page gets nothing of it: it is the shop's to know. */
const origin = {
  stages: {
    type: 'array',
    items: stageTimeSchema,
    description:
      'What the render of a completed try-on took, step by step, in order: decode, pose, face, parse, measure, garment, place, remove, shade, compose, encode, describe. Steps whose answer was still known are missing, and others may come. Empty where nothing was rendered, and for publishable keys and client tokens.',
  },
  requestId: {
    type: ['string', 'null'],
    description: 'Of the request that made it, as in GET /v1/requests; null for publishable keys and client tokens.',
  },
  apiKeyId: {
    type: ['string', 'null'],
    description:
      'The key that made it; for a client token the key that made that. null where a member made it in the dashboard, and for publishable keys and client tokens.',
  },
} as const;

/** What a try-on was asked with, defaults filled in. */
const inputs = {
  productImageUrl: {
    type: ['string', 'null'],
    description:
      'As sent, or the catalogue’s; null where the picture itself was sent, to the catalogue or with this try-on.',
  },
  size: { type: ['string', 'null'], description: 'As sent.' },
  fitPreference: { type: ['string', 'null'], enum: [...FIT_PREFERENCES, null], description: 'As sent.' },
  department: {
    type: ['string', 'null'],
    enum: [...DEPARTMENTS, null],
    description: "As sent; where it is null, the session's measurements may tell one.",
  },
  outputFormat: { type: 'string', enum: OUTPUT_FORMATS },
  retentionSeconds: { type: 'integer', minimum: 0, description: 'How long the result is kept after the end.' },
  minQuality: {
    type: 'string',
    enum: QUALITY_LEVELS,
    description: 'Below it no picture is given out; where nothing was sent, the default of the account.',
  },
  consent: {
    type: ['object', 'null'],
    required: ['given', 'policyVersion'],
    additionalProperties: false,
    properties: { given: { type: 'boolean' }, policyVersion: { type: ['string', 'null'] } },
    description: 'What the person agreed to, as sent.',
  },
} as const;

/** The products of a look, each with what the picture says of it. */
const lookSchema = {
  title: 'Look',
  type: 'object',
  required: ['tuck', 'products'],
  additionalProperties: false,
  properties: {
    tuck: { type: 'string', enum: TUCKS, description: 'As sent; auto where it was not.' },
    products: {
      type: 'array',
      description:
        'In the order of the request. The fields of the try-on itself that speak of one product speak of the first.',
      items: {
        type: 'object',
        required: [
          'productId',
          'productImageUrl',
          'productCategory',
          'categorySource',
          'size',
          'fitScore',
          'fit',
          'advice',
        ],
        additionalProperties: false,
        properties: {
          productId: { type: ['string', 'null'] },
          productImageUrl: { type: ['string', 'null'] },
          productCategory: { type: ['string', 'null'], enum: [...PRODUCT_CATEGORIES, null] },
          categorySource: { type: ['string', 'null'], enum: ['client', 'detected', null] },
          size: { type: ['string', 'null'] },
          fitScore: { type: ['integer', 'null'], minimum: 0, maximum: 100 },
          fit: { anyOf: [fitSchema, { type: 'null' }] },
          advice: { type: 'array', items: adviceSchema },
        },
      },
    },
  },
} as const satisfies JSONSchema;

/** A try-on as the API shows it (docs/contract.md §7). */
export const tryOnSchema = {
  title: 'TryOn',
  type: 'object',
  required: [
    'id',
    'status',
    'resultImageUrl',
    'fitScore',
    'recommendations',
    'sessionId',
    'productId',
    'productCategory',
    'categorySource',
    'progress',
    'stage',
    'queuePosition',
    'fit',
    'advice',
    'warnings',
    'image',
    'timings',
    'stages',
    'requestId',
    'apiKeyId',
    'cached',
    'quality',
    'invented',
    'attempts',
    'createdAt',
    'startedAt',
    'completedAt',
    'expiresAt',
    'metadata',
    'error',
    'livemode',
    'productImageUrl',
    'size',
    'fitPreference',
    'department',
    'outputFormat',
    'retentionSeconds',
    'minQuality',
    'consent',
    'deadlineAt',
    'batchId',
    'look',
  ],
  additionalProperties: false,
  properties: {
    livemode,
    id: { type: 'string', examples: ['try_01JZ0000000000000000000000'] },
    status: { type: 'string', enum: TRYON_STATUSES },
    resultImageUrl: { type: ['string', 'null'], description: 'Signed, good for 24 hours; ask again for a fresh one.' },
    fitScore: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: 100,
      description: 'Of the size that was asked for, else of the best one; see fit. null until completed.',
    },
    recommendations: {
      type: 'array',
      items: { type: 'string' },
      description: 'The texts of advice for the shopper: 1–6 sentences of a completed try-on.',
    },
    sessionId: { type: 'string' },
    batchId: { type: ['string', 'null'], description: 'Of the request that made it with others; null without one.' },
    productId: { type: ['string', 'null'] },
    productCategory: { type: ['string', 'null'], enum: [...PRODUCT_CATEGORIES, null] },
    categorySource: { type: ['string', 'null'], enum: ['client', 'detected', null] },
    progress: share,
    stage: { type: ['string', 'null'], enum: [...STAGES, null] },
    queuePosition: { type: ['integer', 'null'], minimum: 0 },
    fit: { anyOf: [fitSchema, { type: 'null' }] },
    advice: { type: 'array', items: adviceSchema },
    look: {
      anyOf: [lookSchema, { type: 'null' }],
      description: 'Of a try-on of several products; null for a single one.',
    },
    quality: {
      anyOf: [qualitySchema, { type: 'null' }],
      description: 'Of a finished picture, also of one that was not good enough to be given back.',
    },
    invented: {
      anyOf: [inventedSchema, { type: 'null' }],
      description:
        'Shares of the photo that were painted anew: skin that no photo showed, and ground behind old clothes.',
    },
    warnings: { type: 'array', items: warningSchema },
    image: {
      type: ['object', 'null'],
      required: ['width', 'height', 'format', 'bytes', 'sha256'],
      additionalProperties: false,
      properties: {
        width: { type: 'integer', minimum: 1 },
        height: { type: 'integer', minimum: 1 },
        format: { type: 'string', enum: OUTPUT_FORMATS },
        bytes: { type: 'integer', minimum: 1 },
        sha256: { type: 'string' },
      },
    },
    timings: {
      type: ['object', 'null'],
      required: ['queueMs', 'renderMs', 'totalMs'],
      additionalProperties: false,
      properties: {
        queueMs: { type: ['integer', 'null'], minimum: 0 },
        renderMs: { type: ['integer', 'null'], minimum: 0 },
        totalMs: { type: ['integer', 'null'], minimum: 0 },
      },
    },
    ...origin,
    cached: { type: 'boolean' },
    attempts: { type: 'integer', minimum: 0 },
    createdAt: timestamp,
    startedAt: timestampOrNull,
    completedAt: timestampOrNull,
    expiresAt: timestampOrNull,
    metadata: { type: 'object', additionalProperties: { type: 'string' } },
    ...inputs,
    deadlineAt: {
      ...timestamp,
      description: 'Ended by then or expired: Cancel-After after createdAt, 120 seconds where that was not sent.',
    },
    error: { anyOf: [errorSchema, { type: 'null' }] },
  },
} as const satisfies JSONSchema;

/** A try-on as the API shows it. */
export type TryOnRecord = FromSchema<typeof tryOnSchema>;
