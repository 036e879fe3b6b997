import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { livemode } from './livemode';
import { DELIVERED_EVENTS, LISTENED_EVENTS } from './webhook-messages';

/** The state of a delivery. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const timestamp = { type: 'string', format: 'date-time' } as const;
const timestampOrNull = { type: ['string', 'null'], format: 'date-time' } as const;

const endpointProperties = {
  livemode,
  id: { type: 'string' },
  url: { type: 'string' },
  events: {
    type: 'array',
    items: { type: 'string', enum: LISTENED_EVENTS },
    description: '`*`: all events, those that are added later too.',
  },
  enabled: { type: 'boolean', description: 'false: nothing is sent but pings, and no event is put on record.' },
  description: { type: ['string', 'null'] },
  createdAt: timestamp,
  updatedAt: timestamp,
  previousSecretExpiresAt: {
    ...timestampOrNull,
    description: 'Until when the secret before the last rotation signs, too.',
  },
} as const;
const ENDPOINT_REQUIRED = [
  'id',
  'url',
  'events',
  'enabled',
  'description',
  'createdAt',
  'updatedAt',
  'previousSecretExpiresAt',
  'livemode',
] as const;

/** A receiver of events as the API shows it (docs/contract.md §12). */
export const webhookSchema = {
  title: 'Webhook',
  type: 'object',
  required: ENDPOINT_REQUIRED,
  additionalProperties: false,
  properties: endpointProperties,
} as const satisfies JSONSchema;
export type WebhookRecord = FromSchema<typeof webhookSchema>;

/** The same with its secret, which is shown when it is made and never again. */
export const webhookWithSecretSchema = {
  title: 'WebhookWithSecret',
  type: 'object',
  required: [...ENDPOINT_REQUIRED, 'secret'],
  additionalProperties: false,
  properties: {
    ...endpointProperties,
    secret: { type: 'string', description: 'Checks signatures (Standard Webhooks); keep it, it is shown only now.' },
  },
} as const satisfies JSONSchema;

const settings = {
  url: {
    type: 'string',
    maxLength: 2048,
    description: 'Where events are sent by POST: https on port 443, a public address, no credentials in the URL.',
    examples: ['https://shop.example/drape-events'],
  },
  events: {
    type: 'array',
    minItems: 1,
    maxItems: LISTENED_EVENTS.length,
    uniqueItems: true,
    items: { type: 'string', enum: LISTENED_EVENTS },
    description: '`*`: all events, those that are added later too.',
  },
  enabled: {
    type: 'boolean',
    description:
      'false: nothing is sent but pings. What happens meanwhile is not put on record; deliveries that are under way wait.',
  },
  description: { type: ['string', 'null'], maxLength: 200, description: 'What it is for; null: nothing is said.' },
} as const;

/** Body of POST /v1/webhooks. */
export const createWebhookSchema = {
  title: 'CreateWebhook',
  type: 'object',
  required: ['url', 'events'],
  additionalProperties: false,
  properties: { ...settings, enabled: { ...settings.enabled, default: true } },
} as const satisfies JSONSchema;
export type CreateWebhookBody = FromSchema<typeof createWebhookSchema>;

/** Body of PATCH /v1/webhooks/{id}. */
export const updateWebhookSchema = {
  title: 'UpdateWebhook',
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties: settings,
} as const satisfies JSONSchema;
export type UpdateWebhookBody = FromSchema<typeof updateWebhookSchema>;

/** One event on its way to one receiver. */
export const webhookDeliverySchema = {
  title: 'WebhookDelivery',
  type: 'object',
  required: [
    ...['id', 'event', 'resourceId', 'status', 'attempts', 'nextAttemptAt', 'lastStatus', 'lastError'],
    ...['createdAt', 'deliveredAt', 'payload', 'url', 'webhookId', 'livemode'],
  ],
  additionalProperties: false,
  properties: {
    livemode,
    id: { type: 'string', description: 'The `webhook-id` of every attempt.' },
    event: { type: 'string', enum: DELIVERED_EVENTS },
    resourceId: { type: 'string', description: 'What it tells of; of a ping its own id.' },
    status: { type: 'string', enum: DELIVERY_STATUSES },
    attempts: { type: 'integer', minimum: 0 },
    nextAttemptAt: timestampOrNull,
    lastStatus: { type: ['integer', 'null'], description: 'HTTP status of the last answer; null where none came.' },
    lastError: { type: ['string', 'null'] },
    createdAt: timestamp,
    deliveredAt: timestampOrNull,
    payload: {
      type: 'object',
      description:
        'The body: `{type, timestamp, livemode, data}`. The URL of the picture is signed for each attempt and not kept.',
    },
    url: {
      type: 'string',
      description: 'Where the last attempt went; the next one goes where the webhook has its URL by then.',
    },
    webhookId: { type: ['string', 'null'], description: 'null: it goes to the webhookUrl of a try-on.' },
  },
} as const satisfies JSONSchema;
export type WebhookDeliveryRecord = FromSchema<typeof webhookDeliverySchema>;
