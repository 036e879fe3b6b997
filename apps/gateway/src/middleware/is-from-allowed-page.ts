import { isOriginAllowed } from '@drape/access';
import type { Principal } from '../http/context';

/** Whether everybody can read the credential in a page. */
export function isExposedInPage({ kind }: Pick<Principal, 'kind'>): boolean {
  return kind === 'pk' || kind === 'ct';
}

/** Secret keys must not come from a page. A client token without a list of origins may be used on any. */
export function isFromAllowedPage(
  principal: Pick<Principal, 'kind' | 'allowedOrigins'>,
  origin: string | undefined,
): boolean {
  const { kind, allowedOrigins } = principal;
  if (!isExposedInPage(principal) || (kind === 'ct' && allowedOrigins.length === 0)) return true;
  return origin !== undefined && isOriginAllowed(origin, allowedOrigins);
}
