export interface RetryOptions {
  /** Whether a later try may succeed. */
  readonly isTransient: (error: unknown) => boolean;
  /** How long new tries are started. */
  readonly forMs: number;
  readonly onRetry?: (error: unknown) => void;
}

const PAUSE_MS = 100;
const PAUSE_MS_MAX = 2_000;

/** Calls until it succeeds, an error is not transient, or the time is over; pauses grow to 2 s. Throws: the last error. */
export async function retry<T>(call: () => Promise<T>, { isTransient, forMs, onRetry }: RetryOptions): Promise<T> {
  const end = performance.now() + forMs;
  for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
    try {
      return await call();
    } catch (error) {
      if (!isTransient(error) || performance.now() + pauseMs > end) throw error;
      onRetry?.(error);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
