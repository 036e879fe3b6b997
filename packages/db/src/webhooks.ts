import { newId, type WebhookEvent } from '@drape/contracts';
import { createWebhookDeliveries, toDeliveryRow, type DeliveryRow, type WebhookDeliveries } from './webhook-deliveries';
import type { PrismaClient } from './prisma';

export type { ClaimedDelivery, DeliveryRow } from './webhook-deliveries';

/** A receiver of events. Secrets lie open, because they sign. */
export interface WebhookRow {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly secret: string;
  /** null where no rotation lasts. */
  readonly previousSecretExpiresAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewWebhook {
  /** Made where missing. */
  readonly id?: string;
  readonly accountId: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly secret: string;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface Webhooks extends WebhookDeliveries {
  insert(webhook: NewWebhook): Promise<WebhookRow>;
  count(accountId: string): Promise<number>;
  /** Latest first; with the number of all. */
  list(accountId: string, page: Page): Promise<{ rows: WebhookRow[]; total: number }>;
  find(accountId: string, id: string): Promise<WebhookRow | null>;
  /** Takes the endpoint and its deliveries off record. False: there is none. */
  remove(accountId: string, id: string): Promise<boolean>;
  /** The old secret signs beside the new one for that long. */
  rotate(accountId: string, id: string, next: { secret: string; overlapHours: number }): Promise<WebhookRow | null>;
  /** Latest first. */
  listDeliveries(accountId: string, id: string, page: Page): Promise<{ rows: DeliveryRow[]; total: number }>;
}

export function createWebhooks(prisma: PrismaClient): Webhooks {
  const find = async (accountId: string, id: string): Promise<WebhookRow | null> => {
    const row = await prisma.webhookEndpoint.findFirst({ where: { id, accountId } });
    return row && toWebhookRow(row);
  };
  return {
    ...createWebhookDeliveries(prisma),
    async insert({ id = newId('whk'), accountId, url, events, secret }) {
      const data = { id, accountId, url, events: [...events], secret };
      return toWebhookRow(await prisma.webhookEndpoint.create({ data }));
    },
    count: (accountId) => prisma.webhookEndpoint.count({ where: { accountId } }),
    async list(accountId, { limit, offset }) {
      const [rows, total] = await Promise.all([
        prisma.webhookEndpoint.findMany({ where: { accountId }, orderBy: LATEST, skip: offset, take: limit }),
        prisma.webhookEndpoint.count({ where: { accountId } }),
      ]);
      return { rows: rows.map(toWebhookRow), total };
    },
    find,
    async remove(accountId, id) {
      return (await prisma.webhookEndpoint.deleteMany({ where: { id, accountId } })).count === 1;
    },
    async rotate(accountId, id, { secret, overlapHours }) {
      await prisma.$executeRaw`
        UPDATE webhook_endpoints SET previous_secret = secret, secret = ${secret}, updated_at = now(),
          previous_secret_expires_at = now() + ${overlapHours}::int * interval '1 hour'
        WHERE id = ${id} AND account_id = ${accountId}`;
      return find(accountId, id);
    },
    async listDeliveries(accountId, endpointId, { limit, offset }) {
      const where = { accountId, endpointId };
      const [rows, total] = await Promise.all([
        prisma.webhookDelivery.findMany({ where, orderBy: LATEST, skip: offset, take: limit }),
        prisma.webhookDelivery.count({ where }),
      ]);
      return { rows: rows.map(toDeliveryRow), total };
    },
  };
}

const LATEST = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

interface WebhookColumns extends Omit<WebhookRow, 'events'> {
  readonly events: readonly string[];
}

function toWebhookRow(row: WebhookColumns): WebhookRow {
  const { id, accountId, url, secret, previousSecretExpiresAt, createdAt, updatedAt } = row;
  const lasts = previousSecretExpiresAt !== null && previousSecretExpiresAt.getTime() > Date.now();
  return {
    ...{ id, accountId, url, secret, createdAt, updatedAt },
    events: row.events as readonly WebhookEvent[],
    previousSecretExpiresAt: lasts ? previousSecretExpiresAt : null,
  };
}
