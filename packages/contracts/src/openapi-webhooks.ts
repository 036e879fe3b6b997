import { exampleOf } from './examples';
import type { Components } from './openapi-components';
import {
  DELIVERED_EVENTS,
  WEBHOOK_MESSAGES,
  webhookMessageSchema,
  type DeliveredEvent,
} from './schemas/webhook-messages';

/** Standard Webhooks 1.0. */
const MESSAGE_HEADERS = [
  {
    name: 'webhook-id',
    description: 'Of the message, and the id of its delivery: a message that comes twice has the same.',
    schema: { type: 'string' },
  },
  {
    name: 'webhook-timestamp',
    description: 'When this attempt was sent, Unix seconds. Refuse what is more than five minutes old.',
    schema: { type: 'integer' },
  },
  {
    name: 'webhook-signature',
    description:
      '`v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, by the bytes that stand in base64 behind `whsec_` in the webhook’s secret. While secrets are rotated there are two, with a space between. Check it on the body as it came ([Standard Webhooks](https://www.standardwebhooks.com)).',
    schema: { type: 'string' },
  },
].map((header) => ({ ...header, in: 'header', required: true }));

const RESPONSES = {
  '2XX': { description: 'Taken. Anything else, or no answer within 15 seconds, is a failed attempt.' },
};

/** The `webhooks` section of the document: every message that is sent, from the table that knows them all. */
export function buildWebhooks(components: Components): Record<string, unknown> {
  components.answered(webhookMessageSchema);
  return Object.fromEntries(DELIVERED_EVENTS.map((event) => [event, { post: describe(event, components) }]));
}

function describe(event: DeliveredEvent, components: Components): Record<string, unknown> {
  const { summary, schema } = WEBHOOK_MESSAGES[event];
  const content = { schema: components.answered(schema), example: exampleOf(schema) };
  return {
    operationId: `on.${event}`,
    summary,
    tags: ['Webhooks'],
    security: [],
    parameters: MESSAGE_HEADERS,
    requestBody: { required: true, content: { 'application/json': content } },
    responses: RESPONSES,
  };
}
