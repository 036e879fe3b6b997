import type { WebhookDeliveryRecord } from '@drape/contracts';
import type { DeliveryRow } from '@drape/db';

/** The public form of a row. */
export function toDelivery(row: DeliveryRow): WebhookDeliveryRecord {
  const { id, event, resourceId, url, endpointId: webhookId } = row;
  const { status, attempts, lastStatus, lastError, payload } = row;
  return {
    livemode: row.env === 'live',
    ...{ id, event, resourceId, url, webhookId, status, attempts, lastStatus, lastError, payload: { ...payload } },
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
  };
}
