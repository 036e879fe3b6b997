import { isId, ServiceError } from '@drape/contracts';
import type { Database, DeliveryParent } from '@drape/db';
import { listed } from '../lists/listing';
import type { Answer } from '../http/respond';
import { principalOf, type ApiRequest } from '../routes/route';
import type { DeliveryTrigger } from './delivery-trigger';
import { parseDeliveryListing } from './parse-delivery-listing';
import { toDelivery } from './to-delivery';

type Db = Pick<Database, 'webhooks'>;

/** A page of deliveries; `path` is that of the list. */
export async function answerDeliveries(db: Db, request: ApiRequest, of: DeliveryParent, path: string): Promise<Answer> {
  const { offset: _skipped, ...query } = request.query;
  const { filter, ...cursor } = parseDeliveryListing(request.query);
  const { offset } = filter;
  const page = await db.webhooks.listDeliveries({ owner: principalOf(request).owner, of, filter, offset, ...cursor });
  const { rows, pagination, headers } = listed(page, { path, query, ...cursor });
  const total = page?.total ?? 0;
  return { status: 200, data: rows.map(toDelivery), pagination: { ...pagination, offset, total }, headers };
}

/** Redelivers: the delivery in the path is pending again. Throws: ServiceError webhook_delivery_not_found. */
export async function answerRedelivery(
  { db, deliveryTrigger }: { readonly db: Db; readonly deliveryTrigger: DeliveryTrigger },
  request: ApiRequest,
  of: DeliveryParent,
): Promise<Answer> {
  const id = request.params['deliveryId'] ?? '';
  const row = isId('evt', id) ? await db.webhooks.redeliver(principalOf(request).owner, of, id) : null;
  if (row === null) throw new ServiceError('webhook_delivery_not_found');
  deliveryTrigger.fire(row.resourceId);
  return { status: 200, data: toDelivery(row) };
}
