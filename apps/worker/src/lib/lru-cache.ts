export interface LruCacheOptions<T> {
  readonly bytesMax: number;
  /** Entries older than this are dropped, even while nobody reads the cache. Default: kept until evicted. */
  readonly ageMsMax?: number;
  readonly now: () => number;
  /** Called with each dropped value. */
  readonly onForgotten?: (value: T) => void;
}

export interface LruCache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  readonly bytes: number;
}

interface Entry<T> {
  readonly value: T;
  readonly bytes: number;
  readonly since: number;
}

/** Keeps the most recently used values within a memory budget, counted by the typed arrays that a value holds. */
export function createLruCache<T>(options: LruCacheOptions<T>): LruCache<T> {
  const { bytesMax, ageMsMax = Infinity, now, onForgotten } = options;
  const entries = new Map<string, Entry<T>>();
  let bytes = 0;

  function forget(key: string): void {
    const entry = entries.get(key);
    if (!entry) return;
    bytes -= entry.bytes;
    entries.delete(key);
    onForgotten?.(entry.value);
  }

  function forgetOld(): void {
    for (const [key, entry] of entries) if (now() - entry.since > ageMsMax) forget(key);
  }

  return {
    get(key) {
      forgetOld();
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value) {
      forget(key);
      forgetOld();
      const entry = { value, bytes: arrayBytes(value), since: now() };
      entries.set(key, entry);
      bytes += entry.bytes;
      if (Number.isFinite(ageMsMax)) setTimeout(forgetOld, ageMsMax + 1).unref();
      for (const oldest of entries.keys()) {
        if (bytes <= bytesMax) break;
        forget(oldest);
      }
    },
    get bytes() {
      return bytes;
    },
  };
}

/** Bytes of all typed arrays reachable from a value, each buffer once. */
export function arrayBytes(value: unknown): number {
  const seen = new Set<unknown>();
  const open: unknown[] = [value];
  let total = 0;
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item !== 'object' || item === null || seen.has(item)) continue;
    seen.add(item);
    if (ArrayBuffer.isView(item)) {
      if (!seen.has(item.buffer)) total += item.buffer.byteLength;
      seen.add(item.buffer);
    } else {
      for (const member of Object.values(item)) if (typeof member === 'object') open.push(member);
    }
  }
  return total;
}
