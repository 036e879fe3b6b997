import { createHash, type Hash } from 'node:crypto';
import { isId, newId, ServiceError } from '@drape/contracts';
import type { Database, IdempotencyScope } from '@drape/db';
import { LIMITS } from './limits';
import type { Principal } from './context';
import type { Answer } from './respond';
import type { ApiRequest, Idempotent } from '../routes/route';
import { textOf } from '../tryon/request/text-of';

/** A request still unfinished after this time died with its gateway; another may take over. */
export const STALE_MS = 2 * LIMITS.preferWaitSecMax * 1000;
/** Checking whether a resource exists waits for nothing. */
const AT_ONCE = { waitSec: 0, respondAsync: false } as const;
const KEY = /^[\x20-\x7e]{1,255}$/;

/** The key that the client sent, raw or quoted; null without one. Throws ServiceError invalid_idempotency_key. */
export function parseIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (!KEY.test(key)) {
    const detail = `Idempotency-Key must have 1 to 255 printable ASCII characters, got ${key.length}.`;
    throw new ServiceError('invalid_idempotency_key', { detail, param: 'Idempotency-Key' });
  }
  return key;
}

/**
 * The namespace of a key. Keys sent from pages must collide neither with another shopper's nor with the shop's: a client token's belong to
 * its session, a publishable key's to the session that the body names. null: the account's own.
 */
export function holderOf({ kind, keyId, keyFamily, clientToken }: Principal, body: unknown): string | null {
  if (clientToken !== null) return `ct ${clientToken.sessionId}`;
  if (kind !== 'pk') return null;
  const named = textOf(body, 'sessionId') ?? '';
  return `pk ${keyFamily[0] ?? keyId} ${isId('ses', named) ? named : ''}`;
}

export interface IdempotentCall {
  readonly db: Pick<Database, 'idempotencyKeys'>;
  readonly scope: IdempotencyScope;
  readonly request: ApiRequest;
  readonly idempotent: Idempotent;
  readonly handle: (request: ApiRequest) => Promise<Answer>;
}

/**
 * Runs a request at most once per key; a repetition gets the answer of the first, in its current state.
 *
 * Throws: ServiceError idempotency_key_reused for another body, idempotency_request_in_progress while the first request has not stored
 * anything; whatever `handle` throws, and then the key is free again.
 */
export async function callOnce({ db, scope, request, idempotent, handle }: IdempotentCall): Promise<Answer> {
  const reservation = await db.idempotencyKeys.reserve(scope, {
    fingerprint: fingerprint(request.body),
    resourceId: newId(idempotent.prefix),
    staleMs: STALE_MS,
  });
  if (reservation.kind === 'reused') throw new ServiceError('idempotency_key_reused');
  const { resourceId } = reservation;
  if (reservation.kind !== 'reserved') {
    const answer = await idempotent.replay(request, resourceId);
    if (answer !== null) return { ...answer, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } };
    if (reservation.kind === 'in_progress') {
      throw new ServiceError('idempotency_request_in_progress', { retryAfterSec: 1 });
    }
    throw new ServiceError('idempotency_key_reused', { detail: 'What this Idempotency-Key made was deleted since.' });
  }
  try {
    const answer = await handle({ ...request, newResourceId: resourceId });
    await db.idempotencyKeys.complete(scope, idOf(answer.data) ?? resourceId);
    return answer;
  } catch (error) {
    // A failure after the row was inserted must not free the key: the repetition finds the row.
    const isOnRecord = await isMade(idempotent, { ...request, preference: AT_ONCE }, resourceId);
    if (!isOnRecord) await db.idempotencyKeys.release(scope).catch(() => undefined);
    throw error;
  }
}

/** A resource that the request may not see exists, too. */
async function isMade({ replay }: Idempotent, request: ApiRequest, resourceId: string): Promise<boolean> {
  try {
    return (await replay(request, resourceId)) !== null;
  } catch (error) {
    return error instanceof ServiceError && error.code === 'idempotency_key_reused';
  }
}

function idOf(data: unknown): string | null {
  return typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string' ? data.id : null;
}

/** SHA-256 of the body with sorted keys, hex: key order and white space make no difference. */
export function fingerprint(body: unknown): string {
  const hash = createHash('sha256');
  feed(hash, body);
  return hash.digest('hex');
}

/** Strings are hashed with a length prefix and without escaping: a photo of many megabytes is not copied. */
function feed(hash: Hash, value: unknown): void {
  if (typeof value === 'string') {
    hash.update(`"${value.length}:`).update(value);
  } else if (Array.isArray(value)) {
    hash.update(`[${value.length}:`);
    for (const part of value) feed(hash, part);
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    hash.update(`{${entries.length}:`);
    for (const [key, part] of entries) {
      feed(hash, key);
      feed(hash, part);
    }
  } else {
    hash.update(`${String(value)};`);
  }
}
