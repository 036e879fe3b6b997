import type { KeyEnv, Owner, WebhookEvent } from '@drape/contracts';
import type { WebhookDelivery } from './generated/client';
import type { PrismaClient } from './prisma';

export interface DeliveryRow {
  readonly id: string;
  readonly env: KeyEnv;
  readonly event: WebhookEvent;
  readonly url: string;
  /** null: the webhookUrl of a try-on. */
  readonly endpointId: string | null;
  readonly resourceId: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
}

/** A delivery that this worker holds: it may finish it under this attempt number. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly url: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly attempt: number;
  /** The current one first, the one before it while a rotation lasts. Empty where the account has no endpoint any more. */
  readonly secrets: readonly string[];
}

export interface DueDelivery {
  readonly id: string;
  readonly attempts: number;
}

/** Whose list a delivery stands in: what was sent to an endpoint, or what was told of a resource, to whomever. */
export type DeliveryParent = { readonly endpointId: string } | { readonly resourceId: string };

interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface WebhookDeliveries {
  /** Deliveries whose time has come and that no worker holds; those that tell of one resource, or all. Oldest first. */
  listDue(options: { limit: number; resourceId?: string }): Promise<DueDelivery[]>;
  /** attempts + 1, held for that long. null: not due, over, gone, or another worker's. */
  claimDelivery(id: string, options: { leaseMs: number }): Promise<ClaimedDelivery | null>;
  /** pending → delivered. False: no longer this attempt's. */
  finishDelivery(id: string, attempt: number, reply: { status: number }): Promise<boolean>;
  /** The attempt failed: another one after `retryInMs`, or pending → failed where that is null. */
  failDelivery(
    id: string,
    attempt: number,
    reply: { status: number | null; error: string; retryInMs: number | null },
  ): Promise<boolean>;
  /** Sends a delivery again from the top of the schedule, whatever became of it. null: there is none. */
  redeliver(owner: Owner, of: DeliveryParent, id: string): Promise<DeliveryRow | null>;
  /** Latest first; with the number of all. */
  listDeliveries(owner: Owner, of: DeliveryParent, page: Page): Promise<{ rows: DeliveryRow[]; total: number }>;
}

export function createWebhookDeliveries(prisma: PrismaClient): WebhookDeliveries {
  return {
    listDue: ({ limit, resourceId = null }) => prisma.$queryRaw<DueDelivery[]>`
      SELECT id, attempts FROM webhook_deliveries
      WHERE status = 'pending' AND next_attempt_at <= now() AND (lease_expires_at IS NULL OR lease_expires_at < now())
        AND (${resourceId}::text IS NULL OR resource_id = ${resourceId})
      ORDER BY next_attempt_at LIMIT ${limit}`,
    claimDelivery: (id, { leaseMs }) => claim(prisma, id, leaseMs),
    async finishDelivery(id, attempt, { status }) {
      const count = await prisma.$executeRaw`
        UPDATE webhook_deliveries SET status = 'delivered', delivered_at = now(), next_attempt_at = NULL,
          lease_expires_at = NULL, last_status = ${status}, last_error = NULL
        WHERE id = ${id} AND attempts = ${attempt} AND status = 'pending'`;
      return count === 1;
    },
    async failDelivery(id, attempt, { status, error, retryInMs }) {
      const count = await prisma.$executeRaw`
        UPDATE webhook_deliveries SET
          status = CASE WHEN ${retryInMs}::float8 IS NULL THEN 'failed' ELSE 'pending' END::delivery_status,
          next_attempt_at = now() + ${retryInMs}::float8 * interval '1 millisecond',
          lease_expires_at = NULL, last_status = ${status}, last_error = ${error}
        WHERE id = ${id} AND attempts = ${attempt} AND status = 'pending'`;
      return count === 1;
    },
    async redeliver({ accountId, env }, of, id) {
      const [endpointId, resourceId] = 'endpointId' in of ? [of.endpointId, null] : [null, of.resourceId];
      await prisma.$executeRaw`
        UPDATE webhook_deliveries SET status = 'pending', attempts = 0, next_attempt_at = now(), lease_expires_at = NULL,
          delivered_at = NULL
        WHERE id = ${id} AND account_id = ${accountId} AND env = ${env}::key_env AND (endpoint_id = ${endpointId} OR resource_id = ${resourceId})`;
      const row = await prisma.webhookDelivery.findFirst({ where: { id, accountId, env, ...of } });
      return row && toDeliveryRow(row);
    },
    async listDeliveries({ accountId, env }, of, { limit, offset }) {
      const where = { accountId, env, ...of };
      const [rows, total] = await Promise.all([
        prisma.webhookDelivery.findMany({ where, orderBy: LATEST, skip: offset, take: limit }),
        prisma.webhookDelivery.count({ where }),
      ]);
      return { rows: rows.map(toDeliveryRow), total };
    },
  };
}

const LATEST = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

interface ClaimedColumns {
  readonly url: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly attempts: number;
  readonly account_id: string;
  readonly env: KeyEnv;
  readonly endpoint_id: string | null;
}

async function claim(prisma: PrismaClient, id: string, leaseMs: number): Promise<ClaimedDelivery | null> {
  const won = await prisma.$queryRaw<ClaimedColumns[]>`
    UPDATE webhook_deliveries SET attempts = attempts + 1,
      lease_expires_at = now() + ${leaseMs}::float8 * interval '1 millisecond'
    WHERE id = ${id} AND status = 'pending' AND next_attempt_at <= now()
      AND (lease_expires_at IS NULL OR lease_expires_at < now())
    RETURNING url, payload, attempts, account_id, env::text AS env, endpoint_id`;
  const row = won[0];
  if (row === undefined) return null;
  const { url, payload, attempts: attempt, account_id: accountId, env, endpoint_id: endpointId } = row;
  // A delivery to the webhookUrl of a try-on has no endpoint and is signed like those of the account's newest one.
  const found = await prisma.$queryRaw<{ secret: string; previous: string | null }[]>`
    SELECT secret, CASE WHEN previous_secret_expires_at > now() THEN previous_secret END AS previous
    FROM webhook_endpoints WHERE account_id = ${accountId} AND env = ${env}::key_env AND (${endpointId}::text IS NULL OR id = ${endpointId})
    ORDER BY created_at DESC, id DESC LIMIT 1`;
  const secrets = found.flatMap(({ secret, previous }) => (previous === null ? [secret] : [secret, previous]));
  return { id, url, payload, attempt, secrets };
}

export function toDeliveryRow(row: WebhookDelivery): DeliveryRow {
  const { id, resourceId, url, endpointId, status, attempts } = row;
  const { nextAttemptAt, lastStatus, lastError, createdAt, deliveredAt } = row;
  return {
    ...{
      id,
      resourceId,
      url,
      endpointId,
      status,
      attempts,
      nextAttemptAt,
      lastStatus,
      lastError,
      createdAt,
      deliveredAt,
    },
    env: row.env,
    event: row.event as WebhookEvent,
    payload: row.payload as DeliveryRow['payload'],
  };
}
