import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { TRYON_STATUSES } from '../tryon-status';
import { livemode } from './livemode';

const timestamp = { type: 'string', format: 'date-time' } as const;
const count = { type: 'integer', minimum: 0 } as const;

/** A session as the API shows it (docs/contract.md §8). */
export const sessionSchema = {
  title: 'Session',
  type: 'object',
  required: [
    ...['id', 'clientSupplied', 'createdAt', 'updatedAt', 'tryOnCount', 'statusCounts', 'lastTryOn', 'products'],
    ...['measurementsId', 'expiresAt', 'livemode'],
  ],
  additionalProperties: false,
  properties: {
    id: { type: 'string' },
    livemode,
    clientSupplied: { type: 'boolean' },
    createdAt: timestamp,
    updatedAt: timestamp,
    tryOnCount: count,
    statusCounts: {
      type: 'object',
      required: TRYON_STATUSES,
      additionalProperties: false,
      properties: {
        ...{ queued: count, processing: count, completed: count, failed: count, canceled: count, expired: count },
      },
    },
    lastTryOn: {
      type: ['object', 'null'],
      required: ['id', 'status', 'productId', 'createdAt'],
      additionalProperties: false,
      properties: {
        id: { type: 'string' },
        status: { type: 'string', enum: TRYON_STATUSES },
        productId: { type: ['string', 'null'] },
        createdAt: timestamp,
      },
    },
    products: {
      type: 'array',
      items: { type: 'string' },
      description: 'Ids of the products that were tried on, latest first; at most 50.',
    },
    measurementsId: { type: ['string', 'null'] },
    expiresAt: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When its records go, unless it is used again.',
    },
  },
} as const satisfies JSONSchema;
export type SessionRecord = FromSchema<typeof sessionSchema>;

/** What DELETE /v1/sessions/{id} answers. */
export const deletionReceiptSchema = {
  title: 'DeletionReceipt',
  type: 'object',
  required: ['id', 'livemode', 'deletedAt', 'erased', 'receipt'],
  additionalProperties: false,
  properties: {
    id: { type: 'string' },
    livemode,
    deletedAt: timestamp,
    erased: {
      type: 'object',
      required: ['tryOns', 'photos', 'results', 'measurements', 'uploads'],
      additionalProperties: false,
      properties: {
        tryOns: count,
        photos: count,
        results: count,
        measurements: count,
        uploads: { ...count, description: 'Those that were not used up.' },
      },
    },
    receipt: {
      type: 'string',
      description: 'The same as a JWS (EdDSA), to be checked with the keys of /.well-known/jwks.json.',
    },
  },
} as const satisfies JSONSchema;
export type DeletionReceipt = FromSchema<typeof deletionReceiptSchema>;
