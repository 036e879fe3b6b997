import { isId, ServiceError } from '@drape/contracts';
import type { Database, WebhookRow } from '@drape/db';
import { principalOf, type ApiRequest } from '../routes/route';

/** The calling account's webhook in the path. Throws: ServiceError webhook_not_found. */
export async function getOwnWebhook(db: Pick<Database, 'webhooks'>, request: ApiRequest): Promise<WebhookRow> {
  const row = await db.webhooks.find(principalOf(request).owner, webhookIdOf(request));
  if (row === null) throw new ServiceError('webhook_not_found');
  return row;
}

export function webhookIdOf(request: ApiRequest): string {
  const id = request.params['id'] ?? '';
  if (!isId('whk', id)) throw new ServiceError('webhook_not_found');
  return id;
}
