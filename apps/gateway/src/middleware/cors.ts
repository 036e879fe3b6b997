import type { RequestHandler } from 'express';
import { SESSION_HEADER } from '../tryon/find-visible';

/** Headers of an answer that a page may read beyond those that every page may. */
const EXPOSED = [
  ...['Request-Id', 'X-Client-Request-Id', 'Retry-After', 'Location', 'ETag', 'Link', 'Server-Timing'],
  ...['Preference-Applied', 'Idempotent-Replayed', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  ...['RateLimit', 'RateLimit-Policy', 'X-Drape-Cache'],
].join(', ');
const REQUESTED = [
  ...['Authorization', 'Content-Type', 'Accept', 'Accept-Language', 'Prefer', 'Idempotency-Key', 'If-None-Match'],
  ...['Cancel-After', 'X-Client-Request-Id', SESSION_HEADER],
].join(', ');
const PREFLIGHT_SEC = 600;

/** Whether any publishable key may be used from the origin. */
export type IsOriginAllowed = (origin: string) => Promise<boolean>;

/**
 * Lets pages read the answers to publishable keys, from the origins of those keys and no others. Secret keys never get
 * `Access-Control-Allow-Origin`: they have no business in a page. A preflight carries no key, so that any key's origin will do.
 */
export function cors(isOriginAllowed: IsOriginAllowed): RequestHandler {
  return async (req, res, next) => {
    const origin = req.get('origin');
    res.vary('Origin');
    if (origin === undefined) return next();
    const { principal } = req.context;
    const allowed =
      principal === null
        ? await isOriginAllowed(origin).catch(() => false)
        : principal.kind === 'pk' && principal.allowedOrigins.includes(origin);
    if (allowed) {
      res.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED });
      if (req.method === 'OPTIONS') {
        res.set({
          'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
          'Access-Control-Allow-Headers': REQUESTED,
          'Access-Control-Max-Age': String(PREFLIGHT_SEC),
        });
      }
    }
    return next();
  };
}

const REMEMBERED_MS = 30_000;
const ORIGINS_MAX = 1000;

/** Remembers the answers for half a minute: preflights come with every second request. */
export function rememberOrigins(ask: IsOriginAllowed, now: () => number): IsOriginAllowed {
  const known = new Map<string, { answer: Promise<boolean>; untilMs: number }>();
  return (origin) => {
    const entry = known.get(origin);
    if (entry !== undefined && now() < entry.untilMs) return entry.answer;
    const answer = ask(origin);
    known.set(origin, { answer, untilMs: now() + REMEMBERED_MS });
    answer.catch(() => known.delete(origin));
    const [oldest] = known.keys();
    if (known.size > ORIGINS_MAX && oldest !== undefined) known.delete(oldest);
    return answer;
  };
}
