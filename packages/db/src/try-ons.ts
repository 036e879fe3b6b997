import type { Owner } from '@drape/contracts';
import type { PrismaClient } from './prisma';
import type { NewTryOn, TryOnRow } from './records';
import { createRenderClaims, type RenderClaims } from './render-claims';
import { createTryOnLists, type TryOnLists } from './try-on-lists';
import { createTryOnSweeps, type TryOnSweeps } from './try-on-sweeps';
import { createTryOnTransitions, type TryOnTransitions } from './try-on-transitions';
import { toTryOnRow } from './try-on-row';

const DEADLINE_MS = 120_000;
const RETENTION_SECONDS = 604_800;

export interface TryOns extends TryOnTransitions, TryOnSweeps, TryOnLists, RenderClaims {
  /** Puts a try-on on record. From here on it ends `completed`, `failed`, `canceled` or `expired`, whatever dies. */
  insertQueued(row: NewTryOn): Promise<void>;
  /** For the API: another account's id is as good as an unknown one. */
  findForAccount(owner: Owner, id: string): Promise<TryOnRow | null>;
  /** How many queued try-ons workers take before this one; 0 where it is not queued. Reads the whole queue: not for polling. */
  countAhead(id: string): Promise<number>;
  /** For workers, which have no account. */
  find(id: string): Promise<TryOnRow | null>;
  /** Takes a try-on off record. False: there is none. Its objects are the caller's to remove. */
  erase(owner: Owner, id: string): Promise<boolean>;
  /** Unfinished try-ons of an account: its share of the queue decides the priority of its next one. */
  countOpen(owner: Owner): Promise<number>;
}

export function createTryOns(prisma: PrismaClient): TryOns {
  return {
    ...createTryOnTransitions(prisma),
    ...createTryOnSweeps(prisma),
    ...createTryOnLists(prisma),
    ...createRenderClaims(prisma),
    insertQueued: (row) => insertQueued(prisma, row),
    async findForAccount({ accountId, env }, id) {
      const row = await prisma.tryOn.findFirst({ where: { id, accountId, env } });
      return row && toTryOnRow(row);
    },
    async find(id) {
      const row = await prisma.tryOn.findUnique({ where: { id } });
      return row && toTryOnRow(row);
    },
    countAhead: (id) => countAhead(prisma, id),
    async erase({ accountId, env }, id) {
      const [{ count }] = await prisma.$transaction([
        prisma.tryOn.deleteMany({ where: { id, accountId, env } }),
        prisma.webhookDelivery.deleteMany({ where: { accountId, env, resourceId: id } }),
      ]);
      return count === 1;
    },
    countOpen: ({ accountId, env }) =>
      prisma.tryOn.count({ where: { accountId, env, status: { in: ['queued', 'processing'] } } }),
  };
}

/** Queued try-ons of a better priority, or as good and older: the order in which workers take them. */
async function countAhead(prisma: PrismaClient, id: string): Promise<number> {
  const rows = await prisma.$queryRaw<{ ahead: number }[]>`
    SELECT count(other.id)::int AS ahead FROM try_ons own
    LEFT JOIN try_ons other ON other.status = 'queued' AND other.env = own.env AND (other.priority, other.created_at) < (own.priority, own.created_at)
    WHERE own.id = ${id}`;
  return rows[0]?.ahead ?? 0;
}

/** Written by hand, because the deadline counts from the database's clock, not from a gateway's. */
async function insertQueued(prisma: PrismaClient, row: NewTryOn): Promise<void> {
  const deadlineMs = row.deadlineMs ?? DEADLINE_MS;
  await prisma.$executeRaw`
    INSERT INTO try_ons (
      id, account_id, env, session_id, product_id, api_key_id, client_token_id, batch_id, min_quality, request_id, gateway_id, traceparent, priority, deadline_at,
      product_image_url, category_requested, photo_key, photo_sha256, photo_bytes, output_format, retention_seconds,
      size, fit_preference, department, webhook_url, metadata, consent, warnings
    ) VALUES (
      ${row.id}, ${row.owner.accountId}, ${row.owner.env}::key_env, ${row.sessionId}, ${row.productId ?? null},
      ${row.apiKeyId ?? null}, ${row.clientTokenId ?? null}, ${row.batchId ?? null}, ${row.minQuality ?? 'fair'},
      ${row.requestId}, ${row.gatewayId}, ${row.traceparent ?? null}, ${row.priority ?? 0},
      now() + ${deadlineMs}::float8 * interval '1 millisecond',
      ${row.productImageUrl}, ${row.categoryRequested ?? null}, ${row.photoKey}, ${row.photoSha256}, ${row.photoBytes},
      ${row.outputFormat ?? 'jpeg'}, ${row.retentionSeconds ?? RETENTION_SECONDS},
      ${row.size ?? null}, ${row.fitPreference ?? null}, ${row.department ?? null}, ${row.webhookUrl ?? null},
      ${JSON.stringify(row.metadata ?? {})}::jsonb,
      ${row.consent ? JSON.stringify(row.consent) : null}::jsonb,
      ${JSON.stringify(row.warnings ?? [])}::jsonb
    )`;
}
