export interface WaitOptions {
  timeoutMs?: number;
  everyMs?: number;
  /** What did not happen, for the error. */
  what?: string;
}

/** Polls until `probe` gives something other than undefined, null or false, and returns it. Throws at the deadline. */
export async function waitFor<T>(
  probe: () => T | Promise<T>,
  { timeoutMs = 10_000, everyMs = 20, what = 'the condition' }: WaitOptions = {},
): Promise<Exclude<T, undefined | null | false>> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (isPresent(value)) return value;
    if (performance.now() > end) throw new Error(`${what} did not come true within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

function isPresent<T>(value: T): value is Exclude<T, undefined | null | false> {
  return value !== undefined && value !== null && value !== false;
}
