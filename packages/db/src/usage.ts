import type { Owner, TryOnStatus, UsageGroup } from '@drape/contracts';
import { Prisma, type PrismaClient } from './prisma';

/** How long usage is kept. */
export const USAGE_DAYS = 400;

/** Usage in a period, or of one group in it. */
export interface UsageRow {
  /** The hour or day (UTC, ISO 8601), the id of the key, the category or the final status; null: it had none. */
  readonly group: string | null;
  /** Requests that used a unit of the account's hour; null where requests cannot be grouped so. */
  readonly requests: number | null;
  /** Ended try-ons, in whatever way. */
  readonly tryOns: number;
  readonly completed: number;
  readonly failed: number;
  readonly canceled: number;
  readonly expired: number;
  /** Completed try-ons that reused a result. */
  readonly cached: number;
  /** Render time, milliseconds. */
  readonly renderMs: number;
}

export interface UsageQuestion {
  readonly owner: Owner;
  readonly from: Date;
  /** Not included. */
  readonly until: Date;
  readonly groupBy: UsageGroup;
}

export interface Usage {
  /** In the order of the groups; empty groups are left out. */
  read(question: UsageQuestion): Promise<UsageRow[]>;
}

type FinalStatus = Exclude<TryOnStatus, 'queued' | 'processing'>;

export function createUsage(prisma: PrismaClient): Usage {
  return {
    async read({ owner: { accountId, env }, from, until, groupBy }) {
      const ofTryOns = groupBy === 'category' || groupBy === 'outcome';
      const rows = await prisma.$queryRaw<UsageRow[]>`
        SELECT ${GROUPS[groupBy]} AS "group",
          CASE WHEN ${ofTryOns} THEN NULL ELSE sum(requests)::float8 END AS requests,
          sum(try_ons)::float8 AS "tryOns", ${ended('completed')} AS completed, ${ended('failed')} AS failed,
          ${ended('canceled')} AS canceled, ${ended('expired')} AS expired,
          sum(cached)::float8 AS cached, sum(render_ms)::float8 AS "renderMs"
        FROM usage_hours
        WHERE account_id = ${accountId} AND env = ${env}::key_env AND hour >= ${from.toISOString()}::timestamptz
          AND hour < ${until.toISOString()}::timestamptz
          AND (NOT ${ofTryOns} OR try_ons > 0)
        GROUP BY 1 ORDER BY 1`;
      return rows;
    },
  };
}

const ended = (status: FinalStatus): Prisma.Sql =>
  Prisma.sql`COALESCE(sum(try_ons) FILTER (WHERE outcome = ${status}), 0)::float8`;

const GROUPS: Readonly<Record<UsageGroup, Prisma.Sql>> = {
  hour: Prisma.sql`to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
  day: Prisma.sql`to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  key: Prisma.sql`NULLIF(api_key_id, '')`,
  category: Prisma.sql`NULLIF(category, '')`,
  outcome: Prisma.sql`outcome`,
};

/** Rows with the columns of try_ons. A missing key or category counts as ''. */
interface EndedRows {
  /** Name of the rows within the statement. */
  readonly from: Prisma.Sql;
  readonly outcome: Prisma.Sql;
}

/**
 * An INSERT that counts try-ons which end now, for the statement that ends them: no crash can come in between. All such statements use the
 * same row order, so they cannot deadlock.
 */
export function countEnds({ from, outcome }: EndedRows): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO usage_hours AS u (account_id, env, hour, api_key_id, category, outcome, try_ons, cached, render_ms)
    SELECT account_id, env, date_trunc('hour', now(), 'UTC'), COALESCE(api_key_id, ''), COALESCE(category, category_requested, ''),
      ${outcome}, count(*), count(*) FILTER (WHERE cached), COALESCE(sum(render_ms) FILTER (WHERE NOT cached), 0)
    FROM ${from} GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (account_id, env, hour, api_key_id, category, outcome) DO UPDATE SET
      try_ons = u.try_ons + EXCLUDED.try_ons, cached = u.cached + EXCLUDED.cached, render_ms = u.render_ms + EXCLUDED.render_ms`;
}

/** Try-ons erased before they have ended count as canceled. `gone` are the rows that a DELETE returned. */
export const COUNT_ERASED = Prisma.sql`
  unfinished AS (SELECT * FROM gone WHERE status IN ('queued', 'processing')),
  counted AS (${countEnds({ from: Prisma.sql`unfinished`, outcome: Prisma.sql`'canceled'` })})`;

/** An INSERT that counts requests. `used` are new rows of request_logs that used a unit of their account's hour. */
export const COUNT_REQUESTS = Prisma.sql`
  INSERT INTO usage_hours AS u (account_id, env, hour, api_key_id, category, outcome, requests)
  SELECT account_id, env, date_trunc('hour', created_at, 'UTC'), api_key_id, '', '', count(*)
  FROM used GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (account_id, env, hour, api_key_id, category, outcome) DO UPDATE SET requests = u.requests + EXCLUDED.requests`;
