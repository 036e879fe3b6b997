import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { FAILURE_CODES } from '../errors';
import { PRODUCT_CATEGORIES } from '../product-category';
import { createTryOnSchema } from './create-tryon';
import { BODY_PARTS, warningSchema } from './tryon';

/** Body of POST /v1/photos/check. The photo is validated in code, as that of a try-on is. */
export const checkPhotoSchema = {
  title: 'CheckPhoto',
  type: 'object',
  description: 'A photo that a try-on is to be made with.',
  required: ['userPhoto'],
  additionalProperties: false,
  properties: {
    userPhoto: createTryOnSchema.properties.userPhoto,
    productCategory: {
      type: 'string',
      enum: PRODUCT_CATEGORIES,
      description: 'What is to be tried on; without it the photo is judged for all categories.',
    },
  },
} as const satisfies JSONSchema;
export type CheckPhotoBody = FromSchema<typeof checkPhotoSchema>;

const sentence = { type: 'string' } as const;

const problemSchema = {
  title: 'PhotoProblem',
  type: 'object',
  required: ['code', 'message', 'needed', 'productCategories'],
  additionalProperties: false,
  properties: {
    code: { type: 'string', enum: FAILURE_CODES, description: 'With which a try-on would fail.' },
    message: sentence,
    needed: {
      type: 'array',
      items: { type: 'string', enum: BODY_PARTS },
      description: 'What the photo has to show; with body_not_visible.',
    },
    productCategories: {
      type: 'array',
      items: { type: 'string', enum: PRODUCT_CATEGORIES },
      description: 'What cannot be tried on because of it.',
    },
  },
} as const satisfies JSONSchema;
export type PhotoProblem = FromSchema<typeof problemSchema>;

/** A remark on a photo that concerns some categories only names them. */
const photoWarningSchema = {
  ...warningSchema,
  properties: {
    ...warningSchema.properties,
    productCategories: {
      type: 'array',
      items: { type: 'string', enum: PRODUCT_CATEGORIES },
      description: 'What it concerns; absent where it concerns everything. With garment_cut_off.',
    },
  },
} as const satisfies JSONSchema;
export type PhotoWarning = FromSchema<typeof photoWarningSchema>;

const warningsSchema = {
  type: 'array',
  items: photoWarningSchema,
} as const;

const sizeSchema = {
  type: ['object', 'null'],
  required: ['width', 'height'],
  additionalProperties: false,
  properties: { width: { type: 'integer', minimum: 1 }, height: { type: 'integer', minimum: 1 } },
  description: 'As it is looked at, upright; null where it could not be read.',
} as const;

/** What a worker found out about a photo; passed to the gateway that waits for it and forgotten. */
export const photoFindingsSchema = {
  type: 'object',
  required: ['status', 'problems', 'warnings', 'photo'],
  additionalProperties: false,
  properties: {
    status: { type: 'string', enum: ['checked', 'unchecked'] },
    problems: { type: 'array', items: problemSchema },
    warnings: warningsSchema,
    photo: sizeSchema,
  },
} as const satisfies JSONSchema;
export type PhotoFindings = FromSchema<typeof photoFindingsSchema>;

/** What POST /v1/photos/check answers. */
export const photoCheckSchema = {
  title: 'PhotoCheck',
  type: 'object',
  required: ['status', 'usable', 'usableFor', 'problems', 'warnings', 'photo'],
  additionalProperties: false,
  properties: {
    status: {
      type: 'string',
      enum: ['checked', 'unchecked'],
      description: 'unchecked: the time was over before it was looked at; nothing is known.',
    },
    usable: {
      type: ['boolean', 'null'],
      description:
        'Whether a try-on of productCategory, or of any category, can be made with it; null while unchecked.',
    },
    usableFor: {
      type: 'array',
      items: { type: 'string', enum: PRODUCT_CATEGORIES },
      description: 'What can be tried on with it.',
    },
    problems: { type: 'array', items: problemSchema },
    warnings: { ...warningsSchema, description: 'What makes the picture worse, but no try-on fail.' },
    photo: sizeSchema,
  },
} as const satisfies JSONSchema;
export type PhotoCheck = FromSchema<typeof photoCheckSchema>;
