import { isTerminal, MAX_ATTEMPTS, type KeyEnv, type Owner } from '@drape/contracts';
import { endTryOns, type OnTryOnEnd, type SweptColumns } from './end-try-ons';
import { Prisma, type PrismaClient } from './prisma';
import type { CleanupTryOn, ResultRef, SweptTryOn } from './records';

/** The reaper's queries. Several reapers at once do no harm: every change is a compare-and-set. */
export interface TryOnSweeps {
  /** Queued rows untouched for this long: their job may be lost. Oldest first. */
  listStale(options: { olderThanMs: number; limit: number }): Promise<SweptTryOn[]>;
  /** Records that the rows' jobs are still waiting, so that the sweep leaves them alone for a while. */
  touchQueued(ids: readonly string[]): Promise<void>;
  /** Claims the right to enqueue the row's next job. False: another reaper was faster. */
  nextGeneration(id: string, generation: number): Promise<boolean>;
  /** processing → queued where the lease has expired and attempts are left. */
  requeueExpiredLeases(limit: number): Promise<SweptTryOn[]>;
  /** → failed (render_failed) where the attempts are used up. */
  failExhausted(limit: number): Promise<SweptTryOn[]>;
  /** queued → failed (render_failed): the row's jobs were lost too often. False: another reaper was faster. */
  giveUp(id: string, generation: number): Promise<boolean>;
  /** Milliseconds until the next try-on expires; negative where one is overdue, null where none is open. */
  untilNextDeadlineMs(): Promise<number | null>;
  /** → expired past the deadline. */
  expireOverdue(limit: number): Promise<SweptTryOn[]>;
  /** Finished rows whose objects should have been deleted this long ago. */
  listCleanups(options: { olderThanMs: number; limit: number }): Promise<CleanupTryOn[]>;
  /**
   * Records what was deleted: superseded results; without `keptResult` all results; without `keptPhoto` the photo, for the whole batch. A
   * kept result comes up again at the end of its retention.
   */
  finishCleanup(id: string, kept: { keptResult: boolean; keptPhoto?: boolean }): Promise<void>;
  /** Whether the batch has an unfinished try-on other than the named one. */
  isBatchOpen(owner: Owner, batchId: string, exceptId: string): Promise<boolean>;
  /** The given ids of try-ons without a row, and of batches without an unfinished one. */
  listUnknown(ids: readonly string[]): Promise<string[]>;
  /** The given results that no row needs: it is gone, or has ended with another result or none. */
  listUnneeded(results: readonly ResultRef[]): Promise<ResultRef[]>;
}

const OPEN = ['queued', 'processing'] as const;
const INTERRUPTED = 'The try-on was interrupted too often; send it again.';

export function createTryOnSweeps(prisma: PrismaClient, onEnd: OnTryOnEnd): TryOnSweeps {
  return {
    async listStale({ olderThanMs, limit }) {
      const rows = await prisma.$queryRaw<SweptColumns[]>`
        SELECT id, env::text AS env, attempt, generation, priority, gateway_id, request_id, traceparent FROM try_ons
        WHERE status = 'queued' AND updated_at < now() - ${olderThanMs}::float8 * interval '1 millisecond'
        ORDER BY updated_at LIMIT ${limit}`;
      return rows.map(toSwept);
    },
    async touchQueued(ids) {
      if (ids.length === 0) return;
      await prisma.$executeRaw`
        UPDATE try_ons SET updated_at = now() WHERE id IN (
          SELECT id FROM try_ons WHERE id = ANY(${[...ids]}::text[]) AND status = 'queued' FOR UPDATE SKIP LOCKED)`;
    },
    async nextGeneration(id, generation) {
      const count = await prisma.$executeRaw`
        UPDATE try_ons SET generation = generation + 1, updated_at = now()
        WHERE id = ${id} AND generation = ${generation} AND status = 'queued'`;
      return count === 1;
    },
    ...createEndings(prisma, onEnd),
    ...createCleanups(prisma),
  };
}

