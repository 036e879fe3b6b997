import type { FromSchema, JSONSchema } from 'json-schema-to-ts';

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
