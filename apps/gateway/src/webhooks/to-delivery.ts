import type { WebhookDeliveryRecord } from '@drape/contracts';
import type { DeliveryRow } from '@drape/db';

/** The public form of a row. */
export function toDelivery(row: DeliveryRow): WebhookDeliveryRecord {
  return {
    id: row.id,
    livemode: row.env === 'live',
    event: row.event,
    resourceId: row.resourceId,
    url: row.url,
    webhookId: row.endpointId,
    status: row.status,
    attempts: row.attempts,
    lastStatus: row.lastStatus,
    lastError: row.lastError,
    payload: { ...row.payload },
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
  };
}
