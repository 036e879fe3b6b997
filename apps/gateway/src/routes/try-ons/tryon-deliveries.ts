import { deliveryListEnvelope, successEnvelope, webhookDeliverySchema } from '@drape/contracts';
import type { Database } from '@drape/db';
import { getVisible } from '../../tryon/answer/find-visible';
import { answerDeliveries, answerRedelivery } from '../../webhooks/answer-deliveries';
import type { DeliveryTrigger } from '../../webhooks/delivery-trigger';
import { DELIVERY_LISTING_QUERY } from '../../webhooks/parse-delivery-listing';
import type { Route } from '../route';

export interface TryOnDeliveriesDeps {
  readonly db: Pick<Database, 'tryOns' | 'webhooks'>;
  readonly deliveryTrigger: DeliveryTrigger;
}

const ROUTE = { tag: 'Webhooks', scope: 'webhooks:manage' } as const;
const ID = { id: { type: 'string' } } as const;

/** The only list of deliveries to a try-on's own webhookUrl, which is not a webhook of the account. */
export function listTryOnDeliveriesRoute({ db }: TryOnDeliveriesDeps): Route {
  return {
    ...{ method: 'get', path: '/v1/tryon/{id}/deliveries', operationId: 'listTryOnDeliveries', ...ROUTE },
    summary: 'List what was sent about a try-on',
    description: 'To the webhooks of the account that listen, and to the webhookUrl of the try-on itself.',
    params: ID,
    query: DELIVERY_LISTING_QUERY,
    responses: {
      200: {
        description: 'A page of deliveries, the latest first.',
        schema: deliveryListEnvelope(webhookDeliverySchema),
      },
    },
    errors: ['tryon_not_found', 'invalid_parameter', 'invalid_limit', 'invalid_offset', 'invalid_starting_after'],
    async handle(request) {
      const { id: resourceId } = await getVisible(db, request);
      return answerDeliveries(db, request, { resourceId }, `/v1/tryon/${resourceId}/deliveries`);
    },
  };
}

export function redeliverTryOnRoute({ db, deliveryTrigger }: TryOnDeliveriesDeps): Route {
  return {
    ...{ method: 'post', path: '/v1/tryon/{id}/deliveries/{deliveryId}/redeliver', operationId: 'redeliverTryOn' },
    ...ROUTE,
    summary: 'Send a delivery about a try-on again',
    description: 'At once, with the same webhook-id; on failure the whole schedule runs again.',
    params: { ...ID, deliveryId: { type: 'string' } },
    responses: { 200: { description: 'The delivery, pending.', schema: successEnvelope(webhookDeliverySchema) } },
    errors: ['tryon_not_found', 'webhook_delivery_not_found'],
    async handle(request) {
      const { id: resourceId } = await getVisible(db, request);
      return answerRedelivery({ db, deliveryTrigger }, request, { resourceId });
    },
  };
}
