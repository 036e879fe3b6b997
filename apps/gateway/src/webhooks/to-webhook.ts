import type { WebhookRecord } from '@drape/contracts';
import type { WebhookRow } from '@drape/db';

/** The public form of a row, without its secret. */
export function toWebhook(row: WebhookRow): WebhookRecord {
  return {
    id: row.id,
    livemode: row.owner.env === 'live',
    url: row.url,
    events: [...row.events],
    enabled: row.enabled,
    description: row.description,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    previousSecretExpiresAt: row.previousSecretExpiresAt?.toISOString() ?? null,
  };
}
