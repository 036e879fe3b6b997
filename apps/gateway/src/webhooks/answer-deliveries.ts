import { isId, ServiceError } from '@drape/contracts';
import type { Database } from '@drape/db';
import { paginate, parsePage } from '../page';
import type { Answer } from '../respond';
import { principalOf, type ApiRequest } from '../routes/route';
import type { Doorbell } from './doorbell';
import { toDelivery } from './to-delivery';

/** Whose deliveries are meant: those to a webhook, or those about a try-on. */
export type DeliveriesOf = Parameters<Database['webhooks']['listDeliveries']>[1];

type Db = Pick<Database, 'webhooks'>;

/** A page of deliveries; `path` is that of the list. */
export async function answerDeliveries(db: Db, request: ApiRequest, of: DeliveriesOf, path: string): Promise<Answer> {
  const page = parsePage(request.query);
  const { rows, total } = await db.webhooks.listDeliveries(principalOf(request).owner, of, page);
  return { status: 200, data: rows.map(toDelivery), ...paginate(path, page, total) };
}

/** The delivery that the path names, pending again. Throws: ServiceError webhook_delivery_not_found. */
export async function answerRedelivery(
  { db, doorbell }: { readonly db: Db; readonly doorbell: Doorbell },
  request: ApiRequest,
  of: DeliveriesOf,
): Promise<Answer> {
  const id = request.params['deliveryId'] ?? '';
  const row = isId('evt', id) ? await db.webhooks.redeliver(principalOf(request).owner, of, id) : null;
  if (row === null) throw new ServiceError('webhook_delivery_not_found');
  doorbell.ring(row.resourceId);
  return { status: 200, data: toDelivery(row) };
}
