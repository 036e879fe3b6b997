import type { Owner, Scope } from '@drape/contracts';
import { IS_ACTIVE, selectKeys } from './api-key-row';
import { Prisma, type PrismaClient } from './prisma';
import type { ApiKeyRecord, NewApiKey } from './records';

/** Changes to a key; undefined keeps a field. */
export interface ApiKeyChange {
  readonly name?: string;
  readonly scopes?: readonly Scope[];
  readonly allowedOrigins?: readonly string[];
  readonly expiresAt?: Date | null;
}

/** The key that replaces another. Everything not named is copied from that one, including its expiry. */
export interface Successor {
  readonly id: string;
  /** SHA-256 of the key, hex. */
  readonly hash: string;
  readonly last4: string;
  /** How long the old key stays valid, unless it expires earlier. */
  readonly overlapSeconds: number;
}

/** Keys as the account's other keys see them: those of the same account and environment. */
export interface KeyManagement {
  findOwn(owner: Owner, id: string): Promise<ApiKeyRecord | null>;
  /** Latest first, with the total, including those that have ended. */
  listOwn(
    owner: Owner,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ rows: ApiKeyRecord[]; total: number }>;
  /** False where the owner already has this many active keys. Exact under concurrency. */
  insertUpTo(max: number, key: NewApiKey): Promise<boolean>;
  /** Changes an active key that was not rotated. False: there is no such key. */
  update(owner: Owner, id: string, change: ApiKeyChange): Promise<boolean>;
  /** Creates the successor of an active key, once. False: there is no such key, it has ended, or it has a successor. */
  rotate(owner: Owner, id: string, successor: Successor): Promise<boolean>;
}

export function createKeyManagement(prisma: PrismaClient): KeyManagement {
  return {
    async findOwn(owner, id) {
      const [row] = await selectKeys(prisma, Prisma.sql`k.id = ${id} AND ${ownedBy(owner)}`);
      return row ?? null;
    },
    async listOwn(owner, { limit, offset }) {
      const { accountId, env } = owner;
      const page = Prisma.sql`ORDER BY k.created_at DESC, k.id DESC LIMIT ${limit} OFFSET ${offset}`;
      const [rows, total] = await Promise.all([
        selectKeys(prisma, Prisma.sql`${ownedBy(owner)} ${page}`),
        prisma.apiKey.count({ where: { accountId, env } }),
      ]);
      return { rows, total };
    },
    insertUpTo: (max, key) => insertUpTo(prisma, max, key),
    update: (owner, id, change) => update(prisma, owner, id, change),
    rotate: (owner, id, successor) => rotate(prisma, owner, id, successor),
  };
}

const ownedBy = ({ accountId, env }: Owner): Prisma.Sql =>
  Prisma.sql`k.account_id = ${accountId} AND k.env = ${env}::key_env`;

async function insertUpTo(prisma: PrismaClient, max: number, key: NewApiKey): Promise<boolean> {
  const owner = { accountId: key.accountId, env: key.env };
  const [, made] = await prisma.$transaction([
    // The next one to count waits here until this transaction is over. Foreign keys to the account do not wait for it.
    prisma.$queryRaw`SELECT id FROM accounts WHERE id = ${key.accountId} FOR NO KEY UPDATE`,
    prisma.$executeRaw`
      INSERT INTO api_keys (id, account_id, name, kind, env, hash, last4, scopes, allowed_origins, expires_at)
      SELECT ${key.id}, ${key.accountId}, ${key.name ?? ''}, ${key.kind}::key_kind, ${key.env}::key_env, ${key.hash}, ${key.last4},
        ${[...key.scopes]}::text[], ${[...(key.allowedOrigins ?? [])]}::text[], ${key.expiresAt ?? null}::timestamptz
      WHERE (SELECT count(*) FROM api_keys k WHERE ${ownedBy(owner)} AND ${IS_ACTIVE}) < ${max}::int`,
  ]);
  return made === 1;
}

async function update(prisma: PrismaClient, owner: Owner, id: string, change: ApiKeyChange): Promise<boolean> {
  const { name = null, scopes = null, allowedOrigins = null, expiresAt } = change;
  const count = await prisma.$executeRaw`
    UPDATE api_keys k SET name = COALESCE(${name}, k.name),
      scopes = COALESCE(${scopes && [...scopes]}::text[], k.scopes),
      allowed_origins = COALESCE(${allowedOrigins && [...allowedOrigins]}::text[], k.allowed_origins),
      expires_at = CASE WHEN ${expiresAt !== undefined} THEN ${expiresAt ?? null}::timestamptz ELSE k.expires_at END
    WHERE k.id = ${id} AND ${ownedBy(owner)} AND ${IS_ACTIVE} AND k.replaced_by IS NULL`;
  return count === 1;
}

/** One statement: of two concurrent rotations one waits for the other's row, and then finds it replaced. */
async function rotate(prisma: PrismaClient, owner: Owner, id: string, successor: Successor): Promise<boolean> {
  const { hash, last4, overlapSeconds } = successor;
  const count = await prisma.$executeRaw`
    WITH old AS (
      SELECT * FROM api_keys k
      WHERE k.id = ${id} AND ${ownedBy(owner)} AND ${IS_ACTIVE} AND k.replaced_by IS NULL FOR UPDATE),
    ending AS (
      UPDATE api_keys k SET replaced_by = ${successor.id},
        expires_at = LEAST(k.expires_at, now() + ${overlapSeconds}::float8 * interval '1 second')
      FROM old WHERE k.id = old.id)
    INSERT INTO api_keys (id, account_id, name, kind, env, hash, last4, scopes, allowed_origins, expires_at)
    SELECT ${successor.id}, account_id, name, kind, env, ${hash}, ${last4}, scopes, allowed_origins, expires_at FROM old`;
  return count === 1;
}
