import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { ERROR_CODES, ERROR_TYPES } from '../errors';
import { PRODUCT_CATEGORIES } from '../product-category';
import { STAGES } from '../stages';
import { TRYON_STATUSES } from '../tryon-status';
import { ABOUT, WARNING_ABOUT } from '../warnings';
import { DEPARTMENTS, FIT_PREFERENCES, OUTPUT_FORMATS } from './create-tryon';
import { livemode } from './livemode';

const timestamp = { type: 'string', format: 'date-time' } as const;
const timestampOrNull = { type: ['string', 'null'], format: 'date-time' } as const;
const share = { type: 'number', minimum: 0, maximum: 1 } as const;

const sizes = {
  type: ['object', 'null'],
  required: ['recommended', 'window', 'nearest', 'outsideChart', 'alternatives', 'chart'],
  additionalProperties: false,
  description: 'What the measurements say about the sizes of the chart; null without measurements.',
  properties: {
    recommended: {
      type: ['string', 'null'],
      description:
        'One size, by measurements of the body; null by height and weight alone, and where no size suits (its score would be below 0.5).',
    },
    window: {
      type: 'array',
      items: { type: 'string' },
      description: 'Sizes that come into question, smallest first; empty where none suits.',
    },
    nearest: {
      type: ['string', 'null'],
      description: 'Where no size suits: the one that comes nearest all the same. Not a recommendation.',
    },
    outsideChart: {
      type: 'boolean',
      description: 'A measurement that counts for the garment lies below the smallest size or above the largest.',
    },
    alternatives: {
      type: 'array',
      items: {
        type: 'object',
        required: ['size', 'score'],
        additionalProperties: false,
        properties: { size: { type: 'string' }, score: share },
      },
      description: 'The next best sizes, with their S.',
    },
    chart: { type: 'string', description: "`product`: the product's own chart; else the standard one, by name." },
  },
} as const;

/** How a fit score came about; a client can recompute it from basis and components. */
export const fitSchema = {
  title: 'Fit',
  type: 'object',
  required: ['basis', 'confidence', 'formulaVersion', 'components', 'sizeScore', 'sizeKnown', 'size', 'zones'],
  additionalProperties: false,
  properties: {
    basis: {
      type: 'string',
      enum: ['measured_product_chart', 'measured_standard_chart', 'estimated', 'visual'],
      description:
        'What the score rests on: measurements and the chart of the product; measurements and EN 13402-3; height and weight alone; the picture alone. It sets the mix of the components and the cap: 100, 90, 80, 70.',
    },
    confidence: { type: 'string', enum: ['low', 'medium', 'high'] },
    formulaVersion: { type: 'string', examples: ['fit-2'] },
    components: {
      type: 'object',
      required: ['visual', 'size'],
      additionalProperties: false,
      properties: {
        visual: { ...share, description: 'V: the probability that a person would show the picture.' },
        size: {
          type: ['number', 'null'],
          minimum: 0,
          maximum: 1,
          description:
            'S that entered the score: of the size that was asked for where the chart has it, else of the best size.',
        },
      },
    },
    sizeScore: {
      type: ['number', 'null'],
      minimum: 0,
      maximum: 1,
      description: 'S of the size that was asked for; null where none was, and where it could not be judged.',
    },
    sizeKnown: {
      type: ['boolean', 'null'],
      description:
        'Whether the chart has the size that was asked for, by any of its usual names; null where none was asked for.',
    },
    size: sizes,
    zones: {
      type: 'array',
      description: 'How the size sits where it was measured: the size that was asked for, else the best one.',
      items: {
        type: 'object',
        required: ['zone', 'bodyCm', 'verdict', 'deltaCm', 'source'],
        additionalProperties: false,
        properties: {
          zone: { type: 'string' },
          bodyCm: { type: 'number' },
          verdict: { type: 'string', enum: ['too_tight', 'tight', 'just_right', 'loose', 'too_loose'] },
          deltaCm: { type: 'number', description: "How far the body lies above (+) or below (−) the size's range." },
          source: { type: 'string', enum: ['measured', 'estimated'] },
        },
      },
    },
  },
} as const satisfies JSONSchema;
export type Fit = FromSchema<typeof fitSchema>;

