import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { QUALITY_LEVELS } from '../quality-level';
import { ABOUT } from '../warnings';

const share = { type: 'number', minimum: 0, maximum: 1 } as const;

/** Something that makes a picture worse, and whether the cause is the shopper's photo or the merchant's product picture. */
export const reasonSchema = {
  type: 'object',
  required: ['code', 'message', 'about'],
  additionalProperties: false,
  properties: { code: { type: 'string' }, message: { type: 'string' }, about: { type: 'string', enum: ABOUT } },
} as const satisfies JSONSchema;

/** How likely it is that a person would show the picture. */
export const qualitySchema = {
  title: 'Quality',
  type: 'object',
  required: ['level', 'score', 'reasons'],
  additionalProperties: false,
  properties: {
    level: { type: 'string', enum: QUALITY_LEVELS },
    score: {
      type: 'integer',
      minimum: 0,
      maximum: 100,
      description: 'The calibrated probability, in percent, that a person would show the picture.',
    },
    reasons: {
      type: 'array',
      maxItems: 3,
      items: reasonSchema,
      description: 'What pulls the score down most, first; none of a good picture.',
    },
  },
} as const satisfies JSONSchema;
export type Quality = FromSchema<typeof qualitySchema>;

/** How much of the picture nobody saw. */
export const inventedSchema = {
  title: 'Invented',
  type: 'object',
  required: ['skinShare', 'backgroundShare'],
  additionalProperties: false,
  properties: { skinShare: share, backgroundShare: share },
} as const satisfies JSONSchema;
export type Invented = FromSchema<typeof inventedSchema>;
