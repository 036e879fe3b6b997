import { deliveryListEnvelope, ServiceError, successEnvelope, webhookDeliverySchema } from '@drape/contracts';
import type { Database } from '@drape/db';
import { answerDeliveries, answerRedelivery } from '../../webhooks/answer-deliveries';
import type { DeliveryTrigger } from '../../webhooks/delivery-trigger';
import { getOwnWebhook, webhookIdOf } from '../../webhooks/own-webhook';
import { WEBHOOK_DELIVERY_LISTING_QUERY } from '../../webhooks/parse-delivery-listing';
import { toDelivery } from '../../webhooks/to-delivery';
import { principalOf, type Route } from '../route';

export interface WebhookDeliveriesDeps {
  readonly db: Pick<Database, 'webhooks'>;
  readonly deliveryTrigger: DeliveryTrigger;
}

const ROUTE = { tag: 'Webhooks', scope: 'webhooks:manage' } as const;
const ID = { id: { type: 'string' } } as const;

export function pingWebhookRoute({ db, deliveryTrigger }: WebhookDeliveriesDeps): Route {
  return {
    ...ROUTE,
    method: 'post',
    path: '/v1/webhooks/{id}/ping',
    operationId: 'pingWebhook',
    summary: 'Send a test message to a webhook',
    description:
      'A signed `ping`, sent once as any other message is: what came back stands in the list of deliveries a moment later. Also where the webhook is not enabled, so that a receiver can be tried first.',
    params: ID,
    responses: { 200: { description: 'The delivery, pending.', schema: successEnvelope(webhookDeliverySchema) } },
    errors: ['webhook_not_found'],
    async handle(request) {
      const row = await db.webhooks.ping(principalOf(request).owner, webhookIdOf(request));
      if (row === null) throw new ServiceError('webhook_not_found');
      deliveryTrigger.fire(row.resourceId);
      return { status: 200, data: toDelivery(row) };
    },
  };
}

export function listDeliveriesRoute({ db }: WebhookDeliveriesDeps): Route {
  return {
    ...ROUTE,
    method: 'get',
    path: '/v1/webhooks/{id}/deliveries',
    operationId: 'listWebhookDeliveries',
    summary: 'List what was sent to a webhook',
    description: 'Filters are combined: all must hold.',
    params: ID,
    query: WEBHOOK_DELIVERY_LISTING_QUERY,
    responses: {
      200: {
        description: 'A page of deliveries, the latest first.',
        schema: deliveryListEnvelope(webhookDeliverySchema),
      },
    },
    errors: ['webhook_not_found', 'invalid_parameter', 'invalid_limit', 'invalid_offset', 'invalid_starting_after'],
    async handle(request) {
      const { id: endpointId } = await getOwnWebhook(db, request);
      return answerDeliveries(db, request, { endpointId }, `/v1/webhooks/${endpointId}/deliveries`);
    },
  };
}

export function redeliverRoute({ db, deliveryTrigger }: WebhookDeliveriesDeps): Route {
  return {
    ...ROUTE,
    method: 'post',
    path: '/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver',
    operationId: 'redeliver',
    summary: 'Send a delivery again',
    description:
      'At once, with the same webhook-id; on failure the whole schedule runs again. It waits while the webhook is not enabled.',
    params: { ...ID, deliveryId: { type: 'string' } },
    responses: { 200: { description: 'The delivery, pending.', schema: successEnvelope(webhookDeliverySchema) } },
    errors: ['webhook_not_found', 'webhook_delivery_not_found'],
    async handle(request) {
      const { id: endpointId } = await getOwnWebhook(db, request);
      return answerRedelivery({ db, deliveryTrigger }, request, { endpointId });
    },
  };
}