/** Whom a sentence is for. */
export const ADVICE_AUDIENCES = ['shopper', 'merchant'] as const;

export const adviceSchema = {
  title: 'Advice',
  type: 'object',
  required: ['code', 'about', 'params', 'text'],
  additionalProperties: false,
  properties: {
    code: { type: 'string' },
    about: {
      type: 'string',
      enum: ADVICE_AUDIENCES,
      description: 'shopper: of the photo or the size, for the page. merchant: of the product, for the shop.',
    },
    params: {
      type: 'object',
      additionalProperties: { type: ['string', 'number', 'array'], items: { type: 'string' } },
    },
    text: { type: 'string' },
  },
} as const satisfies JSONSchema;
export type Advice = FromSchema<typeof adviceSchema>;

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

/** Something that makes a picture worse, and whose it is to mend: the shopper's photo or the merchant's product picture. */
export const reasonSchema = {
  type: 'object',
  required: ['code', 'message', 'about'],
  additionalProperties: false,
  properties: { code: { type: 'string' }, message: { type: 'string' }, about: { type: 'string', enum: ABOUT } },
} as const;

/** The same of a warning, which may speak of sizes too. */
export const warningSchema = {
  ...reasonSchema,
  properties: { ...reasonSchema.properties, about: { type: 'string', enum: WARNING_ABOUT } },
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

/** What a failed try-on says beside its code and sentence, by the names of the error object. */
export type FailureFields = Readonly<Pick<ErrorBody, 'needed' | 'detected' | 'confidence' | 'candidates' | 'reasons'>>;

/** What a try-on was asked with, defaults filled in. */
const inputs = {
  productImageUrl: { type: 'string', description: 'As sent.' },
  size: { type: ['string', 'null'], description: 'As sent.' },
  fitPreference: { type: ['string', 'null'], enum: [...FIT_PREFERENCES, null], description: 'As sent.' },
  department: {
    type: ['string', 'null'],
    enum: [...DEPARTMENTS, null],
    description: "As sent; where it is null, the session's measurements may tell one.",
  },
  outputFormat: { type: 'string', enum: OUTPUT_FORMATS },
  retentionSeconds: { type: 'integer', minimum: 0, description: 'How long the result is kept after the end.' },
  consent: {
    type: ['object', 'null'],
    required: ['given', 'policyVersion'],
    additionalProperties: false,
    properties: { given: { type: 'boolean' }, policyVersion: { type: ['string', 'null'] } },
    description: 'What the person agreed to, as sent.',
  },
} as const;

/** A try-on as the API shows it (api.md §7). */
export const tryOnSchema = {
  title: 'TryOn',
  type: 'object',
  required: [
    ...['id', 'status', 'resultImageUrl', 'fitScore', 'recommendations', 'sessionId', 'productId', 'productCategory'],
    ...[
      'categorySource',
      'progress',
      'stage',
      'queuePosition',
      'fit',
      'advice',
      'warnings',
      'image',
      'timings',
      'cached',
    ],
    ...['attempts', 'createdAt', 'startedAt', 'completedAt', 'expiresAt', 'metadata', 'error', 'livemode'],
    ...['productImageUrl', 'size', 'fitPreference', 'department', 'outputFormat', 'retentionSeconds', 'consent'],
    'deadlineAt',
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
    productId: { type: ['string', 'null'] },
    productCategory: { type: ['string', 'null'], enum: [...PRODUCT_CATEGORIES, null] },
    categorySource: { type: ['string', 'null'], enum: ['client', 'detected', null] },
    progress: share,
    stage: { type: ['string', 'null'], enum: [...STAGES, null] },
    queuePosition: { type: ['integer', 'null'], minimum: 0 },
    fit: { anyOf: [fitSchema, { type: 'null' }] },
    advice: { type: 'array', items: adviceSchema },
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
