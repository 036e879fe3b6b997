import { isId, listEnvelope, ServiceError, successEnvelope, webhookDeliverySchema } from '@drape/contracts';
import type { Database } from '@drape/db';
import { PAGE_QUERY, paginate, parsePage } from '../page';
import { getVisible } from '../tryon/find-visible';
import type { Doorbell } from '../webhooks/doorbell';
import { toDelivery } from '../webhooks/to-delivery';
import { principalOf, type Route } from './route';

export interface TryOnDeliveriesDeps {
  readonly db: Pick<Database, 'tryOns' | 'webhooks'>;
  readonly doorbell: Doorbell;
}

const ROUTE = { tag: 'Webhooks', scope: 'webhooks:manage' } as const;
const ID = { id: { type: 'string' } } as const;

/** The only list that shows what goes to a try-on's own webhookUrl, which is no webhook of the account. */
export function listTryOnDeliveriesRoute({ db }: TryOnDeliveriesDeps): Route {
  return {
    ...{ method: 'get', path: '/v1/tryon/{id}/deliveries', operationId: 'listTryOnDeliveries', ...ROUTE },
    summary: 'List what was sent about a try-on',
    description: 'To the webhooks of the account that listen, and to the webhookUrl of the try-on itself.',
    params: ID,
    query: PAGE_QUERY,
    responses: {
      200: { description: 'A page of deliveries, the latest first.', schema: listEnvelope(webhookDeliverySchema) },
    },
    errors: ['tryon_not_found', 'invalid_limit', 'invalid_offset'],
    async handle(request) {
      const page = parsePage(request.query);
      const { id: resourceId } = await getVisible(db, request);
      const { accountId } = principalOf(request);
      const { rows, total } = await db.webhooks.listDeliveries(accountId, { resourceId }, page);
      return {
        status: 200,
        data: rows.map(toDelivery),
        ...paginate(`/v1/tryon/${resourceId}/deliveries`, page, total),
      };
    },
  };
}

export function redeliverTryOnRoute({ db, doorbell }: TryOnDeliveriesDeps): Route {
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
      const deliveryId = request.params['deliveryId'] ?? '';
      const { accountId } = principalOf(request);
      const row = isId('evt', deliveryId) ? await db.webhooks.redeliver(accountId, { resourceId }, deliveryId) : null;
      if (row === null) throw new ServiceError('webhook_delivery_not_found');
      doorbell.ring(resourceId);
      return { status: 200, data: toDelivery(row) };
    },
  };
}
