import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { livemode } from './livemode';

/** What usage can be grouped by. */
export const USAGE_GROUPS = ['hour', 'day', 'key', 'category', 'outcome'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

const count = { type: 'integer', minimum: 0 } as const;
const day = { type: 'string', examples: ['2026-11-01'] } as const;

const counts = {
  requests: {
    type: ['integer', 'null'],
    minimum: 0,
    description:
      'Requests that counted against the rate limit: not those answered 304, 429 or 5xx. null with groupBy=category and groupBy=outcome, which requests have not.',
  },
  tryOns: { ...count, description: 'Try-ons that ended: the sum of the four.' },
  completed: count,
  failed: count,
  canceled: { ...count, description: 'Also those that were erased before they ended.' },
  expired: count,
  cached: { ...count, description: 'Of those completed: the picture of an identical try-on was used again.' },
  renderMs: { ...count, description: 'Time that workers spent on pictures.' },
} as const;
const COUNTS = [
  ...(['requests', 'tryOns', 'completed', 'failed', 'canceled', 'expired', 'cached', 'renderMs'] as const),
] as const;

/** What an account used from one day through another. */
export const usageSchema = {
  title: 'Usage',
  type: 'object',
  required: ['livemode', 'from', 'to', 'groupBy', 'rows', 'total'],
  additionalProperties: false,
  properties: {
    livemode,
    from: { ...day, description: 'The first day, UTC.' },
    to: { ...day, description: 'The last day, UTC; it is included.' },
    groupBy: { type: 'string', enum: USAGE_GROUPS },
    rows: {
      type: 'array',
      description: 'In the order of `group`; groups in which nothing happened are left out.',
      items: {
        title: 'UsageRow',
        type: 'object',
        required: ['group', ...COUNTS],
        additionalProperties: false,
        properties: {
          group: {
            type: ['string', 'null'],
            description:
              'The hour (`2026-11-21T12:00:00Z`) or day (`2026-11-21`) in UTC, the id of the key, the category or the final status; null where there was none.',
          },
          ...counts,
        },
      },
    },
    total: {
      title: 'UsageTotal',
      type: 'object',
      required: COUNTS,
      additionalProperties: false,
      properties: counts,
    },
  },
} as const satisfies JSONSchema;
export type UsageRecord = FromSchema<typeof usageSchema>;
