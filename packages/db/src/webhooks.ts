import { newId, type KeyEnv, type ListenedEvent, type Owner } from '@drape/contracts';
import { createWebhookDeliveries, type WebhookDeliveries } from './webhook-deliveries';
import type { PrismaClient } from './prisma';

export type { DeliveryFilter, DeliveryListing, DeliveryPage, DeliveryParent } from './delivery-lists';
export type { DeliveryRow } from './delivery-row';
export type { ClaimedDelivery, StoredPicture } from './webhook-deliveries';

/** A receiver of events. Secrets are stored in plain text, because they sign. */
export interface WebhookRow {
  readonly id: string;
  readonly owner: Owner;
  readonly url: string;
  readonly events: readonly ListenedEvent[];
  readonly secret: string;
  readonly enabled: boolean;
  readonly description: string | null;
  /** null outside a rotation. */
  readonly previousSecretExpiresAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewWebhook {
  /** Made where missing. */
  readonly id?: string;
  readonly owner: Owner;
  readonly url: string;
  readonly events: readonly ListenedEvent[];
  readonly secret: string;
  /** Default true. */
  readonly enabled?: boolean;
  readonly description?: string | null;
}

/** Changes to a webhook; undefined keeps a field. */
export interface WebhookChange {
  readonly url?: string;
  readonly events?: readonly ListenedEvent[];
  readonly enabled?: boolean;
  readonly description?: string | null;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface Webhooks extends WebhookDeliveries {
  insert(webhook: NewWebhook): Promise<WebhookRow>;
  /** null where the account already has this many. Exact under concurrency. */
  insertUpTo(max: number, webhook: NewWebhook): Promise<WebhookRow | null>;
  count(owner: Owner): Promise<number>;
  /** Latest first, with the total. */
  list(owner: Owner, page: Page): Promise<{ rows: WebhookRow[]; total: number }>;
  find(owner: Owner, id: string): Promise<WebhookRow | null>;
  /** null: there is none. Pending deliveries go to a new URL, too. */
  update(owner: Owner, id: string, change: WebhookChange): Promise<WebhookRow | null>;
  /** Deletes the endpoint and its deliveries. False: there is none. */
  remove(owner: Owner, id: string): Promise<boolean>;
  /** The old secret signs alongside the new one for this long. */
  rotate(owner: Owner, id: string, next: { secret: string; overlapHours: number }): Promise<WebhookRow | null>;
}

export function createWebhooks(prisma: PrismaClient): Webhooks {
  const find = async ({ accountId, env }: Owner, id: string): Promise<WebhookRow | null> => {
    const row = await prisma.webhookEndpoint.findFirst({ where: { id, accountId, env } });
    return row && toWebhookRow(row);
  };
  return {
    ...createWebhookDeliveries(prisma),
    async insert({ id = newId('whk'), owner: { accountId, env }, events, ...rest }) {
      const data = { ...rest, id, accountId, env, events: [...events] };
      return toWebhookRow(await prisma.webhookEndpoint.create({ data }));
    },
    async insertUpTo(max, { id = newId('whk'), owner, url, events, secret, enabled = true, description = null }) {
      const { accountId, env } = owner;
      const [, made] = await prisma.$transaction([
        // The next one to count waits here until this transaction is over. Foreign keys to the account do not wait for it.
        prisma.$queryRaw`SELECT id FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`,
        prisma.$executeRaw`
          INSERT INTO webhook_endpoints (id, account_id, env, url, events, secret, enabled, description)
          SELECT ${id}, ${accountId}, ${env}::key_env, ${url}, ${[...events]}::text[], ${secret}, ${enabled}, ${description}
          WHERE (SELECT count(*) FROM webhook_endpoints WHERE account_id = ${accountId} AND env = ${env}::key_env) < ${max}::int`,
      ]);
      return made === 1 ? find(owner, id) : null;
    },
    count: ({ accountId, env }) => prisma.webhookEndpoint.count({ where: { accountId, env } }),
    async list({ accountId, env }, { limit, offset }) {
      const [rows, total] = await Promise.all([
        prisma.webhookEndpoint.findMany({ where: { accountId, env }, orderBy: LATEST, skip: offset, take: limit }),
        prisma.webhookEndpoint.count({ where: { accountId, env } }),
      ]);
      return { rows: rows.map(toWebhookRow), total };
    },
    find,
    async update(owner, id, change) {
      const { accountId, env } = owner;
      const { events, ...rest } = change;
      const data = { ...rest, ...(events === undefined ? {} : { events: [...events] }), updatedAt: new Date() };
      const { count } = await prisma.webhookEndpoint.updateMany({ where: { id, accountId, env }, data });
      return count === 0 ? null : find(owner, id);
    },
    async remove({ accountId, env }, id) {
      return (await prisma.webhookEndpoint.deleteMany({ where: { id, accountId, env } })).count === 1;
    },
    async rotate(owner, id, { secret, overlapHours }) {
      await prisma.$executeRaw`
        UPDATE webhook_endpoints SET previous_secret = secret, secret = ${secret}, updated_at = now(),
          previous_secret_expires_at = now() + ${overlapHours}::int * interval '1 hour'
        WHERE id = ${id} AND account_id = ${owner.accountId} AND env = ${owner.env}::key_env`;
      return find(owner, id);
    },
  };
}

const LATEST = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

interface WebhookColumns extends Omit<WebhookRow, 'events' | 'owner'> {
  readonly accountId: string;
  readonly env: KeyEnv;
  readonly events: readonly string[];
}

function toWebhookRow(row: WebhookColumns): WebhookRow {
  const { id, accountId, env, url, secret, enabled, description, previousSecretExpiresAt, createdAt, updatedAt } = row;
  const lasts = previousSecretExpiresAt !== null && previousSecretExpiresAt.getTime() > Date.now();
  return {
    id,
    owner: { accountId, env },
    url,
    secret,
    enabled,
    description,
    createdAt,
    updatedAt,
    events: row.events as readonly ListenedEvent[],
    previousSecretExpiresAt: lasts ? previousSecretExpiresAt : null,
  };
}
