import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { createValidator } from './validator';

/** What lies in the queue: ids and nothing else. The row is the truth. */
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

const validate = createValidator<JobPayload>(jobPayloadSchema);

/** Throws: TypeError that names every fault; such a job is a programming error and is not retried. */
export function parseJobPayload(value: unknown): JobPayload {
  const result = validate(value);
  if (result.ok) return result.value;
  throw new TypeError(`invalid job payload: ${result.details.map((detail) => detail.message).join(' ')}`);
}
