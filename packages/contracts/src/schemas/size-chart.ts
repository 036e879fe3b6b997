import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { MEASUREMENT_UNITS } from './measurements';

export const SIZE_CHART_KINDS = ['body', 'garment'] as const;
/** Dimensions that a merchant's chart can give. */
export const SIZE_CHART_ZONES = ['chest', 'waist', 'hips', 'inseam'] as const;
export const SIZE_CHART_ROWS_MAX = 60;

const extent = (description: string) =>
  ({
    type: ['number', 'array'],
    items: { type: 'number', exclusiveMinimum: 0 },
    minItems: 2,
    maxItems: 2,
    exclusiveMinimum: 0,
    description: `${description}: a number, or [from, to].`,
  }) as const;

const rows = {
  type: 'array',
  minItems: 1,
  maxItems: SIZE_CHART_ROWS_MAX,
  items: {
    type: 'object',
    required: ['size'],
    additionalProperties: false,
    properties: {
      size: { type: 'string', minLength: 1, maxLength: 40, description: 'As the shop names it: M, 48, W32/L34.' },
      chest: extent('Girth of the chest or bust'),
      waist: extent('Girth of the waist'),
      hips: extent('Girth of the hips'),
      inseam: extent('Inside leg'),
    },
  },
  description: 'One a size, smallest first; each with at least one dimension.',
} as const;

/** A merchant's size chart: body of PUT /v1/products/{id}/size-chart. Extents are checked in code: they depend on the unit. */
export const sizeChartInputSchema = {
  title: 'SizeChartInput',
  type: 'object',
  description: 'Sizes and the girths that belong to them, smallest size first.',
  required: ['rows'],
  additionalProperties: false,
  properties: {
    source: { type: 'string', enum: ['merchant'], description: 'As a record shows it; says nothing new.' },
    kind: {
      type: 'string',
      enum: SIZE_CHART_KINDS,
      description:
        'body (where missing): the bodies that a size is made for. garment: the garment itself, whole girths and not flat widths; its ease is taken off.',
    },
    unit: { type: 'string', enum: MEASUREMENT_UNITS, description: 'cm where missing.' },
    rows,
  },
} as const satisfies JSONSchema;
export type SizeChartInput = FromSchema<typeof sizeChartInputSchema>;

/** The chart of a product as the API shows it (docs/contract.md §10). */
export const sizeChartSchema = {
  title: 'SizeChart',
  type: 'object',
  required: ['source', 'kind', 'unit', 'rows'],
  additionalProperties: false,
  properties: {
    source: {
      type: 'string',
      enum: ['merchant', 'standard', 'none'],
      description: "standard: the product has no chart of its own; fits go by EN 13402-3 for the shopper's department.",
    },
    kind: { type: 'string', enum: SIZE_CHART_KINDS },
    unit: { type: 'string', enum: MEASUREMENT_UNITS },
    rows: { type: 'array', items: rows.items },
  },
} as const satisfies JSONSchema;

export type SizeExtent = number | readonly [number, number];
/** A chart as a merchant sent it, defaults filled in. */
export interface MerchantChart {
  readonly kind: (typeof SIZE_CHART_KINDS)[number];
  readonly unit: (typeof MEASUREMENT_UNITS)[number];
  readonly rows: readonly MerchantRow[];
}
export interface MerchantRow {
  readonly size: string;
  readonly chest?: SizeExtent;
  readonly waist?: SizeExtent;
  readonly hips?: SizeExtent;
  readonly inseam?: SizeExtent;
}
