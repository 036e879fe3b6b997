import { SCOPES, type KeyEnv, type KeyKind, type Scope } from '@drape/contracts';
import { toPlan } from './accounts';
import { Prisma } from './generated/client';
import type { PrismaClient } from './prisma';
import type { ApiKeyRecord, NewApiKey } from './records';

export interface ApiKeys {
  /** By the SHA-256 of the whole key, hex. Expired and revoked keys are found too: the caller tells the client which. */
  findByHash(hash: string): Promise<ApiKeyRecord | null>;
  insert(key: NewApiKey): Promise<void>;
  /** Notes the use, at most once a minute a key. */
  touch(id: string): Promise<void>;
  revoke(accountId: string, id: string): Promise<boolean>;
  /** For the command line: by id alone. */
  find(id: string): Promise<ApiKeyRecord | null>;
  /** The account's keys, newest first. */
  list(accountId: string): Promise<ApiKeyRecord[]>;
  /** Lets an active key end in so many seconds, or earlier where it does so already. */
  endIn(accountId: string, id: string, seconds: number): Promise<boolean>;
}

export function createApiKeys(prisma: PrismaClient): ApiKeys {
  return {
    findByHash: (hash) => findByHash(prisma, hash),
    async insert(key) {
      await prisma.apiKey.create({
        data: {
          ...{ id: key.id, accountId: key.accountId, name: key.name ?? '', kind: key.kind, env: key.env },
          ...{ hash: key.hash, last4: key.last4, scopes: [...key.scopes] },
          allowedOrigins: [...(key.allowedOrigins ?? [])],
          expiresAt: key.expiresAt ?? null,
        },
      });
    },
    async find(id) {
      const [row] = await select(prisma, Prisma.sql`k.id = ${id}`);
      return row ?? null;
    },
    list: (accountId) => select(prisma, Prisma.sql`k.account_id = ${accountId} ORDER BY k.created_at DESC, k.id DESC`),
    async endIn(accountId, id, seconds) {
      const count = await prisma.$executeRaw`
        UPDATE api_keys SET expires_at = LEAST(expires_at, now() + ${seconds}::float8 * interval '1 second')
        WHERE id = ${id} AND account_id = ${accountId} AND revoked_at IS NULL`;
      return count === 1;
    },
    async touch(id) {
      await prisma.$executeRaw`
        UPDATE api_keys SET last_used_at = now()
        WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`;
    },
    async revoke(accountId, id) {
      const count = await prisma.$executeRaw`
        UPDATE api_keys SET revoked_at = now() WHERE id = ${id} AND account_id = ${accountId} AND revoked_at IS NULL`;
      return count === 1;
    },
  };
}

interface KeyColumns {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly kind: KeyKind;
  readonly env: KeyEnv;
  readonly last4: string;
  readonly scopes: string[];
  readonly allowed_origins: string[];
  readonly expires_at: Date | null;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly status: 'active' | 'expired' | 'revoked';
  readonly account_status: 'active' | 'suspended';
  readonly own_limit: number | null;
  readonly plan_id: string;
  readonly plan_limit: number;
  readonly own_in_flight: number | null;
  readonly plan_in_flight: number;
}

async function findByHash(prisma: PrismaClient, hash: string): Promise<ApiKeyRecord | null> {
  const [row] = await select(prisma, Prisma.sql`k.hash = ${hash}`);
  return row ?? null;
}

/** One statement, because every request of the API makes it; expiry is judged by the database's clock. */
async function select(prisma: PrismaClient, where: Prisma.Sql): Promise<ApiKeyRecord[]> {
  const rows = await prisma.$queryRaw<KeyColumns[]>`
    SELECT k.id, k.account_id, k.name, k.kind::text AS kind, k.env::text AS env, k.last4, k.scopes, k.allowed_origins, k.expires_at,
      k.created_at, k.last_used_at,
      CASE WHEN k.revoked_at <= now() THEN 'revoked' WHEN k.expires_at <= now() THEN 'expired' ELSE 'active' END AS status,
      a.status::text AS account_status, a.limit_per_hour AS own_limit, p.id AS plan_id, p.limit_per_hour AS plan_limit,
      a.in_flight_max AS own_in_flight, p.in_flight_max AS plan_in_flight
    FROM api_keys k JOIN accounts a ON a.id = k.account_id JOIN plans p ON p.id = a.plan_id
    WHERE ${where}`;
  return rows.map(toRecord);
}

function toRecord(row: KeyColumns): ApiKeyRecord {
  const { id, name, kind, env, last4, status } = row;
  return {
    ...{ id, accountId: row.account_id, name, kind, env, last4, status, accountStatus: row.account_status },
    scopes: row.scopes.filter(isScope),
    allowedOrigins: row.allowed_origins,
    ...{ expiresAt: row.expires_at, createdAt: row.created_at, lastUsedAt: row.last_used_at },
    plan: toPlan({
      limitPerHour: row.own_limit,
      inFlightMax: row.own_in_flight,
      plan: { id: row.plan_id, limitPerHour: row.plan_limit, inFlightMax: row.plan_in_flight },
    }),
  };
}

/** A scope that this version does not know grants nothing. */
function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}
