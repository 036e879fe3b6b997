import { isOriginAllowed } from '@drape/access';
import type { Principal } from '../context';

/** Whether it lies open in a page. */
export function isOfPages({ kind }: Pick<Principal, 'kind'>): boolean {
  return kind === 'pk' || kind === 'ct';
}

/** Secret keys come from no page. A client token without a list of origins may be used in any. */
export function isFromAllowedPage(
  principal: Pick<Principal, 'kind' | 'allowedOrigins'>,
  origin: string | undefined,
): boolean {
  const { kind, allowedOrigins } = principal;
  if (!isOfPages(principal) || (kind === 'ct' && allowedOrigins.length === 0)) return true;
  return origin !== undefined && isOriginAllowed(origin, allowedOrigins);
}
