import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { clientName } from './client-name';
import { livemode } from './livemode';

export const MEASUREMENT_UNITS = ['cm', 'in'] as const;
export const WEIGHT_UNITS = ['kg', 'lb'] as const;

const positive = (description: string) => ({ type: 'number', exclusiveMinimum: 0, description }) as const;
const fields = {
  height: positive('Body height.'),
  weight: positive('Body weight, in weightUnit.'),
  chest: positive('Girth around the fullest part of the chest or bust.'),
  waist: positive('Girth of the natural waist.'),
  hips: positive('Girth around the fullest part of the hips.'),
  inseam: positive('Inside leg, crotch to floor.'),
} as const;

/** Body of POST /v1/measurements. Bounds depend on the unit, so they are checked in code (@drape/fit). */
export const createMeasurementsSchema = {
  title: 'CreateMeasurements',
  type: 'object',
  description: 'Body measurements; at least one.',
  additionalProperties: false,
  properties: {
    ...fields,
    unit: { type: 'string', enum: MEASUREMENT_UNITS, description: 'Of all lengths; cm where missing.' },
    weightUnit: { type: 'string', enum: WEIGHT_UNITS, description: 'kg with cm, lb with in, where missing.' },
    sessionId: { ...clientName, description: 'The session whose fits these measurements drive; made where missing.' },
    department: { type: 'string', enum: ['women', 'men', 'unisex'] },
  },
} as const satisfies JSONSchema;
export type CreateMeasurementsBody = FromSchema<typeof createMeasurementsSchema>;

const number = { type: 'number' } as const;
const numbers = {
  type: 'object',
  additionalProperties: false,
  properties: { height: number, weight: number, chest: number, waist: number, hips: number, inseam: number },
} as const;
const estimate = {
  type: 'object',
  required: ['value', 'low', 'high', 'method'],
  additionalProperties: false,
  properties: {
    value: { type: 'number' },
    low: { type: 'number' },
    high: { type: 'number' },
    method: { type: 'string' },
  },
} as const;
const window = {
  type: 'object',
  required: ['window', 'nearest', 'outsideChart'],
  additionalProperties: false,
  properties: {
    window: {
      type: 'array',
      items: { type: 'string' },
      description:
        'Sizes that come into question, smallest first; empty where the chest is not known and where none suits.',
    },
    nearest: {
      type: ['string', 'null'],
      description: 'Where no size suits: the one that comes nearest all the same. Not a recommendation.',
    },
    outsideChart: {
      type: 'boolean',
      description: 'The chest lies below the smallest size or above the largest.',
    },
  },
} as const;

/** A warning of measurements; `<field>` is one of the six. */
const warning = {
  type: 'object',
  required: ['code', 'message', 'param', 'params'],
  additionalProperties: false,
  properties: {
    code: {
      type: 'string',
      description: [
        '`<field>_unit_likely_<unit>` (weight_unit_likely_lb, waist_unit_likely_in): the number is unlikely, and likely in that unit; params value, unit, otherUnit, otherNormalized.',
        '`<field>_unit_unclear`: both units are possible, ask the shopper; the same params.',
        '`measurement_unusual`: the value does not go with the others, in whatever unit; params normalized, from, to.',
        '`outside_chart`: no standard size is made for the value; params zone, bodyCm, chartMin, chartMax.',
      ].join(' '),
      examples: ['weight_unit_likely_lb'],
    },
    message: { type: 'string' },
    param: { type: 'string', enum: ['height', 'weight', 'chest', 'waist', 'hips', 'inseam'] },
    params: {
      type: 'object',
      additionalProperties: { type: ['string', 'number'] },
      description: 'What the message says, for programs; lengths in cm, weights in kg, but value, which is as sent.',
    },
  },
} as const;
const names = {
  type: 'array',
  items: { type: 'string', enum: ['height', 'weight', 'chest', 'waist', 'hips', 'inseam'] },
} as const;

/** Measurements as the API shows them (docs/contract.md §9). */
export const measurementsSchema = {
  title: 'Measurements',
  type: 'object',
  required: [
    ...['id', 'sessionId', 'department', 'measurements', 'unit', 'weightUnit', 'normalized', 'estimated', 'sizes'],
    ...['completeness', 'missing', 'warnings', 'createdAt', 'livemode'],
  ],
  additionalProperties: false,
  properties: {
    livemode,
    id: { type: 'string', examples: ['mea_01JZ0000000000000000000000'] },
    sessionId: { type: 'string' },
    department: { type: ['string', 'null'], enum: ['women', 'men', 'unisex', null] },
    measurements: { ...numbers, description: 'As sent.' },
    unit: { type: 'string', enum: MEASUREMENT_UNITS },
    weightUnit: { type: 'string', enum: WEIGHT_UNITS },
    normalized: { ...numbers, description: "Centimetres and kilograms, the session's earlier submissions included." },
    estimated: {
      type: 'object',
      additionalProperties: false,
      properties: { chest: estimate, waist: estimate, hips: estimate, inseam: estimate },
      description: 'What height and weight say about the rest, with one standard deviation to each side.',
    },
    sizes: {
      type: 'object',
      required: ['chart', 'women', 'men'],
      additionalProperties: false,
      properties: { chart: { type: 'string' }, women: window, men: window },
      description: 'Letter sizes of tops that come into question, by the chest and EN 13402-3.',
    },
    completeness: { type: 'number', minimum: 0, maximum: 1 },
    missing: names,
    warnings: {
      type: 'array',
      items: warning,
      description: 'What should be looked at, units first; nothing is refused for it, and nothing changed.',
    },
    createdAt: { type: 'string', format: 'date-time' },
  },
} as const;
