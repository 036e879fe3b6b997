import { HOUR_MS, retryAfterSec, type RateLimiter, type RateLimitPolicy, type SlidingLogs } from '@drape/access';
import { ServiceError } from '@drape/contracts';
import type { Request, RequestHandler } from 'express';
import type { Principal, RateLimitMark } from '../http/context';
import type { GatewayMetrics } from '../metrics/gateway-metrics';
import { isPreflight } from './cors';

const HOUR: RateLimitPolicy = { name: 'hour', windowSec: HOUR_MS / 1000 };
const IP: RateLimitPolicy = { name: 'ip', windowSec: HOUR_MS / 1000 };
const PAGE: RateLimitPolicy = { name: 'ip', windowSec: HOUR_MS / 1000 };
/**
 * Largest share of the account's hour for one address with publishable keys: even on a small plan, one address cannot use up the shop's
 * hour.
 */
const PAGE_SHARE_MAX = 0.5;

export interface RateLimitOptions {
  /** Of accounts: exact over all gateways. */
  readonly limiter: RateLimiter;
  /** For addresses without a valid key, local to this gateway, so that strangers cost Redis nothing. */
  readonly addresses: SlidingLogs;
  readonly ipLimit: number;
  /** Requests per address with publishable keys, which everybody can read in the page, over all gateways. */
  readonly pageAddressLimit: number;
  /** Receives every counted request. */
  readonly metrics: Pick<GatewayMetrics, 'recordRateLimit'>;
}

/** Counts the request against its account or address, and rejects it when the hour is used up. */
export function rateLimit(options: RateLimitOptions): RequestHandler {
  return async (req, _res, next) => {
    const mark = await count(req, options);
    req.context.rateLimit = mark;
    if (isCounted(req))
      options.metrics.recordRateLimit({ plan: req.context.principal?.plan ?? null, allowed: mark.state.allowed });
    if (!mark.state.allowed) throw tooMany(mark);
    next();
  };
}

/** Counts a request without a key against its address. */
export function countAddress(
  subject: string,
  member: string,
  { addresses, ipLimit: limit }: Pick<RateLimitOptions, 'addresses' | 'ipLimit'>,
): RateLimitMark {
  const state = addresses.take({ subject, limit, member });
  return { state, policy: IP, refund: () => addresses.refund(subject, member), usesQuota: () => false };
}

/** The remaining quota of an address, for requests that are not counted: probes, and preflights, which browsers send on their own. */
export function peekAddress(
  subject: string,
  { addresses, ipLimit }: Pick<RateLimitOptions, 'addresses' | 'ipLimit'>,
): RateLimitMark {
  const state = { ...addresses.peek(subject, ipLimit), allowed: true };
  return { state, policy: IP, refund: () => undefined, usesQuota: () => false };
}

function isCounted(req: Request): boolean {
  return !isProbe(req.path) && !isPreflight(req) && !isStatic(req.path);
}

/** Static files that every page view loads, possibly of many shoppers behind one address. */
const FILES = /^\/(?:widget|playground|dashboard|docs)(?:\/|$)/;

function isStatic(path: string): boolean {
  return FILES.test(path) && path !== '/playground/token';
}

async function count(req: Request, options: RateLimitOptions): Promise<RateLimitMark> {
  const { limiter } = options;
  const { principal, requestId: member } = req.context;
  const address = req.ip ?? 'unknown';
  if (!isCounted(req)) return peekAddress(address, options);
  if (principal === null) return countAddress(address, member, options);
  const ofMember = await countMember(req, principal, options);
  if (ofMember !== null) return ofMember;
  const ofPage = await countPage(principal, { address, member }, options);
  if (ofPage !== null && !ofPage.state.allowed) return ofPage;
  const subject = subjectOf(principal);
  const state = await limiter.take({ subject, limit: principal.limitPerHour, member });
  if (!state.allowed) ofPage?.refund();
  let isUsed = state.allowed;
  const refund = (): void => {
    isUsed = false;
    void limiter.refund(subject, member);
    ofPage?.refund();
  };
  return { state, policy: HOUR, refund, usesQuota: () => isUsed };
}

/** Requests per hour of one signed-in person. */
const MEMBER_LIMIT = 10_000;
/** Paths that cost a render, whoever calls them. */
const COSTLY = /^\/v1\/(?:tryon|photos)\b/;

/** Using the dashboard takes nothing from the shop's hour: it is counted against the person. null: counted like a key's request. */
async function countMember(
  req: Request,
  { member }: Principal,
  { limiter }: RateLimitOptions,
): Promise<RateLimitMark | null> {
  if (member === null || (req.method === 'POST' && COSTLY.test(req.path))) return null;
  const { requestId } = req.context;
  const subject = `member:${member.userId}`;
  const state = await limiter.take({ subject, limit: MEMBER_LIMIT, member: requestId });
  return { state, policy: HOUR, refund: () => void limiter.refund(subject, requestId), usesQuota: () => false };
}

/** Requests of test keys must not use up the quota of live keys. */
function subjectOf({ accountId, env }: Principal): string {
  return env === 'live' ? accountId : `${accountId}:test`;
}

/** Counts a request with a publishable key against its address, before it costs the account anything; null for other keys. */
async function countPage(
  principal: Principal,
  { address, member }: { readonly address: string; readonly member: string },
  { limiter, pageAddressLimit }: RateLimitOptions,
): Promise<RateLimitMark | null> {
  if (principal.kind !== 'pk') return null;
  const subject = `page:${subjectOf(principal)}:${address}`;
  const limit = Math.max(1, Math.min(pageAddressLimit, Math.floor(principal.limitPerHour * PAGE_SHARE_MAX)));
  const state = await limiter.take({ subject, limit, member });
  return { state, policy: PAGE, refund: () => void limiter.refund(subject, member), usesQuota: () => false };
}

/**
 * Load balancers probe every second and must get an answer, whatever key they send. Express matches paths in any case, and with a trailing
 * slash.
 */
export function isProbe(path: string): boolean {
  return /^\/(healthz|readyz)\/?$/i.test(path);
}

const POLICY_SUBJECTS: ReadonlyMap<RateLimitPolicy, string> = new Map([
  [IP, 'for requests without a valid API key'],
  [PAGE, 'for one address with publishable keys'],
]);

/** The error for requests over the limit. */
export function tooMany({ state, policy }: Pick<RateLimitMark, 'state' | 'policy'>): ServiceError {
  const seconds = retryAfterSec(state);
  const detail = `The limit ${POLICY_SUBJECTS.get(policy) ?? 'of the account'} of ${state.limit} requests an hour is used up; the next is possible in ${seconds} s.`;
  return new ServiceError('rate_limit_exceeded', { detail, retryAfterSec: seconds });
}
