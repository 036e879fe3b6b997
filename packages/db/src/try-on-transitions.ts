import { MAX_ATTEMPTS, type Owner, type Stage } from '@drape/contracts';
import { endTryOns, type OnTryOnEnd } from './end-try-ons';
import { Prisma, type PrismaClient } from './prisma';
import type { TryOnFailing, TryOnOutcome, TryOnRow } from './records';
import { toTryOnRow } from './try-on-row';

/** A row that this worker holds: it may finish it under this attempt number, and nobody else may. */
export interface ClaimedTryOn {
  readonly row: TryOnRow;
  readonly attempt: number;
}

/** Why a row cannot be claimed. `held`: another worker's lease runs for this much longer. */
export type ClaimRefusal =
  | { readonly reason: 'gone' | 'finished' | 'exhausted' | 'overdue' }
  | { readonly reason: 'held'; readonly remainingMs: number };

/**
 * The transitions of the state machine drawn in contracts' tryon-status.ts. Each is one compare-and-set UPDATE, so it happens at most once
 * however many processes try; those that finish are fenced by the attempt number. All times are the database's, so that a machine with a
 * wrong clock neither steals a lease nor keeps one.
 */
export interface TryOnTransitions {
  /** queued → processing, or processing → processing where the lease has expired; attempt + 1, at most MAX_ATTEMPTS. */
  claim(id: string, options: { leaseMs: number }): Promise<ClaimedTryOn | null>;
  /** Why `claim` returned null. */
  explainRefusal(id: string): Promise<ClaimRefusal>;
  /** False: the attempt has lost the row. */
  renewLease(id: string, attempt: number, leaseMs: number): Promise<boolean>;
  setStage(id: string, attempt: number, stage: Stage): Promise<boolean>;
  /** processing → completed. False: fenced off; the caller deletes what it stored. */
  complete(id: string, attempt: number, outcome: TryOnOutcome): Promise<boolean>;
  /** processing → failed. */
  fail(id: string, attempt: number, failing: TryOnFailing): Promise<boolean>;
  /** processing → queued: the attempt gives up, another may try. Counts as an attempt. */
  release(id: string, attempt: number): Promise<boolean>;
  /** queued | processing → canceled, by the client. */
  cancel(owner: Owner, id: string): Promise<boolean>;
}

export function createTryOnTransitions(prisma: PrismaClient, onEnd: OnTryOnEnd): TryOnTransitions {
  return {
    claim: (id, { leaseMs }) => claim(prisma, id, leaseMs),
    explainRefusal: (id) => explainRefusal(prisma, id),
    async renewLease(id, attempt, leaseMs) {
      const count = await prisma.$executeRaw`
        UPDATE try_ons SET lease_expires_at = now() + ${leaseMs}::float8 * interval '1 millisecond', updated_at = now()
        WHERE id = ${id} AND attempt = ${attempt} AND status = 'processing'`;
      return count === 1;
    },
    async setStage(id, attempt, stage) {
      const count = await prisma.$executeRaw`
        UPDATE try_ons SET stage = ${stage}, updated_at = now()
        WHERE id = ${id} AND attempt = ${attempt} AND status = 'processing'`;
      return count === 1;
    },
    complete: (id, attempt, outcome) => complete(prisma, { id, attempt, outcome }, onEnd),
    async fail(id, attempt, { code, detail, fields = {}, judged }) {
      const ended = await endTryOns(
        prisma,
        Prisma.sql`
        UPDATE try_ons SET status = 'failed', error_code = ${code}, error_detail = ${detail},
          error_fields = ${JSON.stringify(fields)}::jsonb, lease_expires_at = NULL,
          category = COALESCE(${judged?.category ?? null}, category),
          category_source = COALESCE(${judged?.categorySource ?? null}, category_source),
          quality = ${jsonOrNull(judged?.quality)}::jsonb, evidence = ${jsonOrNull(judged?.evidence)}::jsonb,
          completed_at = now(), updated_at = now(), cleanup_at = now()
        WHERE id = ${id} AND attempt = ${attempt} AND status = 'processing'`,
        onEnd,
      );
      return ended.length === 1;
    },
    async release(id, attempt) {
      const count = await prisma.$executeRaw`
        UPDATE try_ons SET status = 'queued', stage = NULL, lease_expires_at = NULL, updated_at = now()
        WHERE id = ${id} AND attempt = ${attempt} AND status = 'processing'`;
      return count === 1;
    },
    async cancel({ accountId, env }, id) {
      const ended = await endTryOns(
        prisma,
        Prisma.sql`
        UPDATE try_ons SET status = 'canceled', lease_expires_at = NULL, completed_at = now(), updated_at = now(), cleanup_at = now()
        WHERE id = ${id} AND account_id = ${accountId} AND env = ${env}::key_env AND status IN ('queued', 'processing')`,
        onEnd,
      );
      return ended.length === 1;
    },
  };
}

