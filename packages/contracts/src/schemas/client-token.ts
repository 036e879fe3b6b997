import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { clientName } from './client-name';
import { livemode } from './livemode';

export const CLIENT_TOKEN_TTL = { default: 3600, min: 60, max: 86_400 } as const;

/** Body of POST /v1/client-tokens. */
export const createClientTokenSchema = {
  title: 'CreateClientToken',
  type: 'object',
  description: 'A token for one shopper, to be handed to a page.',
  additionalProperties: false,
  properties: {
    sessionId: {
      ...clientName,
      examples: ['cart-4711'],
      description: 'The session that the token is bound to; made by the server where missing.',
    },
    ttlSeconds: {
      type: 'integer',
      minimum: CLIENT_TOKEN_TTL.min,
      maximum: CLIENT_TOKEN_TTL.max,
      description: `How long the token is good for; ${CLIENT_TOKEN_TTL.default} where missing.`,
    },
    origins: {
      type: 'array',
      maxItems: 20,
      items: { type: 'string', minLength: 1, maxLength: 253 },
      examples: [['https://shop.example']],
      description: 'Pages that may use the token; any page where missing.',
    },
    maxTryOns: {
      type: 'integer',
      minimum: 1,
      maximum: 1000,
      description: 'How many try-ons may be made with the token; no limit of its own where missing.',
    },
  },
} as const satisfies JSONSchema;
export type CreateClientTokenBody = FromSchema<typeof createClientTokenSchema>;

export const clientTokenSchema = {
  title: 'ClientToken',
  type: 'object',
  required: ['token', 'sessionId', 'expiresAt', 'livemode'],
  properties: {
    token: { type: 'string', description: 'Shown once. Used as `Authorization: Bearer <token>`.' },
    sessionId: { type: 'string' },
    expiresAt: { type: 'string', format: 'date-time' },
    livemode,
  },
} as const satisfies JSONSchema;
