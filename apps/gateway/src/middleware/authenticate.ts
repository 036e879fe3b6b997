import { effectiveScopes, hashApiKey, isClientToken, parseApiKey } from '@drape/access';
import { ServiceError, type Scope } from '@drape/contracts';
import type { ApiKeyRecord } from '@drape/db';
import type { RequestHandler } from 'express';
import type { Principal } from '../http/context';
import { identifyMember, isOfDashboard, type SignInStore } from '../people/identify-member';
import { assertOwnPage } from '../people/own-page';
import type { TokenAuthority } from '../tokens/token-authority';
import { toServiceError } from './error-handler';
import { isFromAllowedPage } from './is-from-allowed-page';

export type FindKeyByHash = (hash: string) => Promise<ApiKeyRecord | null>;

export interface AuthenticateDeps {
  readonly findKeyByHash: FindKeyByHash;
  readonly tokens: Pick<TokenAuthority, 'identify'>;
  readonly signIns: SignInStore;
}

/**
 * Identifies the sender before the body is read. A failure is recorded, not thrown: the rate limit comes next and needs to know whom to
 * count against, and public paths need no key.
 */
export function authenticate({ findKeyByHash, tokens, signIns }: AuthenticateDeps): RequestHandler {
  return async (req, _res, next) => {
    const { timings } = req.context;
    const find = () =>
      isOfDashboard(req) ? identifyMember(req, signIns) : identify(req.get('authorization'), findKeyByHash, tokens);
    try {
      req.context.principal = await timings.measure('auth', find);
    } catch (error) {
      req.context.authError = toServiceError(error);
    }
    next();
  };
}

async function identify(
  header: string | undefined,
  findKeyByHash: FindKeyByHash,
  tokens: Pick<TokenAuthority, 'identify'>,
): Promise<Principal> {
  const [scheme = '', key = '', ...rest] = (header ?? '').trim().split(/ +/);
  if (scheme.toLowerCase() !== 'bearer' || key === '') throw new ServiceError('missing_api_key');
  if (rest.length > 0) {
    const detail = 'After the API key the Authorization header must end: it is "Bearer <API_KEY>" and nothing more.';
    throw new ServiceError('invalid_api_key', { detail });
  }
  return isClientToken(key) ? tokens.identify(key) : identifyKey(key, findKeyByHash);
}

/** The principal of an API key. Throws: ServiceError invalid_api_key, revoked_api_key or expired_api_key. */
export async function identifyKey(key: string, findKeyByHash: FindKeyByHash): Promise<Principal> {
  if (parseApiKey(key) === null) {
    throw new ServiceError('invalid_api_key', { detail: 'The API key is mistyped or cut: its checksum is wrong.' });
  }
  const record = await findKeyByHash(hashApiKey(key));
  if (record === null) throw new ServiceError('invalid_api_key', { detail: 'There is no such API key.' });
  if (record.status === 'revoked') throw new ServiceError('revoked_api_key');
  if (record.status === 'expired') throw new ServiceError('expired_api_key');
  return {
    keyId: record.id,
    keyFamily: record.family,
    accountId: record.accountId,
    owner: { accountId: record.accountId, env: record.env },
    kind: record.kind,
    env: record.env,
    scopes: effectiveScopes(record.kind, record.scopes),
    suspended: record.accountStatus === 'suspended',
    allowedOrigins: record.allowedOrigins,
    plan: record.plan.name,
    limitPerHour: record.plan.limitPerHour,
    inFlightMax: record.plan.inFlightMax,
    pinnedVersion: record.drapeVersion,
    clientToken: null,
    minQuality: record.minQuality,
    retentionSeconds: record.retentionSeconds,
    member: null,
  };
}

function assertOrigin(origin: string | undefined, principal: Principal): void {
  if (isFromAllowedPage(principal, origin)) return;
  const what = nameOf(principal);
  if (origin === undefined) {
    const detail = `The ${what} works in pages of its own origins, and the request has no Origin header.`;
    throw new ServiceError('origin_not_allowed', { detail });
  }
  const shown = JSON.stringify(origin.slice(0, 100));
  const detail = `The ${what} may not be used from ${shown}: this origin is not among those that it was made for.`;
  throw new ServiceError('origin_not_allowed', { detail });
}

/** Rejects requests whose key lacks the scope. */
export function requireScope(scope: Scope): RequestHandler {
  return (req, _res, next) => {
    const { principal, authError } = req.context;
    if (principal === null) throw authError ?? new ServiceError('missing_api_key');
    if (principal.suspended) throw new ServiceError('account_suspended');
    if (principal.member === null) assertOrigin(req.get('origin'), principal);
    else assertOwnPage(req);
    if (!principal.scopes.includes(scope)) {
      const detail = `The ${nameOf(principal)} needs the permission ${scope}; it has ${principal.scopes.join(', ') || 'none'}.`;
      const fields = { requiredScope: scope, grantedScopes: principal.scopes };
      throw new ServiceError('insufficient_scope', { detail, fields });
    }
    next();
  };
}

/** What error messages call the credential. */
function nameOf({ kind }: Pick<Principal, 'kind'>): string {
  if (kind === 'member') return 'member';
  if (kind === 'ct') return 'client token';
  return kind === 'pk' ? 'publishable key' : 'API key';
}
