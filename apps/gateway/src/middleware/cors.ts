import { VERSION_HEADER } from '@drape/contracts';
import type { Request, RequestHandler, Response } from 'express';
import { SESSION_HEADER } from '../tryon/answer/session-header';
import { isExposedInPage, isFromAllowedPage } from './is-from-allowed-page';

/** Response headers that a page may read beyond the CORS-safelisted ones. */
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
/** Kinds of credentials that must never be used by another site's page. */
const SECRET_KINDS: readonly string[] = ['sk', 'rk', 'member'];

/**
 * Lets pages read responses to publishable keys, from the origins of those keys only. Secret keys never get `Access-Control-Allow-Origin`:
 * they must not be used in a page. A preflight carries no key, so it succeeds for every origin, without credentials: the request itself is
 * rejected where needed, and its reason can be read by the page (see {@link letPageReadError}).
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
 * An error says why a request was rejected and reveals nothing of the account, so any page may read it, even from an origin that the key
 * does not allow: otherwise its developer sees nothing but "Failed to fetch". Not where a secret key was sent.
 */
export function letPageReadError(req: Request, res: Response): void {
  const origin = req.get('origin');
  const kind = req.context.principal?.kind;
  if (origin !== undefined && !(kind !== undefined && SECRET_KINDS.includes(kind))) letRead(res, origin);
}

/** Whether this is a CORS preflight request. */
export function isPreflight(req: Request): boolean {
  return req.method === 'OPTIONS' && req.get('access-control-request-method') !== undefined;
}

function letRead(res: Response, origin: string): void {
  res.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED });
}
