import { VERSION_HEADER } from '@drape/contracts';
import type { Request, RequestHandler, Response } from 'express';
import { SESSION_HEADER } from '../tryon/answer/session-header';
import { isExposedInPage, isFromAllowedPage } from './is-from-allowed-page';

/** Headers of an answer that a page may read beyond those that every page may. */
const EXPOSED = [
  ...['Request-Id', 'X-Client-Request-Id', 'Retry-After', 'Location', 'ETag', 'Link', 'Server-Timing'],
  ...['Preference-Applied', 'Idempotent-Replayed', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  ...['RateLimit', 'RateLimit-Policy', 'X-Drape-Cache', 'X-Concurrency-Limit', 'X-Concurrency-Remaining'],
  ...[VERSION_HEADER, 'Deprecation', 'Sunset'],
].join(', ');
const REQUESTED = [
  ...['Authorization', 'Content-Type', 'Accept', 'Accept-Language', 'Prefer', 'Idempotency-Key', 'If-None-Match'],
  ...['Cancel-After', 'X-Client-Request-Id', SESSION_HEADER, VERSION_HEADER],
].join(', ');
const PREFLIGHT_SEC = 600;
/** Who has no business in a page of another site. */
const SECRET_KINDS: readonly string[] = ['sk', 'rk', 'member'];

/**
 * Lets pages read the answers to publishable keys, from the origins of those keys and no others. Secret keys never get
 * `Access-Control-Allow-Origin`: they have no business in a page. A preflight carries no key, so every origin passes it, without
 * credentials: what is refused is refused by the request itself, whose reason a page can read (see {@link letPageReadError}).
 */
export const cors: RequestHandler = (req, res, next) => {
  res.vary('Origin');
  const origin = req.get('origin');
  if (origin === undefined) return next();
  const { principal } = req.context;
  if (isPreflight(req)) {
    res.set({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
      'Access-Control-Allow-Headers': REQUESTED,
      'Access-Control-Max-Age': String(PREFLIGHT_SEC),
    });
  } else if (principal !== null && isExposedInPage(principal) && isFromAllowedPage(principal, origin))
    letRead(res, origin);
  return next();
};

/**
 * An error says why a request was refused and nothing of the account, so any page may read it, also one whose origin the key
 * does not name: else all that its maker sees is "Failed to fetch". Not where a secret key was sent.
 */
export function letPageReadError(req: Request, res: Response): void {
  const origin = req.get('origin');
  const kind = req.context.principal?.kind;
  if (origin !== undefined && !(kind !== undefined && SECRET_KINDS.includes(kind))) letRead(res, origin);
}

/** Whether a browser asks if a page may send a request. */
export function isPreflight(req: Request): boolean {
  return req.method === 'OPTIONS' && req.get('access-control-request-method') !== undefined;
}

function letRead(res: Response, origin: string): void {
  res.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED });
}
