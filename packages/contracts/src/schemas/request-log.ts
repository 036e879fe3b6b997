import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { ERROR_CODES } from '../errors';
import { livemode } from './livemode';

const duration = { type: 'number', minimum: 0 } as const;
const durationOrNull = { type: ['number', 'null'], minimum: 0 } as const;

/** What became of one request: never its body, its query or its headers. */
export const requestLogSchema = {
  title: 'RequestLog',
  type: 'object',
  required: [
    ...(['id', 'livemode', 'apiKeyId', 'method', 'route', 'status', 'errorCode', 'tryOnId', 'timing'] as const),
    'createdAt',
  ],
  additionalProperties: false,
  properties: {
    id: { type: 'string', description: 'The `Request-Id` of its answer.' },
    livemode,
    apiKeyId: { type: 'string', description: 'The key that asked; for a client token the key that made it.' },
    method: { type: 'string' },
    route: {
      type: 'string',
      description:
        'The path with the names of its parameters, as in this document; `unmatched` where there is no such path.',
    },
    status: { type: ['integer', 'null'], description: 'null: the client went away before the answer.' },
    errorCode: {
      type: ['string', 'null'],
      enum: [...ERROR_CODES, null],
      description: 'Also of the failed try-on that the answer shows.',
    },
    tryOnId: { type: ['string', 'null'], description: 'The try-on that the answer shows.' },
    timing: {
      type: 'object',
      required: ['totalMs', 'authMs', 'queueMs', 'renderMs', 'storeMs'],
      additionalProperties: false,
      description: 'As in `Server-Timing`; null where a part did not occur.',
      properties: {
        totalMs: duration,
        authMs: durationOrNull,
        queueMs: durationOrNull,
        renderMs: durationOrNull,
        storeMs: durationOrNull,
      },
    },
    createdAt: { type: 'string', format: 'date-time' },
  },
} as const satisfies JSONSchema;
export type RequestLogRecord = FromSchema<typeof requestLogSchema>;
