import type { Clock } from '@drape/runtime';
import type { FindKeyByHash } from '../middleware/authenticate';

export interface KeyCache {
  readonly find: FindKeyByHash;
  /** Forgets a key, or all of them, so that a revocation is seen at once. */
  forget(hash?: string): void;
}

/** How long a key is trusted while changes are announced, and while they are not: the promise is a second. */
const FRESH_MS = 30_000;
const FRESH_OFFLINE_MS = 500;
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
  /** Whether changes of keys are being announced to us. Default: they are. */
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
