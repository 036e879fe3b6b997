import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { clientName } from './client-name';

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

/** Body of POST /v1/measurements. Bounds depend on the unit, so that they are checked by hand (@drape/fit). */
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
  required: ['window'],
  additionalProperties: false,
  properties: { window: { type: 'array', items: { type: 'string' } } },
} as const;
const names = {
  type: 'array',
  items: { type: 'string', enum: ['height', 'weight', 'chest', 'waist', 'hips', 'inseam'] },
} as const;

/** Measurements as the API shows them (api.md §9). */
export const measurementsSchema = {
  title: 'Measurements',
  type: 'object',
  required: [
    ...['id', 'sessionId', 'department', 'measurements', 'unit', 'weightUnit', 'normalized', 'estimated', 'sizes'],
    ...['completeness', 'missing', 'warnings', 'createdAt'],
  ],
  additionalProperties: false,
  properties: {
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
      description: 'Letter sizes of tops that come into question, by EN 13402-3.',
    },
    completeness: { type: 'number', minimum: 0, maximum: 1 },
    missing: names,
    warnings: {
      type: 'array',
      items: {
        type: 'object',
        required: ['code', 'message'],
        additionalProperties: false,
        properties: { code: { type: 'string' }, message: { type: 'string' }, param: { type: 'string' } },
      },
    },
    createdAt: { type: 'string', format: 'date-time' },
  },
} as const;
