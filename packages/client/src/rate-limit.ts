/** What an answer says about the account's rate limit. */
export interface RateLimit {
  /** Requests in a rolling hour. */
  readonly limit: number;
  readonly remaining: number;
  /** When the next request becomes available. */
  readonly resetAt: Date;
}

/** Null where the answer has no such headers: it is not of this API. */
export function parseRateLimit(headers: Headers): RateLimit | null {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) => headers.get(`X-RateLimit-${name}`));
  if (!limit || !remaining || !reset) return null;
  return { limit: Number(limit), remaining: Number(remaining), resetAt: new Date(Number(reset) * 1000) };
}
