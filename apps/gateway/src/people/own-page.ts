import { ServiceError } from '@drape/contracts';
import type { Request, RequestHandler } from 'express';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses what a page of another site sends with a member's cookie. The cookie is SameSite=Strict and counts only beside a header that
 * other sites' pages cannot send; this holds where a browser knows neither.
 * Throws: ServiceError cross_site_request.
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

/** By the host that was asked, or by the address that is configured: a proxy may hide the one, and only the operator sets the other. */
function isOwn(origin: string, req: Request): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.host === req.get('host') || url.origin === new URL(req.context.publicUrl).origin;
}
