import type { Redis } from 'ioredis';
import { SlidingLogs, type RateLimitState, type TakeRequest } from './sliding-log';

/**
 * Takes one unit out of an exact rolling window.
 *
 * Inputs: KEYS[1] sorted set of the subject (score = microseconds since 1970, member = request);
 *         ARGV[1] limit, ARGV[2] window in microseconds, ARGV[3] member.
 * Output: { 1 if let through, entries in the window, microseconds until the next unit, now in microseconds }, the last
 *         two as strings.
 * Effects: drops entries that left the window; adds the member if let through; the set expires with its last entry.
 * The time is Redis' own, so that the clocks of the gateways do not matter. Numbers are written with %.0f: Lua's own
 * conversion keeps 14 digits and would round the times to hundredths of a second.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local limit = tonumber(ARGV[1])
local window = tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - window))
local count = redis.call('ZCARD', KEYS[1])
local allowed = 0
if count < limit then
  allowed = 1
  count = count + 1
  redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[3])
  redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000))
end
local wait = 0
local at = math.max(0, count - limit)
local entry = redis.call('ZRANGE', KEYS[1], at, at, 'WITHSCORES')
if entry[2] then wait = tonumber(entry[2]) + window - now end
return { allowed, count, string.format('%.0f', wait), string.format('%.0f', now) }
`;

export interface RateLimiter {
  take(request: TakeRequest): Promise<RateLimitState>;
  /** Never throws: a unit that cannot be returned stays counted. */
  refund(subject: string, member: string): Promise<void>;
}

export interface RateLimiterOptions {
  /** A connection that fails fast: no offline queue. */
  readonly redis: Pick<Redis, 'eval' | 'zrem'>;
  readonly prefix: string;
  readonly windowMs?: number;
  /** How many gateways share the limit; while Redis is away each grants its share. */
  readonly gateways?: number;
  /** A slower Redis counts as away. */
  readonly timeoutMs?: number;
  /** How long Redis is not asked after a failure. */
  readonly retryAfterMs?: number;
  readonly now?: () => number;
  readonly onFallback?: (error: unknown) => void;
}

export const HOUR_MS = 3_600_000;

/**
 * The rate limit of accounts: exact over all gateways by one script in Redis. While Redis is away it falls back to a log in this process at
 * limit ÷ gateways, so that the API stays up and no account is unlimited.
 */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { redis, prefix, windowMs = HOUR_MS, gateways = 1, now = Date.now } = options;
  const { timeoutMs = 500, retryAfterMs = 1000 } = options;
  const local = new SlidingLogs(windowMs, now);
  let redisAwayUntil = 0;

  function keyOf(subject: string): string {
    return `${prefix}:rate:${subject}`;
  }

  async function takeFromRedis({ subject, limit, member }: TakeRequest): Promise<RateLimitState> {
    const reply = await withTimeout(timeoutMs, redis.eval(TAKE, 1, keyOf(subject), limit, windowMs * 1000, member));
    return parseReply(reply, limit);
  }

  async function take(request: TakeRequest): Promise<RateLimitState> {
    if (now() >= redisAwayUntil) {
      try {
        return await takeFromRedis(request);
      } catch (error) {
        redisAwayUntil = now() + retryAfterMs;
        options.onFallback?.(error);
      }
    }
    return local.take({ ...request, limit: Math.max(1, Math.floor(request.limit / gateways)) });
  }

  async function refund(subject: string, member: string): Promise<void> {
    local.refund(subject, member);
    if (now() < redisAwayUntil) return;
    try {
      await withTimeout(timeoutMs, redis.zrem(keyOf(subject), member));
    } catch (error) {
      redisAwayUntil = now() + retryAfterMs;
      options.onFallback?.(error);
    }
  }

  return { take, refund };
}

/**
 * The promise's value, or an error after `ms`. A busy event loop runs its timers before it reads its sockets, so a reply that has already
 * arrived gets one more turn: a slow gateway must not mistake itself for a slow Redis.
 */
async function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const giveUp = (): void => reject(new Error(`Redis did not answer within ${ms} ms`));
    timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), ms);
  });
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function parseReply(reply: unknown, limit: number): RateLimitState {
  const [allowed, count, waitUs, nowUs] = Array.isArray(reply) ? reply.map(Number) : [];
  if (allowed === undefined || count === undefined || waitUs === undefined || nowUs === undefined) {
    throw new TypeError('the rate-limit script answered something else than four numbers');
  }
  const remaining = Math.max(0, limit - count);
  return { allowed: allowed === 1, limit, remaining, waitMs: waitUs / 1000, nowMs: nowUs / 1000 };
}
