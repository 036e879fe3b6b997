import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { clientName } from './client-name';
import { livemode } from './livemode';

export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/avif'] as const;

/** Body of POST /v1/uploads. */
export const createUploadSchema = {
  title: 'CreateUpload',
  type: 'object',
  description: 'A picture that the client is going to put into the store itself.',
  required: ['contentType', 'bytes'],
  additionalProperties: false,
  properties: {
    contentType: {
      type: 'string',
      enum: UPLOAD_TYPES,
      description: 'Sent with the PUT; what the picture really is shows when it is used.',
    },
    bytes: { type: 'integer', minimum: 1, description: 'Its exact length: 15 MiB at most, 10 MiB for photos.' },
    sessionId: {
      ...clientName,
      description: 'The session that alone may use it; client tokens and publishable keys have theirs anyway.',
    },
    reusable: {
      type: 'boolean',
      description:
        'Good for any number of requests of its session until it expires; needs a session. Else the first request that uses it ends it.',
    },
  },
} as const satisfies JSONSchema;
export type CreateUploadBody = FromSchema<typeof createUploadSchema>;

const timestamp = { type: 'string', format: 'date-time' } as const;

/** What POST /v1/uploads answers. */
export const uploadSchema = {
  title: 'Upload',
  type: 'object',
  required: [
    'id',
    'livemode',
    'sessionId',
    'contentType',
    'bytes',
    'reusable',
    'url',
    'method',
    'headers',
    'urlExpiresAt',
    'createdAt',
    'expiresAt',
  ],
  additionalProperties: false,
  properties: {
    livemode,
    id: { type: 'string', description: 'In place of base64 in userPhoto, productImage and image.' },
    sessionId: {
      type: ['string', 'null'],
      description: 'The session that alone may use it; null: any of the account.',
    },
    contentType: { type: 'string', enum: UPLOAD_TYPES },
    bytes: { type: 'integer', minimum: 1 },
    reusable: { type: 'boolean' },
    url: { type: 'string', description: 'Where the picture is to be put; signed.' },
    method: { type: 'string', enum: ['PUT'] },
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'What the PUT must send, else the store refuses it; a browser sets the length itself.',
    },
    urlExpiresAt: { ...timestamp, description: 'Until then the picture may be put there.' },
    createdAt: timestamp,
    expiresAt: { ...timestamp, description: 'When it is deleted, used or not.' },
  },
} as const satisfies JSONSchema;
export type UploadRecord = FromSchema<typeof uploadSchema>;
