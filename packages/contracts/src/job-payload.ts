import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { createValidator, type Validator } from './validator';

/** What is in the queue: ids and nothing else. The row is the truth. */
export const jobPayloadSchema = {
  title: 'JobPayload',
  type: 'object',
  required: ['v', 'tryOnId', 'requestId', 'gatewayId'],
  additionalProperties: false,
  properties: {
    v: { type: 'integer', const: 1 },
    tryOnId: { type: 'string', minLength: 1, maxLength: 64 },
    /** The request that made the try-on, for the logs; null where the reaper enqueued it. */
    requestId: { type: ['string', 'null'], maxLength: 64 },
    /** The gateway that may wait for it; null where none does. */
    gatewayId: { type: ['string', 'null'], maxLength: 64 },
  },
} as const satisfies JSONSchema;

export type JobPayload = FromSchema<typeof jobPayloadSchema>;

/** A photo to check, for a gateway that waits. The photo itself is in the object store, for as long as the gateway waits. */
export const photoCheckPayloadSchema = {
  title: 'PhotoCheckPayload',
  type: 'object',
  required: ['v', 'checkId', 'requestId', 'gatewayId'],
  additionalProperties: false,
  properties: {
    v: { type: 'integer', const: 1 },
    checkId: { type: 'string', minLength: 1, maxLength: 64 },
    requestId: { type: 'string', maxLength: 64 },
    gatewayId: { type: 'string', maxLength: 64 },
  },
} as const satisfies JSONSchema;

export type PhotoCheckPayload = FromSchema<typeof photoCheckPayloadSchema>;

const validate = createValidator<JobPayload>(jobPayloadSchema);
const validateCheck = createValidator<PhotoCheckPayload>(photoCheckPayloadSchema);

/** Throws: TypeError that names every fault; such a job is a programming error and is not retried. */
export function parseJobPayload(value: unknown): JobPayload {
  return parseWith(validate, value);
}

/** Throws: TypeError, likewise. */
export function parsePhotoCheckPayload(value: unknown): PhotoCheckPayload {
  return parseWith(validateCheck, value);
}

function parseWith<T>(check: Validator<T>, value: unknown): T {
  const result = check(value);
  if (result.ok) return result.value;
  throw new TypeError(`invalid job payload: ${result.details.map((detail) => detail.message).join(' ')}`);
}
