import type { Owner } from '@drape/contracts';
import type { PrismaClient } from './prisma';

/** What a client's Idempotency-Key is bound to. */
export interface IdempotencyScope {
  readonly owner: Owner;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  /** The key's namespace within the account, where many clients share it: two holders' keys never collide. null: the account's own. */
  readonly holder?: string | null;
}

export type Reservation =
  /** Continue with this id. */
  | { readonly kind: 'reserved'; readonly resourceId: string }
  /** Another request is running, or died a moment ago; its row, if any, has this id. */
  | { readonly kind: 'in_progress'; readonly resourceId: string }
  | { readonly kind: 'done'; readonly resourceId: string }
  /** The key was used with another body. */
  | { readonly kind: 'reused' };

export interface IdempotencyKeys {
  /**
   * Reserves the key for this request, or reports its state. A request that died keeps its resource id, so that whoever takes over after
   * `staleMs` cannot insert a second row.
   */
  reserve(
    scope: IdempotencyScope,
    request: { fingerprint: string; resourceId: string; staleMs: number },
  ): Promise<Reservation>;
  /** The request has succeeded; its answer can be repeated by this id. */
  complete(scope: IdempotencyScope, resourceId: string): Promise<void>;
  /** The request was rejected: the client may try again with the same key. */
  release(scope: IdempotencyScope): Promise<void>;
  /** Deletes keys older than a day. Returns their number. */
  sweep(): Promise<number>;
}

const KEPT_HOURS = 24;

interface KeyColumns {
  readonly resource_id: string | null;
  readonly fingerprint: string;
  readonly state: 'in_progress' | 'done';
}

export function createIdempotencyKeys(prisma: PrismaClient): IdempotencyKeys {
  return {
    reserve: (scope, request) => reserve(prisma, scope, request),
    async complete(scope, resourceId) {
      const { owner, method, path } = scope;
      const { accountId, env } = owner;
      const key = boundKey(scope);
      await prisma.$executeRaw`
        UPDATE idempotency_keys SET state = 'done', resource_id = ${resourceId}
        WHERE account_id = ${accountId} AND env = ${env}::key_env AND method = ${method} AND path = ${path} AND key = ${key}`;
    },
    async release(scope) {
      const { owner, method, path } = scope;
      const { accountId, env } = owner;
      const key = boundKey(scope);
      await prisma.$executeRaw`
        DELETE FROM idempotency_keys
        WHERE account_id = ${accountId} AND env = ${env}::key_env AND method = ${method} AND path = ${path} AND key = ${key} AND state = 'in_progress'`;
    },
    sweep: () => prisma.$executeRaw`DELETE FROM idempotency_keys WHERE expires_at < now()`,
  };
}

/** The stored key. Client keys are printable, so a line feed can come only from here. */
function boundKey({ key, holder = null }: IdempotencyScope): string {
  return holder === null ? key : `${holder}\n${key}`;
}

/** One upsert reserves the key, so only one of two concurrent requests does; the look-up explains a rejection. */
async function reserve(
  prisma: PrismaClient,
  scope: IdempotencyScope,
  { fingerprint, resourceId, staleMs }: { fingerprint: string; resourceId: string; staleMs: number },
): Promise<Reservation> {
  const { method, path } = scope;
  const { accountId, env } = scope.owner;
  const key = boundKey(scope);
  const taken = await prisma.$queryRaw<{ resource_id: string }[]>`
    INSERT INTO idempotency_keys (account_id, env, method, path, key, fingerprint, resource_id, expires_at)
    VALUES (${accountId}, ${env}::key_env, ${method}, ${path}, ${key}, ${fingerprint}, ${resourceId},
      now() + ${KEPT_HOURS}::int * interval '1 hour')
    ON CONFLICT (account_id, env, method, path, key) DO UPDATE SET
      resource_id = CASE WHEN idempotency_keys.expires_at <= now() THEN EXCLUDED.resource_id ELSE idempotency_keys.resource_id END,
      fingerprint = EXCLUDED.fingerprint, state = 'in_progress', created_at = now(), expires_at = EXCLUDED.expires_at
    WHERE idempotency_keys.expires_at <= now() OR (
      idempotency_keys.state = 'in_progress' AND idempotency_keys.fingerprint = EXCLUDED.fingerprint
      AND idempotency_keys.created_at < now() - ${staleMs}::float8 * interval '1 millisecond')
    RETURNING resource_id`;
  if (taken[0] !== undefined) return { kind: 'reserved', resourceId: taken[0].resource_id };
  const found = await prisma.$queryRaw<KeyColumns[]>`
    SELECT resource_id, fingerprint, state::text AS state FROM idempotency_keys
    WHERE account_id = ${accountId} AND env = ${env}::key_env AND method = ${method} AND path = ${path} AND key = ${key}`;
  const row = found[0];
  // Released between the two statements: the client is asked to come back, as if the other request were still running.
  if (row === undefined) return { kind: 'in_progress', resourceId };
  if (row.fingerprint !== fingerprint) return { kind: 'reused' };
  return { kind: row.state, resourceId: row.resource_id ?? resourceId };
}
