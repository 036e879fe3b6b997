import { isOriginAllowed } from '@drape/access';
import type { Principal } from '../http/context';

/** Whether it lies open in a page. */
export function isExposedInPage({ kind }: Pick<Principal, 'kind'>): boolean {
  return kind === 'pk' || kind === 'ct';
}

/** Secret keys come from no page. A client token without a list of origins may be used in any. */
export function isFromAllowedPage(
  principal: Pick<Principal, 'kind' | 'allowedOrigins'>,
  origin: string | undefined,
): boolean {
  const { kind, allowedOrigins } = principal;
  if (!isExposedInPage(principal) || (kind === 'ct' && allowedOrigins.length === 0)) return true;
  return origin !== undefined && isOriginAllowed(origin, allowedOrigins);
}
