import type { Owner } from '@drape/contracts';
import { Prisma, type PrismaClient } from './prisma';
import { COUNT_REQUESTS } from './usage';

/** How long requests are kept. */
export const REQUEST_LOG_DAYS = 7;

/** Milliseconds; null where the part did not occur. */
export interface RequestTiming {
  readonly total: number;
  readonly auth: number | null;
  readonly queue: number | null;
  readonly render: number | null;
  readonly store: number | null;
}

/** One request of an account: what it was and how it ended, without its content. */
export interface RequestLogRow {
  readonly id: string;
  readonly owner: Owner;
  readonly apiKeyId: string;
  readonly method: string;
  /** With the names of its parameters, not their values. */
  readonly route: string;
  /** null: the client went away before the answer. */
  readonly status: number | null;
  readonly errorCode: string | null;
  readonly tryOnId: string | null;
  readonly timing: RequestTiming;
  readonly createdAt: Date;
}

export interface NewRequestLog extends RequestLogRow {
  /** It used a unit of the account's hour. */
  readonly usedQuota: boolean;
}

export interface RequestLogListing {
  readonly owner: Owner;
  readonly status: number | null;
  readonly route: string | null;
  /** The last request of the previous page; it need not match the filter. */
  readonly startingAfter: string | null;
  readonly limit: number;
}

export interface RequestLogs {
  /**
   * Inserts all of them and counts them as usage, in one statement. Rows that exist already are neither changed nor counted again, so the
   * call can be repeated.
   */
  write(rows: readonly NewRequestLog[]): Promise<void>;
  find(owner: Owner, id: string): Promise<RequestLogRow | null>;
  /** Latest first, by id; null where `startingAfter` is not one of the owner's. */
  listPage(listing: RequestLogListing): Promise<{ rows: RequestLogRow[]; hasMore: boolean } | null>;
}

export function createRequestLogs(prisma: PrismaClient): RequestLogs {
  const find = async (owner: Owner, id: string): Promise<RequestLogRow | null> => {
    const [row] = await select(prisma, Prisma.sql`l.id = ${id} AND ${ownedBy(owner)}`);
    return row ?? null;
  };
  return {
    write: (rows) => write(prisma, rows),
    find,
    async listPage({ owner, status, route, startingAfter, limit }) {
      if (startingAfter !== null && (await find(owner, startingAfter)) === null) return null;
      const conditions = [
        ownedBy(owner),
        ...(startingAfter === null ? [] : [Prisma.sql`l.id COLLATE "C" < ${startingAfter}`]),
        ...(status === null ? [] : [Prisma.sql`l.status = ${status}::int`]),
        ...(route === null ? [] : [Prisma.sql`l.route = ${route}`]),
      ];
      const where = Prisma.join(conditions, ' AND ');
      const rows = await select(prisma, Prisma.sql`${where} ORDER BY l.id COLLATE "C" DESC LIMIT ${limit + 1}`);
      return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
    },
  };
}

const ownedBy = ({ accountId, env }: Owner): Prisma.Sql =>
  Prisma.sql`l.account_id = ${accountId} AND l.env = ${env}::key_env`;

/** Rows of deleted accounts are skipped: they must not keep the others from being written. */
async function write(prisma: PrismaClient, rows: readonly NewRequestLog[]): Promise<void> {
  if (rows.length === 0) return;
  const given = JSON.stringify(rows.map(({ owner, ...rest }) => ({ ...rest, ...owner })));
  await prisma.$executeRaw`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${given}::jsonb) AS g(
        id text, "accountId" text, env text, "apiKeyId" text, method text, route text, status int, "errorCode" text, "tryOnId" text,
        timing jsonb, "createdAt" timestamptz, "usedQuota" boolean)),
    written AS (
      INSERT INTO request_logs (id, account_id, env, api_key_id, method, route, status, error_code, try_on_id, timing, created_at)
      SELECT g.id, a.id, g.env::key_env, g."apiKeyId", g.method, g.route, g.status, g."errorCode", g."tryOnId", g.timing, g."createdAt"
      FROM given g JOIN accounts a ON a.id = g."accountId"
      ON CONFLICT (id) DO NOTHING RETURNING *),
    used AS (SELECT w.* FROM written w JOIN given g USING (id) WHERE g."usedQuota")
    ${COUNT_REQUESTS}`;
}

interface LogColumns {
  readonly id: string;
  readonly account_id: string;
  readonly env: Owner['env'];
  readonly api_key_id: string;
  readonly method: string;
  readonly route: string;
  readonly status: number | null;
  readonly error_code: string | null;
  readonly try_on_id: string | null;
  readonly timing: RequestTiming;
  readonly created_at: Date;
}

async function select(prisma: PrismaClient, where: Prisma.Sql): Promise<RequestLogRow[]> {
  const rows = await prisma.$queryRaw<LogColumns[]>`
    SELECT l.id, l.account_id, l.env::text AS env, l.api_key_id, l.method, l.route, l.status, l.error_code, l.try_on_id, l.timing,
      l.created_at
    FROM request_logs l WHERE ${where}`;
  return rows.map((row) => ({
    id: row.id,
    owner: { accountId: row.account_id, env: row.env },
    apiKeyId: row.api_key_id,
    method: row.method,
    route: row.route,
    status: row.status,
    errorCode: row.error_code,
    tryOnId: row.try_on_id,
    timing: row.timing,
    createdAt: row.created_at,
  }));
}
