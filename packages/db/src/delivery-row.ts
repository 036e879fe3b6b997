import type { DeliveredEvent, DeliveryStatus, KeyEnv } from '@drape/contracts';
import type { WebhookDelivery } from './generated/client';

export interface DeliveryRow {
  readonly id: string;
  readonly env: KeyEnv;
  readonly event: DeliveredEvent;
  readonly url: string;
  /** null: the webhookUrl of a try-on. */
  readonly endpointId: string | null;
  readonly resourceId: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
}

/** Events and payloads are written by this package only, from typed values. */
export function toDeliveryRow(row: WebhookDelivery): DeliveryRow {
  return {
    id: row.id,
    env: row.env,
    event: row.event as DeliveredEvent,
    url: row.url,
    endpointId: row.endpointId,
    resourceId: row.resourceId,
    payload: row.payload as DeliveryRow['payload'],
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.nextAttemptAt,
    lastStatus: row.lastStatus,
    lastError: row.lastError,
    createdAt: row.createdAt,
    deliveredAt: row.deliveredAt,
  };
}
