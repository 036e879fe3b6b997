import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { KEY_ENVS, KEY_KINDS, SCOPES } from '../access-model';
import { livemode } from './livemode';

const timestamp = { type: 'string', format: 'date-time' } as const;
const timestampOrNull = { type: ['string', 'null'], format: 'date-time' } as const;
const scope = { type: 'string', enum: SCOPES } as const;

const keyProperties = {
  id: { type: 'string', examples: ['key_01JZ0000000000000000000000'] },
  livemode,
  name: { type: 'string' },
  kind: { type: 'string', enum: KEY_KINDS, description: 'sk secret, rk restricted, pk publishable.' },
  env: { type: 'string', enum: KEY_ENVS },
  last4: { type: 'string', description: 'The last four characters of the key, to tell one from another.' },
  scopes: { type: 'array', items: scope },
  allowedOrigins: {
    type: 'array',
    items: { type: 'string' },
    description: 'Origins of the pages that a publishable key may be used from; empty for other keys.',
  },
  status: { type: 'string', enum: ['active', 'expired', 'revoked'] },
  createdAt: timestamp,
  lastUsedAt: { ...timestampOrNull, description: 'To the minute; null: not used yet.' },
  expiresAt: { ...timestampOrNull, description: 'When it ends by itself; null: never.' },
  revokedAt: timestampOrNull,
  replacedBy: { type: ['string', 'null'], description: 'The id of the key that a rotation made in its place.' },
} as const;
const KEY_REQUIRED = [
  ...(['id', 'livemode', 'name', 'kind', 'env', 'last4', 'scopes', 'allowedOrigins', 'status', 'createdAt'] as const),
  ...(['lastUsedAt', 'expiresAt', 'revokedAt', 'replacedBy'] as const),
] as const;

/** An API key as the API shows it: everything but the key itself. */
export const apiKeySchema = {
  title: 'ApiKey',
  type: 'object',
  required: KEY_REQUIRED,
  additionalProperties: false,
  properties: keyProperties,
} as const satisfies JSONSchema;
export type ApiKeyView = FromSchema<typeof apiKeySchema>;

/** The same with the key, which is shown when it is made and never again. */
export const apiKeyWithSecretSchema = {
  title: 'ApiKeyWithSecret',
  type: 'object',
  required: [...KEY_REQUIRED, 'key'],
  additionalProperties: false,
  properties: {
    ...keyProperties,
    key: {
      type: ['string', 'null'],
      description: 'Keep it, it is shown only now; null where the answer repeats an earlier one.',
    },
  },
} as const satisfies JSONSchema;

const name = { type: 'string', maxLength: 100, description: 'What it is for.', examples: ['Nightly import'] } as const;
const scopes = {
  type: 'array',
  minItems: 1,
  maxItems: SCOPES.length,
  uniqueItems: true,
  items: scope,
  examples: [['tryon:write', 'tryon:read']],
} as const;
const allowedOrigins = {
  type: 'array',
  minItems: 1,
  maxItems: 50,
  items: { type: 'string', maxLength: 300 },
  description:
    'Of publishable keys, and needed there: origins such as `https://shop.example`, or `http://localhost:*` for any port of the machine that a page is made on.',
  examples: [['https://shop.example']],
} as const;
const expiresAt = {
  type: ['string', 'null'],
  format: 'date-time',
  description: 'When the key ends by itself, in the future and within ten years; null: never.',
} as const;

/** Body of POST /v1/keys. */
export const createApiKeySchema = {
  title: 'CreateApiKey',
  type: 'object',
  required: ['kind'],
  additionalProperties: false,
  properties: {
    kind: { type: 'string', enum: KEY_KINDS, description: 'sk secret, rk restricted, pk publishable.' },
    env: { type: 'string', enum: KEY_ENVS, description: 'That of the key that asks, which is also the default.' },
    name,
    scopes: {
      ...scopes,
      description:
        'What it may do; nothing that the key that asks may not do. Where missing: all of that for sk, what a page may have of it for pk; rk needs them.',
    },
    allowedOrigins,
    expiresAt,
  },
} as const satisfies JSONSchema;
export type CreateApiKeyBody = FromSchema<typeof createApiKeySchema>;

/** Body of PATCH /v1/keys/{id}. */
export const updateApiKeySchema = {
  title: 'UpdateApiKey',
  type: 'object',
  additionalProperties: false,
  properties: {
    name,
    scopes: { ...scopes, description: 'What it may do from now on; nothing that the key that asks may not do.' },
    allowedOrigins,
    expiresAt,
  },
} as const satisfies JSONSchema;
export type UpdateApiKeyBody = FromSchema<typeof updateApiKeySchema>;

/** The longest time that a key and the one in its place work side by side. */
export const KEY_OVERLAP_DAYS_MAX = 7;

/** Body of POST /v1/keys/{id}/rotate. */
export const rotateApiKeySchema = {
  title: 'RotateApiKey',
  type: 'object',
  additionalProperties: false,
  properties: {
    overlapDays: {
      type: 'integer',
      minimum: 0,
      maximum: KEY_OVERLAP_DAYS_MAX,
      description: 'How long the old key goes on working, a day where missing; 0 ends it at once.',
    },
  },
} as const satisfies JSONSchema;
export type RotateApiKeyBody = FromSchema<typeof rotateApiKeySchema>;
