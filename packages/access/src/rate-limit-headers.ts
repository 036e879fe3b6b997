import type { RateLimitState } from './sliding-log';

export interface RateLimitPolicy {
  /** `hour` for accounts, `ip` for requests without a key. */
  readonly name: string;
  readonly windowSec: number;
}

/** Whole seconds until the next unit becomes available, at least 1 where the client must wait. */
export function retryAfterSec(state: RateLimitState): number {
  return Math.ceil(Math.max(0, state.waitMs) / 1000);
}

/**
 * Headers of every response: the common `X-RateLimit-*`, and the fields of the IETF draft "RateLimit header fields for HTTP"
 * (draft-ietf-httpapi-ratelimit-headers-10).
 */
export function rateLimitHeaders(state: RateLimitState, { name, windowSec }: RateLimitPolicy): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(state.limit),
    'X-RateLimit-Remaining': String(state.remaining),
    'X-RateLimit-Reset': String(Math.ceil((state.nowMs + Math.max(0, state.waitMs)) / 1000)),
    'RateLimit-Policy': `"${name}";q=${state.limit};w=${windowSec}`,
    RateLimit: `"${name}";r=${state.remaining};t=${retryAfterSec(state)}`,
  };
}
