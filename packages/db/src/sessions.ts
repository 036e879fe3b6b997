import { newId, TRYON_STATUSES, type Owner, type TryOnStatus } from '@drape/contracts';
import { Prisma, type PrismaClient } from './prisma';
import type { ErasedSession, SessionRef, SessionRow, StoredTryOn } from './records';
import { recordDeletedEvent } from './record-deleted-event';
import { COUNT_ERASED } from './usage';
import { HAS_RESULT, WITHDRAWN } from './withdraw';

export interface Sessions {
  /** Finds or creates the client's session; creates one of ours where the client names none. */
  getOrCreate(owner: Owner, sessionId: string | null, maker?: SessionMaker): Promise<SessionRef>;
  /** By last use, latest first, with the total. */
  list(owner: Owner, page: { limit: number; offset: number }): Promise<{ rows: SessionRow[]; total: number }>;
  find(owner: Owner, sessionId: string): Promise<SessionRow | null>;
  /** Records the use of an existing session, only one that these publishable keys created where they are given. False: there is none. */
  touch(owner: Owner, sessionId: string, makers?: readonly string[]): Promise<boolean>;
  /** What decides who may use it; null where there is no such session. */
  peek(owner: Owner, sessionId: string): Promise<SessionHolder | null>;
  /**
   * To be called before objects are deleted: from here on the session's try-ons promise no picture. Returns what they have stored; empty
   * where there is no such session.
   */
  withdraw(owner: Owner, sessionId: string): Promise<StoredTryOn[]>;
  /**
   * Deletes the session, its try-ons and measurements; null where there is none. The caller deletes their objects: once the rows are gone,
   * the sweep of unknown objects finds what a crash left behind.
   */
  erase(owner: Owner, sessionId: string): Promise<ErasedSession | null>;
}

const PRODUCTS_MAX = 50;

/** Who creates a session: a publishable key may later name only its own. */
export interface SessionMaker {
  readonly apiKeyId?: string | null;
}

/** The key that a session is bound to. */
export interface SessionHolder {
  readonly createdAt: Date;
  /** The publishable key that created it; null for all others. */
  readonly apiKeyId: string | null;
}

const keyOf = ({ accountId, env }: Owner, id: string) => ({ accountId_env_id: { accountId, env, id } });

export function createSessions(prisma: PrismaClient, recordDays: number): Sessions {
  return {
    async getOrCreate({ accountId, env }, sessionId, { apiKeyId = null } = {}) {
      const rows = await prisma.$queryRaw<{ id: string; client_supplied: boolean; created: boolean }[]>`
        INSERT INTO sessions (account_id, env, id, client_supplied, api_key_id, expires_at)
        VALUES (${accountId}, ${env}::key_env, ${sessionId ?? newId('ses')}, ${sessionId !== null}, ${apiKeyId}, now() + ${recordDays}::int * interval '1 day')
        ON CONFLICT (account_id, env, id) DO UPDATE SET updated_at = now(), expires_at = EXCLUDED.expires_at
        RETURNING id, client_supplied, (xmax = 0) AS created`;
      const row = rows[0];
      if (!row) throw new Error('an upsert of a session returned no row');
      return { id: row.id, clientSupplied: row.client_supplied, created: row.created };
    },
    async list({ accountId, env }, { limit, offset }) {
      const [sessions, total] = await Promise.all([
        prisma.session.findMany({
          where: { accountId, env },
          orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
          skip: offset,
          take: limit,
        }),
        prisma.session.count({ where: { accountId, env } }),
      ]);
      return { rows: await withHistory(prisma, { accountId, env }, sessions), total };
    },
    async find(owner, sessionId) {
      const session = await prisma.session.findUnique({ where: keyOf(owner, sessionId) });
      const [row = null] = session === null ? [] : await withHistory(prisma, owner, [session]);
      return row;
    },
    async touch({ accountId, env }, sessionId, makers) {
      const madeBy = makers === undefined ? Prisma.empty : Prisma.sql`AND api_key_id = ANY(${[...makers]}::text[])`;
      const count = await prisma.$executeRaw`
        UPDATE sessions SET updated_at = now(), expires_at = now() + ${recordDays}::int * interval '1 day'
        WHERE account_id = ${accountId} AND env = ${env}::key_env AND id = ${sessionId} ${madeBy}`;
      return count === 1;
    },
    async peek(owner, sessionId) {
      const select = { createdAt: true, apiKeyId: true } as const;
      return prisma.session.findUnique({ where: keyOf(owner, sessionId), select });
    },
    withdraw: (owner, sessionId) =>
      prisma.$queryRaw<StoredTryOn[]>`
        WITH ${lockedTryOns(owner, sessionId)}
        UPDATE try_ons SET ${WITHDRAWN} WHERE id IN (SELECT id FROM held)
        RETURNING id, photo_key AS "photoKey"`,
    erase: (owner, sessionId) => erase(prisma, owner, sessionId),
  };
}

interface SessionColumns {
  readonly id: string;
  readonly clientSupplied: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date | null;
}

interface HistoryColumns {
  readonly session_id: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly last_id: string | null;
  readonly last_status: TryOnStatus | null;
  readonly last_product_id: string | null;
  readonly last_created_at: Date | null;
  readonly products: string[];
  readonly measurements_id: string | null;
}

