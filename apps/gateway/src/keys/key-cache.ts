import type { Clock } from '@drape/runtime';
import type { FindKeyByHash } from '../middleware/authenticate';

export interface KeyCache {
  readonly find: FindKeyByHash;
  /** Drops one key or all of them, so that a revocation takes effect at once. */
  forget(hash?: string): void;
}

/** How long a cached key is trusted while changes are announced, and while they are not: revocations are promised within a second. */
const FRESH_MS = 30_000;
const FRESH_OFFLINE_MS = 500;
const KEYS_MAX = 10_000;

type Found = Awaited<ReturnType<FindKeyByHash>>;

/**
 * Caches verified keys. Unknown keys are not cached: a stranger could fill the memory with them. Concurrent look-ups of a key share one
 * query. `onUse` runs once per look-up, for the last-used time.
 */
export function createKeyCache(deps: {
  findKeyByHash: FindKeyByHash;
  clock: Clock;
  onUse?: (keyId: string) => void;
  /** Whether announcements of key changes arrive. Default: they do. */
  isListening?: () => boolean;
}): KeyCache {
  const { findKeyByHash, clock, onUse, isListening = () => true } = deps;
  const entries = new Map<string, { found: Promise<Found>; sinceMs: number }>();
  const isFresh = ({ sinceMs }: { sinceMs: number }): boolean =>
    clock.monotonic() < sinceMs + (isListening() ? FRESH_MS : FRESH_OFFLINE_MS);

  function lookUp(hash: string): Promise<Found> {
    const found = findKeyByHash(hash);
    entries.delete(hash);
    entries.set(hash, { found, sinceMs: clock.monotonic() });
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
      const found = await (entry !== undefined && isFresh(entry) ? entry.found : lookUp(hash));
      const expired = found?.expiresAt !== null && found !== null && found.expiresAt.getTime() <= clock.now();
      return expired ? { ...found, status: found.status === 'revoked' ? 'revoked' : 'expired' } : found;
    },
    forget(hash) {
      if (hash === undefined) entries.clear();
      else entries.delete(hash);
    },
  };
}
