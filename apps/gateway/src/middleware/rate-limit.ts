import {
  HOUR_MS,
  retryAfterSec,
  type RateLimiter,
  type RateLimitPolicy,
  type RateLimitState,
  type SlidingLogs,
} from '@drape/access';
import { ServiceError } from '@drape/contracts';
import type { Request, RequestHandler } from 'express';
import type { RateLimitMark } from '../context';

const HOUR: RateLimitPolicy = { name: 'hour', windowSec: HOUR_MS / 1000 };
const IP: RateLimitPolicy = { name: 'ip', windowSec: HOUR_MS / 1000 };

export interface RateLimitOptions {
  /** Of accounts: exact over all gateways. */
  readonly limiter: RateLimiter;
  /** Of addresses without a valid key: this gateway's own, so that strangers cost Redis nothing. */
  readonly addresses: SlidingLogs;
  readonly ipLimit: number;
}

/** Counts the request against its account, or its address, and refuses it when the hour is used up. */
export function rateLimit(options: RateLimitOptions): RequestHandler {
  return async (req, _res, next) => {
    const mark = await count(req, options);
    req.context.rateLimit = mark;
    if (!mark.state.allowed) throw tooMany(mark);
    next();
  };
}

async function count(req: Request, { limiter, addresses, ipLimit }: RateLimitOptions): Promise<RateLimitMark> {
  const { principal, requestId: member } = req.context;
  if (principal !== null) {
    const { accountId: subject, limitPerHour: limit } = principal;
    const state = await limiter.take({ subject, limit, member });
    return { state, policy: HOUR, refund: () => void limiter.refund(subject, member) };
  }
  const subject = req.ip ?? 'unknown';
  const state = isProbe(req.path)
    ? { ...addresses.peek(subject, ipLimit), allowed: true }
    : addresses.take({ subject, limit: ipLimit, member });
  return { state, policy: IP, refund: () => addresses.refund(subject, member) };
}

/** A load balancer asks every second, and must get its answer. */
function isProbe(path: string): boolean {
  return path === '/healthz' || path === '/readyz';
}

function tooMany({ state, policy }: { state: RateLimitState; policy: RateLimitPolicy }): ServiceError {
  const seconds = retryAfterSec(state);
  const who = policy === HOUR ? 'of the account' : 'for requests without a valid API key';
  const detail = `The limit ${who} of ${state.limit} requests an hour is used up; the next is possible in ${seconds} s.`;
  return new ServiceError('rate_limit_exceeded', { detail, retryAfterSec: seconds });
}