/** Two queries per page of sessions, whatever its length. */
async function withHistory(
  prisma: PrismaClient,
  { accountId, env }: Owner,
  sessions: readonly SessionColumns[],
): Promise<SessionRow[]> {
  if (sessions.length === 0) return [];
  const ids = sessions.map(({ id }) => id);
  const history = await prisma.$queryRaw<HistoryColumns[]>`
    SELECT s.id AS session_id,
      COALESCE((SELECT jsonb_object_agg(c.status, c.n) FROM (
        SELECT status::text, count(*)::int AS n FROM try_ons WHERE account_id = ${accountId} AND env = ${env}::key_env AND session_id = s.id GROUP BY status
      ) c), '{}') AS counts,
      last.id AS last_id, last.status::text AS last_status, last.product_id AS last_product_id, last.created_at AS last_created_at,
      ARRAY(
        SELECT product_id FROM try_ons WHERE account_id = ${accountId} AND env = ${env}::key_env AND session_id = s.id AND product_id IS NOT NULL
        GROUP BY product_id ORDER BY max(created_at) DESC LIMIT ${PRODUCTS_MAX}) AS products,
      (SELECT id FROM measurements WHERE account_id = ${accountId} AND env = ${env}::key_env AND session_id = s.id
        ORDER BY created_at DESC, id DESC LIMIT 1) AS measurements_id
    FROM sessions s
    LEFT JOIN LATERAL (
      SELECT id, status, product_id, created_at FROM try_ons WHERE account_id = ${accountId} AND env = ${env}::key_env AND session_id = s.id
      ORDER BY created_at DESC, id DESC LIMIT 1) last ON true
    WHERE s.account_id = ${accountId} AND s.env = ${env}::key_env AND s.id = ANY(${ids}::text[])`;
  const byId = new Map(history.map((row) => [row.session_id, row]));
  return sessions.map((session) => ({ ...toRow(session, byId.get(session.id)), owner: { accountId, env } }));
}

function toRow(session: SessionColumns, history: HistoryColumns | undefined): Omit<SessionRow, 'owner'> {
  const { id, clientSupplied, createdAt, updatedAt, expiresAt } = session;
  return {
    ...{ id, clientSupplied, createdAt, updatedAt, expiresAt },
    statusCounts: toCounts(history?.counts ?? {}),
    lastTryOn: toLastTryOn(history),
    products: history?.products ?? [],
    measurementsId: history?.measurements_id ?? null,
  };
}

function toCounts(counts: Readonly<Record<string, number>>): Record<TryOnStatus, number> {
  const all: Record<TryOnStatus, number> = {
    queued: 0,
    processing: 0,
    completed: 0,
    failed: 0,
    canceled: 0,
    expired: 0,
  };
  for (const status of TRYON_STATUSES) all[status] = counts[status] ?? 0;
  return all;
}

function toLastTryOn(history: HistoryColumns | undefined): SessionRow['lastTryOn'] {
  if (!history?.last_id || !history.last_status || !history.last_created_at) return null;
  const { last_id: id, last_status: status, last_product_id: productId, last_created_at: createdAt } = history;
  return { id, status, productId, createdAt };
}

/**
 * The session's try-ons, locked in the order of their ids. Two statements that lock the same rows in different orders deadlock, and the
 * table's own order changes with every update.
 */
const lockedTryOns = ({ accountId, env }: Owner, sessionId: string): Prisma.Sql => Prisma.sql`
  held AS (
    SELECT id FROM try_ons WHERE account_id = ${accountId} AND env = ${env}::key_env AND session_id = ${sessionId}
    ORDER BY id FOR UPDATE)`;

interface ErasedColumns {
  readonly id: string;
  readonly photo_key: string;
  readonly has_photo: boolean;
  readonly has_result: boolean;
}

async function erase(prisma: PrismaClient, owner: Owner, sessionId: string): Promise<ErasedSession | null> {
  const { accountId, env } = owner;
  return prisma.$transaction(async (tx) => {
    // The lock keeps out a try-on that is being created: its insert waits for the session's row, and then finds none.
    const held = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM sessions WHERE account_id = ${accountId} AND env = ${env}::key_env AND id = ${sessionId} FOR UPDATE`;
    if (held.length === 0) return null;
    const tryOns = await tx.$queryRaw<ErasedColumns[]>`
      WITH ${lockedTryOns(owner, sessionId)},
      gone AS (DELETE FROM try_ons WHERE id IN (SELECT id FROM held) RETURNING *),
      ${COUNT_ERASED}
      SELECT id, photo_key, photo_deleted_at IS NULL AS has_photo, ${HAS_RESULT} AS has_result FROM gone`;
    const ids = tryOns.map(({ id }) => id);
    await tx.webhookDelivery.deleteMany({ where: { accountId, env, resourceId: { in: ids } } });
    const measurements = await tx.measurement.deleteMany({ where: { accountId, env, sessionId } });
    const uploads = await tx.upload.count({
      where: { accountId, env, sessionId, deletedAt: null, OR: [{ reusable: true }, { usedAt: null }] },
    });
    await tx.session.delete({ where: keyOf(owner, sessionId) });
    await recordDeletedEvent(tx, owner, sessionId);
    return {
      tryOns: tryOns.map((row) => ({ id: row.id, photoKey: row.photo_key })),
      // The try-ons of a batch share a photo.
      photos: new Set(tryOns.filter((row) => row.has_photo).map((row) => row.photo_key)).size,
      results: tryOns.filter((row) => row.has_result).length,
      measurements: measurements.count,
      uploads,
    };
  });
}
