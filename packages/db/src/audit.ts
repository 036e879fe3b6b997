import type { KeyEnv, TryOnStatus } from '@drape/contracts';
import { Prisma, type PrismaClient } from './prisma';

/** What the doctor needs to know of a try-on. Times are seconds by the database's clock. */
export interface AuditedTryOn {
  readonly id: string;
  readonly accountId: string;
  readonly env: KeyEnv;
  readonly status: TryOnStatus;
  readonly attempt: number;
  readonly generation: number;
  readonly priority: number;
  readonly requestId: string;
  readonly gatewayId: string;
  readonly resultKey: string | null;
  readonly resultSha256: string | null;
  readonly errorCode: string | null;
  /** Since its deadline; negative before it. */
  readonly overdueSec: number;
  /** Since it was last updated. */
  readonly untouchedSec: number;
  /** Since its lease expired; null: it has none. */
  readonly leaseOverSec: number | null;
  /** Since it ended; null: it has not, by the row. */
  readonly endedSec: number | null;
  /** Since the end of its result's retention; null: there is none. */
  readonly retentionOverSec: number | null;
  /** The hour in which it ended, ISO 8601, where its end is still compared with the counts; else null. */
  readonly endedHour: string | null;
}

/** The owner of an input object's key: a try-on, a batch, or nobody. */
export interface KnownInput {
  readonly id: string;
  /** Whether an unfinished try-on needs it. */
  readonly isNeeded: boolean;
  /** Since the last of its try-ons ended. */
  readonly endedSec: number;
}

export interface CountedEnds {
  readonly accountId: string;
  readonly env: KeyEnv;
  readonly hour: string;
  readonly outcome: string;
  readonly tryOns: number;
}

/** How far back ends are compared with the counts. */
export const COUNTED_HOURS = 48;

/** Queries of the doctor: they change nothing, and read large tables page by page. */
export interface Audit {
  /** By id, after the given one. */
  listTryOns(options: { after: string; limit: number }): Promise<AuditedTryOn[]>;
  findTryOns(ids: readonly string[]): Promise<AuditedTryOn[]>;
  /** The given ids of try-ons and batches that have rows. */
  findInputs(ids: readonly string[]): Promise<KnownInput[]>;
  /** Try-ons of which receivers got two different ends. */
  listConflictingEnds(limit: number): Promise<string[]>;
  /** Idempotency keys that an account has more than once. */
  listDoubleKeys(limit: number): Promise<string[]>;
  /** The counts of the last {@link COUNTED_HOURS} hours. */
  listCounted(): Promise<CountedEnds[]>;
  /** Hours in which more requests used quota than were made, as account, mode and hour. */
  listOvercounted(limit: number): Promise<string[]>;
}

export function createAudit(prisma: PrismaClient): Audit {
  return {
    listTryOns: ({ after, limit }) =>
      prisma.$queryRaw<AuditedTryOn[]>`SELECT ${COLUMNS} FROM try_ons WHERE id > ${after} ORDER BY id LIMIT ${limit}`,
    findTryOns: (ids) =>
      prisma.$queryRaw<AuditedTryOn[]>`SELECT ${COLUMNS} FROM try_ons WHERE id = ANY(${[...ids]}::text[])`,
    findInputs: (ids) => prisma.$queryRaw<KnownInput[]>`
      SELECT name AS id, bool_or(status IN ('queued', 'processing')) AS "isNeeded",
        COALESCE(min(extract(epoch FROM now() - completed_at)), 0)::float8 AS "endedSec"
      FROM (
        SELECT id AS name, status, completed_at FROM try_ons WHERE id = ANY(${[...ids]}::text[])
        UNION ALL
        SELECT b.id, t.status, t.completed_at FROM batches b
        JOIN try_ons t ON t.account_id = b.account_id AND t.env = b.env AND t.batch_id = b.id
        WHERE b.id = ANY(${[...ids]}::text[])) named
      GROUP BY name`,
    async listConflictingEnds(limit) {
      const rows = await prisma.$queryRaw<{ id: string }[]>`
        SELECT resource_id AS id FROM webhook_deliveries
        WHERE event IN ('tryon.completed', 'tryon.failed', 'tryon.canceled', 'tryon.expired')
        GROUP BY resource_id HAVING count(DISTINCT event) > 1 ORDER BY 1 LIMIT ${limit}`;
      return rows.map(({ id }) => id);
    },
    async listDoubleKeys(limit) {
      const rows = await prisma.$queryRaw<{ name: string }[]>`
        SELECT concat_ws(' ', account_id, env, method, path) || ' ' || md5(key) AS name FROM idempotency_keys
        GROUP BY account_id, env, method, path, key HAVING count(*) > 1 ORDER BY 1 LIMIT ${limit}`;
      return rows.map(({ name }) => name);
    },
    listCounted: () => prisma.$queryRaw<CountedEnds[]>`
      SELECT account_id AS "accountId", env::text AS env, ${isoHour(Prisma.sql`hour`)} AS hour, outcome, sum(try_ons)::float8 AS "tryOns"
      FROM usage_hours WHERE hour >= ${FIRST_HOUR} AND outcome <> '' GROUP BY account_id, env, usage_hours.hour, outcome`,
    async listOvercounted(limit) {
      const rows = await prisma.$queryRaw<{ name: string }[]>`
        SELECT concat_ws(' ', u.account_id, u.env, ${isoHour(Prisma.sql`u.hour`)}) AS name
        FROM (SELECT account_id, env, hour, sum(requests) AS requests FROM usage_hours WHERE hour >= ${FIRST_HOUR} GROUP BY 1, 2, 3) u
        WHERE u.requests > (SELECT count(*) FROM request_logs l
          WHERE l.account_id = u.account_id AND l.env = u.env AND l.created_at >= u.hour AND l.created_at < u.hour + interval '1 hour')
        ORDER BY 1 LIMIT ${limit}`;
      return rows.map(({ name }) => name);
    },
  };
}

const isoHour = (hour: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`to_char(${hour} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24":00:00Z"')`;

const FIRST_HOUR = Prisma.sql`date_trunc('hour', now() - ${COUNTED_HOURS}::int * interval '1 hour', 'UTC')`;

const since = (time: Prisma.Sql): Prisma.Sql => Prisma.sql`extract(epoch FROM now() - ${time})::float8`;

const COLUMNS = Prisma.sql`
  id, account_id AS "accountId", env::text AS env, status::text AS status, attempt, generation, priority, request_id AS "requestId",
  gateway_id AS "gatewayId", result_key AS "resultKey", result_sha256 AS "resultSha256", error_code AS "errorCode",
  ${since(Prisma.sql`deadline_at`)} AS "overdueSec", ${since(Prisma.sql`updated_at`)} AS "untouchedSec",
  ${since(Prisma.sql`lease_expires_at`)} AS "leaseOverSec", ${since(Prisma.sql`completed_at`)} AS "endedSec",
  ${since(Prisma.sql`expires_at`)} AS "retentionOverSec",
  CASE WHEN completed_at >= ${FIRST_HOUR} THEN ${isoHour(Prisma.sql`date_trunc('hour', completed_at, 'UTC')`)} END AS "endedHour"`;
