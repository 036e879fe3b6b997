import { isTerminal, MAX_ATTEMPTS } from '@drape/contracts';
import { endTryOns, type SweptColumns } from './end-try-ons';
import { Prisma, type PrismaClient } from './prisma';
import type { CleanupTryOn, ResultRef, SweptTryOn } from './records';

/** What the reaper asks of the table. Several reapers at once do no harm: every change compares and sets. */
export interface TryOnSweeps {
  /** Queued rows that nobody has touched for that long: their job may be lost. Oldest first. */
  listStale(options: { olderThanMs: number; limit: number }): Promise<SweptTryOn[]>;
  /** Says that the row's job was seen waiting, so that the sweep leaves it alone for a while. */
  touchQueued(ids: readonly string[]): Promise<void>;
  /** Takes the right to enqueue the row's next job. False: another reaper was faster. */
  nextGeneration(id: string, generation: number): Promise<boolean>;
  /** processing → queued where the lease has run out and attempts are left. */
  requeueExpiredLeases(limit: number): Promise<SweptTryOn[]>;
  /** → failed (render_failed) where the attempts are used up. */
  failExhausted(limit: number): Promise<SweptTryOn[]>;
  /** queued → failed (render_failed): the row's jobs were lost too often. False: another reaper was faster. */
  giveUp(id: string, generation: number): Promise<boolean>;
  /** → expired past the deadline. */
  expireOverdue(limit: number): Promise<SweptTryOn[]>;
  /** Finished rows whose objects are to be removed and were not, for that long. */
  listCleanups(options: { olderThanMs: number; limit: number }): Promise<CleanupTryOn[]>;
  /** The photo and superseded results are gone, and with `keptResult` false every result. A kept one comes up again at its retention's end. */
  finishCleanup(id: string, keptResult: boolean): Promise<void>;
  /** Those of the ids that have no row. */
  listUnknown(ids: readonly string[]): Promise<string[]>;
  /** Those of the results that no row needs: it is gone, or has ended with another picture or none. */
  listUnneeded(results: readonly ResultRef[]): Promise<ResultRef[]>;
}

const INTERRUPTED = 'The try-on was interrupted too often; send it again.';

export function createTryOnSweeps(prisma: PrismaClient): TryOnSweeps {
  return {
    async listStale({ olderThanMs, limit }) {
      const rows = await prisma.$queryRaw<SweptColumns[]>`
        SELECT id, env::text AS env, attempt, generation, priority, gateway_id, request_id FROM try_ons
        WHERE status = 'queued' AND updated_at < now() - ${olderThanMs}::float8 * interval '1 millisecond'
        ORDER BY updated_at LIMIT ${limit}`;
      return rows.map(toSwept);
    },
    async touchQueued(ids) {
      if (ids.length === 0) return;
      await prisma.$executeRaw`UPDATE try_ons SET updated_at = now() WHERE id = ANY(${[...ids]}::text[]) AND status = 'queued'`;
    },
    async nextGeneration(id, generation) {
      const count = await prisma.$executeRaw`
        UPDATE try_ons SET generation = generation + 1, updated_at = now()
        WHERE id = ${id} AND generation = ${generation} AND status = 'queued'`;
      return count === 1;
    },
    ...createEndings(prisma),
    ...createCleanups(prisma),
  };
}

function createEndings(prisma: PrismaClient) {
  return {
    async requeueExpiredLeases(limit: number) {
      const rows = await prisma.$queryRaw<SweptColumns[]>`
        UPDATE try_ons SET status = 'queued', stage = NULL, lease_expires_at = NULL, updated_at = now()
        WHERE id IN (
          SELECT id FROM try_ons WHERE status = 'processing' AND lease_expires_at < now() AND attempt < ${MAX_ATTEMPTS}
          LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING id, env::text AS env, attempt, generation, priority, gateway_id, request_id`;
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
      );
      return ended.length === 1;
    },
    async expireOverdue(limit: number) {
      const rows = await endTryOns(
        prisma,
        Prisma.sql`
        UPDATE try_ons SET status = 'expired', lease_expires_at = NULL, completed_at = now(), updated_at = now(), cleanup_at = now()
        WHERE id IN (
          SELECT id FROM try_ons WHERE status IN ('queued', 'processing') AND deadline_at < now()
          LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
      );
      return rows.map(toSwept);
    },
  };
}

function createCleanups(prisma: PrismaClient) {
  return {
    async listCleanups({ olderThanMs, limit }: { olderThanMs: number; limit: number }) {
      const rows = await prisma.$queryRaw<{ id: string; photo_key: string; keep_key: string | null }[]>`
        SELECT id, photo_key, CASE WHEN expires_at > now() THEN result_key END AS keep_key FROM try_ons
        WHERE cleanup_at < now() - ${olderThanMs}::float8 * interval '1 millisecond' ORDER BY cleanup_at LIMIT ${limit}`;
      return rows.map((row) => ({ id: row.id, photoKey: row.photo_key, keepKey: row.keep_key }));
    },
    async finishCleanup(id: string, keptResult: boolean) {
      await prisma.$executeRaw`
        UPDATE try_ons SET photo_deleted_at = COALESCE(photo_deleted_at, now()),
          cleanup_at = CASE WHEN ${keptResult} THEN expires_at END
        WHERE id = ${id}`;
    },
    async listUnknown(ids: readonly string[]) {
      const known = await prisma.tryOn.findMany({ where: { id: { in: [...ids] } }, select: { id: true } });
      const knownIds = new Set(known.map(({ id }) => id));
      return ids.filter((id) => !knownIds.has(id));
    },
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

function toSwept(row: SweptColumns): SweptTryOn {
  const { id, env, attempt, generation, priority, gateway_id: gatewayId, request_id: requestId } = row;
  return { id, env, attempt, generation, priority, gatewayId, requestId };
}
