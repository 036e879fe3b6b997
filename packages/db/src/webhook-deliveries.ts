import { newId, PING, type DeliveredEvent, type KeyEnv, type Owner } from '@drape/contracts';
import { listDeliveries, type DeliveryListing, type DeliveryPage, type DeliveryParent } from './delivery-lists';
import { toDeliveryRow, type DeliveryRow } from './delivery-row';
import { IS_HELD } from './delivery-sql';
import type { PrismaClient } from './prisma';

/** A delivery that this worker holds: it may finish it under this attempt number. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly env: KeyEnv;
  readonly event: DeliveredEvent;
  readonly url: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly attempt: number;
  /** The current one first, then the previous one during a rotation. Empty where the account has no endpoint any more. */
  readonly secrets: readonly string[];
  /** The picture it announces, and until when that is kept; null where there is none, or no longer one. */
  readonly picture: StoredPicture | null;
}

export interface StoredPicture {
  readonly key: string;
  /** null: indefinitely. */
  readonly expiresAt: Date | null;
}

export interface DueDelivery {
  readonly id: string;
  readonly attempts: number;
  readonly env: KeyEnv;
  /** 1 is the first of its account's due deliveries, 2 the next one. */
  readonly place: number;
}

export interface WebhookDeliveries {
  /**
   * Due deliveries that neither a worker holds nor a disabled endpoint; those about one resource, or all. Live ones first, then each
   * account's first, and so on.
   */
  listDue(options: { limit: number; resourceId?: string }): Promise<DueDelivery[]>;
  /** attempts + 1, held for this long. null: not due, over, gone, or held by another worker. */
  claimDelivery(id: string, options: { leaseMs: number }): Promise<ClaimedDelivery | null>;
  /** pending → delivered. False: the attempt has lost the delivery. */
  finishDelivery(id: string, attempt: number, reply: { status: number }): Promise<boolean>;
  /** The attempt failed: another one follows after `retryInMs`, or pending → failed where that is null. */
  failDelivery(
    id: string,
    attempt: number,
    reply: { status: number | null; error: string; retryInMs: number | null },
  ): Promise<boolean>;
  /** Restarts a delivery's schedule, whatever its state. null: there is none. */
  redeliver(owner: Owner, of: DeliveryParent, id: string): Promise<DeliveryRow | null>;
  listDeliveries(listing: DeliveryListing): Promise<DeliveryPage | null>;
  /** Inserts a ping for an endpoint of the owner, enabled or not. null: there is none. */
  ping(owner: Owner, endpointId: string): Promise<DeliveryRow | null>;
}

/** Everything beyond is last: BullMQ's priorities end at two million. */
const PLACE_MAX = 100_000;

export function createWebhookDeliveries(prisma: PrismaClient): WebhookDeliveries {
  return {
    listDue: ({ limit, resourceId = null }) => prisma.$queryRaw<DueDelivery[]>`
      WITH due AS (
        SELECT d.id, d.attempts, d.env, d.resource_id, d.next_attempt_at,
          LEAST(row_number() OVER (PARTITION BY d.account_id, d.env ORDER BY d.next_attempt_at, d.id), ${PLACE_MAX})::int AS place
        FROM webhook_deliveries d
      WHERE d.status = 'pending' AND d.next_attempt_at <= now() AND (d.lease_expires_at IS NULL OR d.lease_expires_at < now())
          AND NOT ${IS_HELD})
      SELECT id, attempts, env::text AS env, place FROM due
      WHERE ${resourceId}::text IS NULL OR resource_id = ${resourceId}
      ORDER BY due.env, place, next_attempt_at LIMIT ${limit}`,
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
    listDeliveries: (listing) => listDeliveries(prisma, listing),
    ping: (owner, endpointId) => ping(prisma, owner, endpointId),
  };
}

/** Its resource is itself: each ping is a separate message. */
async function ping(prisma: PrismaClient, { accountId, env }: Owner, endpointId: string): Promise<DeliveryRow | null> {
  const id = newId('evt');
  const payload = JSON.stringify({
    type: PING,
    timestamp: new Date().toISOString(),
    livemode: env === 'live',
    data: { id: endpointId },
  });
  await prisma.$executeRaw`
    INSERT INTO webhook_deliveries (id, account_id, env, endpoint_id, url, event, resource_id, payload, next_attempt_at)
    SELECT ${id}, e.account_id, e.env, e.id, e.url, ${PING}, ${id}, ${payload}::jsonb, now()
    FROM webhook_endpoints e WHERE e.id = ${endpointId} AND e.account_id = ${accountId} AND e.env = ${env}::key_env
    FOR KEY SHARE OF e`;
  const row = await prisma.webhookDelivery.findFirst({ where: { id, accountId, env } });
  return row && toDeliveryRow(row);
}

interface ClaimedColumns {
  readonly event: DeliveredEvent;
  readonly url: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly attempts: number;
  readonly account_id: string;
  readonly env: KeyEnv;
  readonly endpoint_id: string | null;
  readonly resource_id: string;
}

/** Uses the endpoint's current URL. */
async function claim(prisma: PrismaClient, id: string, leaseMs: number): Promise<ClaimedDelivery | null> {
  const won = await prisma.$queryRaw<ClaimedColumns[]>`
    UPDATE webhook_deliveries d SET attempts = attempts + 1,
      lease_expires_at = now() + ${leaseMs}::float8 * interval '1 millisecond',
      url = COALESCE((
        SELECT e.url FROM webhook_endpoints e
        WHERE e.id = d.endpoint_id AND e.account_id = d.account_id AND e.env = d.env), d.url)
    WHERE id = ${id} AND status = 'pending' AND next_attempt_at <= now()
      AND (lease_expires_at IS NULL OR lease_expires_at < now()) AND NOT ${IS_HELD}
    RETURNING event, url, payload, attempts, account_id, env::text AS env, endpoint_id, resource_id`;
  const row = won[0];
  if (row === undefined) return null;
  const { env, event, url, payload, attempts: attempt } = row;
  const [secrets, picture] = await Promise.all([secretsOf(prisma, row), pictureOf(prisma, row)]);
  return { id, env, event, url, payload, attempt, secrets, picture };
}

/** A delivery to a try-on's webhookUrl has no endpoint; it is signed like those of the account's newest one. */
async function secretsOf(
  prisma: PrismaClient,
  { account_id: accountId, env, endpoint_id: endpointId }: ClaimedColumns,
): Promise<string[]> {
  const found = await prisma.$queryRaw<{ secret: string; previous: string | null }[]>`
    SELECT secret, CASE WHEN previous_secret_expires_at > now() THEN previous_secret END AS previous
    FROM webhook_endpoints WHERE account_id = ${accountId} AND env = ${env}::key_env AND (${endpointId}::text IS NULL OR id = ${endpointId})
    ORDER BY created_at DESC, id DESC LIMIT 1`;
  return found.flatMap(({ secret, previous }) => (previous === null ? [secret] : [secret, previous]));
}

async function pictureOf(
  prisma: PrismaClient,
  { event, account_id: accountId, env, resource_id: id }: ClaimedColumns,
): Promise<StoredPicture | null> {
  if (event !== 'tryon.completed') return null;
  const row = await prisma.tryOn.findFirst({
    where: { id, accountId, env, status: 'completed' },
    select: { resultKey: true, expiresAt: true },
  });
  if (row === null || row.resultKey === null) return null;
  return { key: row.resultKey, expiresAt: row.expiresAt };
}