/** Missing values become SQL NULL, not JSON null. */
const jsonOrNull = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

async function claim(prisma: PrismaClient, id: string, leaseMs: number): Promise<ClaimedTryOn | null> {
  const won = await prisma.$queryRaw<{ attempt: number }[]>`
    UPDATE try_ons SET status = 'processing', attempt = attempt + 1, stage = NULL, render_key = NULL,
      lease_expires_at = now() + ${leaseMs}::float8 * interval '1 millisecond',
      started_at = COALESCE(started_at, now()), updated_at = now()
    WHERE id = ${id} AND attempt < ${MAX_ATTEMPTS} AND deadline_at > now()
      AND (status = 'queued' OR (status = 'processing' AND lease_expires_at < now()))
    RETURNING attempt`;
  const attempt = won[0]?.attempt;
  if (attempt === undefined) return null;
  const row = await prisma.tryOn.findUnique({ where: { id } });
  return row && { row: toTryOnRow(row), attempt };
}

async function explainRefusal(prisma: PrismaClient, id: string): Promise<ClaimRefusal> {
  const rows = await prisma.$queryRaw<
    { open: boolean; exhausted: boolean; overdue: boolean; remaining_ms: number | null }[]
  >`
    SELECT status IN ('queued', 'processing') AS open, attempt >= ${MAX_ATTEMPTS} AS exhausted, deadline_at <= now() AS overdue,
      (EXTRACT(EPOCH FROM lease_expires_at - now()) * 1000)::float8 AS remaining_ms
    FROM try_ons WHERE id = ${id}`;
  const row = rows[0];
  if (!row) return { reason: 'gone' };
  if (!row.open) return { reason: 'finished' };
  if (row.remaining_ms !== null && row.remaining_ms > 0)
    return { reason: 'held', remainingMs: Math.ceil(row.remaining_ms) };
  if (row.overdue) return { reason: 'overdue' };
  // A lease that expired between the two statements counts as held for a moment: the caller comes back.
  return row.exhausted ? { reason: 'exhausted' } : { reason: 'held', remainingMs: 0 };
}

interface Completion {
  readonly id: string;
  readonly attempt: number;
  readonly outcome: TryOnOutcome;
}

async function complete(
  prisma: PrismaClient,
  { id, attempt, outcome }: Completion,
  onEnd: OnTryOnEnd,
): Promise<boolean> {
  const { result } = outcome;
  const ended = await endTryOns(
    prisma,
    Prisma.sql`
    UPDATE try_ons SET status = 'completed', stage = 'done', lease_expires_at = NULL,
      category = ${outcome.category}, category_source = ${outcome.categorySource},
      result_key = ${result.key}, result_format = ${result.format}, result_width = ${result.width},
      result_height = ${result.height}, result_bytes = ${result.bytes}, result_sha256 = ${result.sha256},
      fit_score = ${outcome.fitScore}, fit = ${JSON.stringify(outcome.fit)}::jsonb,
      recommendations = ${[...outcome.recommendations]}::text[], advice = ${JSON.stringify(outcome.advice)}::jsonb,
      warnings = warnings || ${JSON.stringify(outcome.warnings)}::jsonb,
      quality = ${JSON.stringify(outcome.quality)}::jsonb,
      evidence = ${JSON.stringify(outcome.evidence)}::jsonb, stages = ${JSON.stringify(outcome.stages)}::jsonb,
      look = COALESCE(${jsonOrNull(outcome.look)}::jsonb, look), render_ms = ${Math.round(outcome.renderMs)}, cached = ${outcome.cached ?? false},
      completed_at = now(), updated_at = now(), cleanup_at = now(),
      expires_at = now() + retention_seconds * interval '1 second'
    WHERE id = ${id} AND attempt = ${attempt} AND status = 'processing'`,
    onEnd,
  );
  return ended.length === 1;
}