function createEndings(prisma: PrismaClient, onEnd: OnTryOnEnd) {
  return {
    async requeueExpiredLeases(limit: number) {
      const rows = await prisma.$queryRaw<SweptColumns[]>`
        UPDATE try_ons SET status = 'queued', stage = NULL, lease_expires_at = NULL, updated_at = now()
        WHERE id IN (
          SELECT id FROM try_ons WHERE status = 'processing' AND lease_expires_at < now() AND attempt < ${MAX_ATTEMPTS}
          LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING id, env::text AS env, attempt, generation, priority, gateway_id, request_id, traceparent`;
      return rows.map(toSwept);
    },
    async failExhausted(limit: number) {
      const rows = await endTryOns(
        prisma,
        Prisma.sql`
        UPDATE try_ons SET status = 'failed', error_code = 'render_failed', error_detail = ${INTERRUPTED},
          lease_expires_at = NULL, completed_at = now(), updated_at = now(), cleanup_at = now()
        WHERE id IN (
          SELECT id FROM try_ons
          WHERE attempt >= ${MAX_ATTEMPTS} AND (status = 'queued' OR (status = 'processing' AND lease_expires_at < now()))
          LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
        onEnd,
      );
      return rows.map(toSwept);
    },
    async giveUp(id: string, generation: number) {
      const ended = await endTryOns(
        prisma,
        Prisma.sql`
        UPDATE try_ons SET status = 'failed', error_code = 'render_failed', error_detail = ${INTERRUPTED},
          completed_at = now(), updated_at = now(), cleanup_at = now()
        WHERE id = ${id} AND generation = ${generation} AND status = 'queued'`,
        onEnd,
      );
      return ended.length === 1;
    },
    async untilNextDeadlineMs() {
      const [next] = await prisma.$queryRaw<{ ms: number | null }[]>`
        SELECT (extract(epoch FROM min(deadline_at) - clock_timestamp()) * 1000)::float8 AS ms
        FROM try_ons WHERE status IN ('queued', 'processing')`;
      return next?.ms ?? null;
    },
    async expireOverdue(limit: number) {
      const rows = await endTryOns(
        prisma,
        Prisma.sql`
        UPDATE try_ons SET status = 'expired', lease_expires_at = NULL, completed_at = now(), updated_at = now(), cleanup_at = now()
        WHERE id IN (
          SELECT id FROM try_ons WHERE status IN ('queued', 'processing') AND deadline_at < now()
          LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
        onEnd,
      );
      return rows.map(toSwept);
    },
  };
}

function createCleanups(prisma: PrismaClient) {
  return {
    async listCleanups({ olderThanMs, limit }: { olderThanMs: number; limit: number }) {
      const rows = await prisma.$queryRaw<CleanupColumns[]>`
        SELECT id, account_id, env::text AS env, photo_key, product_image_key, look IS NOT NULL AS is_look, batch_id, CASE WHEN expires_at > now() THEN result_key END AS keep_key FROM try_ons
        WHERE cleanup_at < now() - ${olderThanMs}::float8 * interval '1 millisecond' ORDER BY cleanup_at LIMIT ${limit}`;
      return rows.map(toCleanup);
    },
    finishCleanup: (id: string, kept: { keptResult: boolean; keptPhoto?: boolean }) => finishCleanup(prisma, id, kept),
    async isBatchOpen({ accountId, env }: Owner, batchId: string, exceptId: string) {
      const where = { accountId, env, batchId, id: { not: exceptId }, status: { in: [...OPEN] } };
      return (await prisma.tryOn.findFirst({ where, select: { id: true } })) !== null;
    },
    listUnknown: (ids: readonly string[]) => listUnknown(prisma, ids),
    async listUnneeded(results: readonly ResultRef[]) {
      const tryOnIds = [...new Set(results.map(({ tryOnId }) => tryOnId))];
      const rows = await prisma.tryOn.findMany({
        where: { id: { in: tryOnIds } },
        select: { id: true, status: true, resultKey: true },
      });
      const known = new Map(rows.map((row) => [row.id, row]));
      return results.filter(({ tryOnId, key }) => {
        const row = known.get(tryOnId);
        return row === undefined || (isTerminal(row.status) && row.resultKey !== key);
      });
    },
  };
}

interface CleanupColumns {
  readonly id: string;
  readonly account_id: string;
  readonly env: KeyEnv;
  readonly photo_key: string;
  readonly product_image_key: string | null;
  readonly is_look: boolean;
  readonly batch_id: string | null;
  readonly keep_key: string | null;
}

function toCleanup(row: CleanupColumns): CleanupTryOn {
  return {
    id: row.id,
    owner: { accountId: row.account_id, env: row.env },
    photoKey: row.photo_key,
    productImageKey: row.product_image_key,
    isLook: row.is_look,
    batchId: row.batch_id,
    keepKey: row.keep_key,
  };
}

/**
 * A deleted photo is gone for the whole batch: the last of its try-ons deletes it. Rows are locked in the order of their ids, as an erasure
 * of their session does.
 */
async function finishCleanup(
  prisma: PrismaClient,
  id: string,
  { keptResult, keptPhoto = false }: { keptResult: boolean; keptPhoto?: boolean },
): Promise<void> {
  await prisma.$executeRaw`
    WITH held AS (
      SELECT id FROM try_ons WHERE id = ANY(${id}::text || ARRAY(
        SELECT other.id FROM try_ons own
        JOIN try_ons other ON other.account_id = own.account_id AND other.env = own.env AND other.batch_id = own.batch_id
        WHERE own.id = ${id} AND NOT ${keptPhoto}))
      ORDER BY id FOR UPDATE)
    UPDATE try_ons SET
      cleanup_at = CASE WHEN id <> ${id} THEN cleanup_at WHEN ${keptResult} THEN expires_at END,
      photo_deleted_at = CASE WHEN ${keptPhoto} THEN photo_deleted_at ELSE COALESCE(photo_deleted_at, now()) END
    WHERE id IN (SELECT id FROM held)`;
}

async function listUnknown(prisma: PrismaClient, ids: readonly string[]): Promise<string[]> {
  const named = await prisma.tryOn.findMany({ where: { id: { in: [...ids] } }, select: { id: true } });
  const open = await prisma.tryOn.findMany({
    where: { batchId: { in: [...ids] }, status: { in: [...OPEN] } },
    select: { batchId: true },
    distinct: ['batchId'],
  });
  const known = new Set([...named.map(({ id }) => id), ...open.map(({ batchId }) => batchId)]);
  return ids.filter((id) => !known.has(id));
}

function toSwept(row: SweptColumns): SweptTryOn {
  const { id, env, attempt, generation, priority, gateway_id: gatewayId, request_id: requestId, traceparent } = row;
  return { id, env, attempt, generation, priority, gatewayId, requestId, traceparent };
}
