/**
 * Asks at most once per `ms`; calls in between share the existing or pending answer. Failures are shared as well, so that what is away is
 * not asked by every caller.
 */
export function memoizeFor<T>(ms: number, ask: () => Promise<T>, now = () => performance.now()): () => Promise<T> {
  let shared: Promise<T> | null = null;
  let sinceMs = -Infinity;
  return () => {
    if (shared === null || now() - sinceMs >= ms) {
      sinceMs = now();
      shared = ask();
    }
    return shared;
  };
}
