/** The limiter's decision about one request. */
export interface RateLimitState {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests that remain after this one. */
  readonly remaining: number;
  /** Milliseconds until the next unit becomes available; 0 where the log is empty. */
  readonly waitMs: number;
  /** The limiter's own time, milliseconds since 1970. */
  readonly nowMs: number;
}

export interface TakeRequest {
  /** Whose requests are counted. */
  readonly subject: string;
  readonly limit: number;
  /** Identifies the request, so that it can be given back. */
  readonly member: string;
}

/**
 * An exact rolling window in memory: the pure equivalent of the Lua script, and its replacement while Redis is away. A log holds the times
 * of the requests accepted within the last `windowMs`; a request is accepted while the log has fewer entries than the limit.
 *
 * Cost: O(limit) memory per subject, amortised O(1) per request.
 */
export class SlidingLogs {
  private readonly logs = new Map<string, { at: number; member: string }[]>();

  constructor(
    private readonly windowMs: number,
    private readonly now: () => number,
    /** Above this number the least recently used subject is dropped. */
    private readonly subjectsMax = 10_000,
  ) {}

  take({ subject, limit, member }: TakeRequest): RateLimitState {
    const nowMs = this.now();
    const log = this.prune(subject, nowMs);
    const allowed = log.length < limit;
    if (allowed) log.push({ at: nowMs, member });
    this.keep(subject, log);
    return this.describe(log, { limit, allowed, nowMs });
  }

  /** The result of `take`, without taking. */
  peek(subject: string, limit: number): RateLimitState {
    const nowMs = this.now();
    const log = this.prune(subject, nowMs);
    return this.describe(log, { limit, allowed: log.length < limit, nowMs });
  }

  /** Gives back an accepted request that is not to be counted. */
  refund(subject: string, member: string): void {
    const log = this.logs.get(subject);
    const index = log?.findIndex((entry) => entry.member === member) ?? -1;
    if (index >= 0) log?.splice(index, 1);
  }

  private prune(subject: string, nowMs: number): { at: number; member: string }[] {
    const log = this.logs.get(subject) ?? [];
    let old = 0;
    while (old < log.length && (log[old]?.at ?? nowMs) <= nowMs - this.windowMs) old++;
    log.splice(0, old);
    return log;
  }

  /** A Map iterates in insertion order, so the first subject is the least recently used one. */
  private keep(subject: string, log: { at: number; member: string }[]): void {
    this.logs.delete(subject);
    if (log.length > 0) this.logs.set(subject, log);
    const [oldest] = this.logs.keys();
    if (this.logs.size > this.subjectsMax && oldest !== undefined) this.logs.delete(oldest);
  }

  private describe(
    log: readonly { at: number }[],
    { limit, allowed, nowMs }: { limit: number; allowed: boolean; nowMs: number },
  ): RateLimitState {
    // After a limit was lowered more than one entry must leave before a unit is free.
    const next = log[Math.max(0, log.length - limit)];
    const waitMs = next === undefined ? 0 : next.at + this.windowMs - nowMs;
    return { allowed, limit, remaining: Math.max(0, limit - log.length), waitMs, nowMs };
  }
}
