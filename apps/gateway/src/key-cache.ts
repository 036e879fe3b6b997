import type { Clock } from '@drape/runtime';
import type { FindKeyByHash } from './middleware/authenticate';

export interface KeyCache {
  readonly find: FindKeyByHash;
  /** Forgets a key, or all of them, so that a revocation is seen at once. */
  forget(hash?: string): void;
}

/** At most this long a revoked key still works where the message that it was revoked got lost. */
const FRESH_MS = 30_000;
const KEYS_MAX = 10_000;

type Found = Awaited<ReturnType<FindKeyByHash>>;

/**
 * Remembers verified keys. Unknown ones are not remembered: a stranger could fill the memory with them. Requests that come
 * while a key is being looked up share the look-up. `onUse` runs once a look-up, for the last-used time.
 */
export function createKeyCache(deps: {
  findKeyByHash: FindKeyByHash;
  clock: Clock;
  onUse?: (keyId: string) => void;
}): KeyCache {
  const { findKeyByHash, clock, onUse } = deps;
  const entries = new Map<string, { found: Promise<Found>; untilMs: number }>();

  function lookUp(hash: string): Promise<Found> {
    const found = findKeyByHash(hash);
    entries.delete(hash);
    entries.set(hash, { found, untilMs: clock.monotonic() + FRESH_MS });
    const [oldest] = entries.keys();
    if (entries.size > KEYS_MAX && oldest !== undefined) entries.delete(oldest);
    const drop = (): void => {
      if (entries.get(hash)?.found === found) entries.delete(hash);
    };
    found.then((record) => (record === null ? drop() : onUse?.(record.id)), drop);
    return found;
  }

  return {
    async find(hash) {
      const entry = entries.get(hash);
      const found = await (entry !== undefined && clock.monotonic() < entry.untilMs ? entry.found : lookUp(hash));
      const expired = found?.expiresAt !== null && found !== null && found.expiresAt.getTime() <= clock.now();
      return expired ? { ...found, status: found.status === 'revoked' ? 'revoked' : 'expired' } : found;
    },
    forget(hash) {
      if (hash === undefined) entries.clear();
      else entries.delete(hash);
    },
  };
}
