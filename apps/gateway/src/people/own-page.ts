import { parseUrl, ServiceError } from '@drape/contracts';
import type { Request, RequestHandler } from 'express';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Rejects cross-site requests with a member's cookie. The cookie is SameSite=Strict and counts only with a header that other sites' pages
 * cannot send; this check also protects browsers that support neither. Throws: ServiceError cross_site_request.
 */
export function assertOwnPage(req: Request): void {
  if (SAFE_METHODS.includes(req.method)) return;
  const site = req.get('sec-fetch-site');
  const origin = req.get('origin');
  if (site !== undefined && site !== 'same-origin') throw new ServiceError('cross_site_request');
  if (origin === undefined || !isOwn(origin, req)) throw new ServiceError('cross_site_request');
}

export const requireOwnPage: RequestHandler = (req, _res, next) => {
  assertOwnPage(req);
  next();
};

/** Matches the request's host or the configured address: a proxy may hide the former, and only the operator sets the latter. */
function isOwn(origin: string, req: Request): boolean {
  const url = parseUrl(origin);
  if (url === null) return false;
  return url.host === req.get('host') || url.origin === new URL(req.context.publicUrl).origin;
}
