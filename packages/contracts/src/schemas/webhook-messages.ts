import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { FAILURE_CODES } from '../errors';
import { PRODUCT_CATEGORIES } from '../product-category';
import { livemode } from './livemode';
import { qualitySchema } from './quality';

/** The events that an account can subscribe to. */
export const WEBHOOK_EVENTS = [
  'tryon.completed',
  'tryon.failed',
  'tryon.canceled',
  'tryon.expired',
  'session.deleted',
  'product.analyzed',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Stands for all of them, and for those to come. */
export const EVERY_EVENT = '*';
/** What a webhook may listen to. */
export const LISTENED_EVENTS = [...WEBHOOK_EVENTS, EVERY_EVENT] as const;
export type ListenedEvent = (typeof LISTENED_EVENTS)[number];

/** Sent when a client asks for it, to one webhook, whatever that listens to. */
export const PING = 'ping';
/** The possible contents of a message. */
export const DELIVERED_EVENTS = [...WEBHOOK_EVENTS, PING] as const;
export type DeliveredEvent = (typeof DELIVERED_EVENTS)[number];

const timestamp = { type: 'string', format: 'date-time' } as const;

const TRY_ON_REQUIRED = [
  'id',
  'status',
  'sessionId',
  'productId',
  'productCategory',
  'fitScore',
  'recommendations',
  'quality',
  'metadata',
  'errorCode',
  'createdAt',
  'completedAt',
] as const;

const tryOnProperties = {
  id: { type: 'string' },
  sessionId: { type: 'string' },
  productId: { type: ['string', 'null'] },
  productCategory: { type: ['string', 'null'], enum: [...PRODUCT_CATEGORIES, null] },
  fitScore: { type: ['integer', 'null'], minimum: 0, maximum: 100 },
  recommendations: { type: 'array', items: { type: 'string' }, description: 'For the shopper, in English.' },
  quality: {
    anyOf: [qualitySchema, { type: 'null' }],
    description: 'Of a finished picture, also of one that was not good enough to be given back.',
  },
  metadata: { type: 'object', additionalProperties: { type: 'string' } },
  createdAt: timestamp,
  completedAt: timestamp,
} as const;

const noError = { type: 'null' } as const;

function endedTryOn<const S extends string, const E extends JSONSchema>(status: S, errorCode: E) {
  return {
    type: 'object',
    required: TRY_ON_REQUIRED,
    additionalProperties: false,
    properties: { ...tryOnProperties, status: { type: 'string', const: status }, errorCode },
  } as const;
}

const completedTryOn = {
  type: 'object',
  required: [...TRY_ON_REQUIRED, 'resultImageUrl', 'resultImageUrlExpiresAt'],
  additionalProperties: false,
  properties: {
    ...tryOnProperties,
    status: { type: 'string', const: 'completed' },
    errorCode: noError,
    resultImageUrl: {
      type: ['string', 'null'],
      description:
        'Signed when this attempt is sent, as `GET /v1/tryon/{id}` signs it: good for 24 hours, and never beyond the picture’s retention. null: the retention is over.',
    },
    resultImageUrlExpiresAt: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'Until when the URL leads to the picture.',
    },
  },
} as const;

const deletedSession = {
  type: 'object',
  required: ['id', 'deletedAt'],
  additionalProperties: false,
  properties: { id: { type: 'string' }, deletedAt: timestamp },
} as const;

const analyzedProduct = {
  type: 'object',
  required: ['id', 'externalId', 'status', 'category'],
  additionalProperties: false,
  properties: {
    id: { type: 'string' },
    externalId: { type: ['string', 'null'] },
    status: { type: 'string', const: 'ready' },
    category: { type: ['string', 'null'], enum: [...PRODUCT_CATEGORIES, null] },
  },
} as const;

const pingedWebhook = {
  type: 'object',
  required: ['id'],
  additionalProperties: false,
  properties: { id: { type: 'string', description: 'The webhook that was pinged.' } },
} as const;

function message<const T extends string, const E extends DeliveredEvent, const D extends JSONSchema>(
  title: T,
  type: E,
  data: D,
) {
  return {
    title,
    type: 'object',
    required: ['type', 'timestamp', 'livemode', 'data'],
    additionalProperties: false,
    properties: {
      type: { type: 'string', const: type },
      timestamp: { ...timestamp, description: 'When it happened.' },
      livemode,
      data,
    },
  } as const;
}

/** The body of each message that is sent, by its event, and when it is. */
export const WEBHOOK_MESSAGES = {
  'tryon.completed': {
    summary: 'A try-on is completed',
    schema: message('TryOnCompletedMessage', 'tryon.completed', completedTryOn),
  },
  'tryon.failed': {
    summary: 'A try-on has failed',
    schema: message(
      'TryOnFailedMessage',
      'tryon.failed',
      endedTryOn('failed', { type: 'string', enum: FAILURE_CODES }),
    ),
  },
  'tryon.canceled': {
    summary: 'A try-on was canceled by the client',
    schema: message('TryOnCanceledMessage', 'tryon.canceled', endedTryOn('canceled', noError)),
  },
  'tryon.expired': {
    summary: 'A try-on was not finished by its deadline',
    schema: message(
      'TryOnExpiredMessage',
      'tryon.expired',
      endedTryOn('expired', { type: 'string', const: 'deadline_exceeded' }),
    ),
  },
  'session.deleted': {
    summary: 'A session was erased, with all that belonged to it',
    schema: message('SessionDeletedMessage', 'session.deleted', deletedSession),
  },
  'product.analyzed': {
    summary: 'The analysis of a product is ready',
    schema: message('ProductAnalyzedMessage', 'product.analyzed', analyzedProduct),
  },
  ping: {
    summary: 'The webhook was pinged by `POST /v1/webhooks/{id}/ping`',
    schema: message('PingMessage', 'ping', pingedWebhook),
  },
} as const satisfies Readonly<Record<DeliveredEvent, { readonly summary: string; readonly schema: JSONSchema }>>;

/** A message of any event. */
export const webhookMessageSchema = {
  title: 'WebhookMessage',
  anyOf: DELIVERED_EVENTS.map((event) => WEBHOOK_MESSAGES[event].schema),
} as const;

type Messages = typeof WEBHOOK_MESSAGES;
/** The body of a message as it is sent. */
export type WebhookMessage = { [E in DeliveredEvent]: FromSchema<Messages[E]['schema']> }[DeliveredEvent];
