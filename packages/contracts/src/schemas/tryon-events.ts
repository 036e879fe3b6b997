import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { tryOnSchema } from './tryon';

const { id, status, stage, progress, queuePosition } = tryOnSchema.properties;

/** What changes while a try-on is made. */
export const tryOnProgressSchema = {
  title: 'TryOnProgress',
  type: 'object',
  required: ['id', 'status', 'stage', 'progress', 'queuePosition'],
  additionalProperties: false,
  properties: { id, status, stage, progress, queuePosition },
} as const satisfies JSONSchema;
export type TryOnProgress = FromSchema<typeof tryOnProgressSchema>;

function eventSchema<const E extends string, const D extends JSONSchema>(event: E, data: D) {
  return {
    type: 'object',
    required: ['event', 'data'],
    additionalProperties: false,
    properties: { event: { type: 'string', const: event }, data },
  } as const;
}

/** One event of the stream of a try-on: its name in the line `event:`, its data as JSON in the line `data:`. */
export const tryOnEventSchema = {
  title: 'TryOnEvent',
  description:
    'One event of the stream: its name stands in the line `event:`, its data as JSON in the line `data:`. The last one has the name of the final status.',
  oneOf: [
    eventSchema('progress', tryOnProgressSchema),
    eventSchema('completed', tryOnSchema),
    eventSchema('failed', tryOnSchema),
    eventSchema('canceled', tryOnSchema),
    eventSchema('expired', tryOnSchema),
  ],
} as const;
