import {
  deriveTokenKey,
  effectiveScopes,
  signClientToken,
  signingKeyOf,
  verifyClientToken,
  type ClientTokenClaims,
  type TokenSigningKey,
} from '@drape/access';
import { CLIENT_TOKEN_SCOPES, ServiceError, type Scope } from '@drape/contracts';
import type { ApiKeyRecord, Database } from '@drape/db';
import type { Clock } from '@drape/runtime';
import type { Principal } from '../http/context';
import { listOrCreateSigningKeys } from '../sessions/receipt-signer';

export interface TokenAuthorityDeps {
  readonly db: Pick<Database, 'signingKeys' | 'sessions' | 'apiKeys'>;
  readonly clock: Clock;
}

/** Issues and verifies shoppers' tokens. */
export interface TokenAuthority {
  sign(claims: ClientTokenClaims): Promise<string>;
  /** Throws: ServiceError invalid_client_token, expired_client_token or revoked_client_token. */
  identify(token: string): Promise<Principal>;
}

/** How long the session and the key behind a token are cached: revoked keys may work for this long. */
const FRESH_MS = 1_000;
const REMEMBERED_MAX = 10_000;

interface Remembered {
  readonly principal: Principal;
  readonly expiresAt: number;
  readonly untilMs: number;
}

export function createTokenAuthority({ db, clock }: TokenAuthorityDeps): TokenAuthority {
  let keys: readonly TokenSigningKey[] = [];
  const remembered = new Map<string, Remembered>();

  async function loadKeys(): Promise<readonly TokenSigningKey[]> {
    keys = (await listOrCreateSigningKeys(db)).map(({ id, privateKey }) => deriveTokenKey(id, privateKey));
    return keys;
  }

  async function keyNamed(id: string): Promise<TokenSigningKey | null> {
    const known = keys.find((key) => key.id === id);
    return known ?? (await loadKeys()).find((key) => key.id === id) ?? null;
  }

  async function read(token: string): Promise<ClientTokenClaims> {
    const keyId = signingKeyOf(token);
    const key = keyId === null ? null : await keyNamed(keyId);
    const claims = key && verifyClientToken(token, key);
    if (claims === null) throw new ServiceError('invalid_client_token');
    return claims;
  }

  return {
    async sign(claims) {
      const [newest] = keys.length > 0 ? keys : await loadKeys();
      if (newest === undefined) throw new Error('there is no signing key after one was made');
      return signClientToken(claims, newest);
    },
    async identify(token) {
      const kept = remembered.get(token);
      if (kept !== undefined && clock.monotonic() < kept.untilMs) {
        rejectExpired(kept.expiresAt, clock);
        return kept.principal;
      }
      remembered.delete(token);
      const claims = await read(token);
      rejectExpired(claims.expiresAt, clock);
      const principal = await principalFor(db, claims);
      const untilMs = clock.monotonic() + FRESH_MS;
      remembered.set(token, { principal, expiresAt: claims.expiresAt, untilMs });
      const [oldest] = remembered.keys();
      if (remembered.size > REMEMBERED_MAX && oldest !== undefined) remembered.delete(oldest);
      return principal;
    },
  };
}

function rejectExpired(expiresAt: number, clock: Clock): void {
  if (clock.now() >= expiresAt * 1000) throw new ServiceError('expired_client_token');
}

/** A token ends with its session and with the key that made it. */
async function principalFor(db: TokenAuthorityDeps['db'], claims: ClientTokenClaims): Promise<Principal> {
  const owner = { accountId: claims.accountId, env: claims.env };
  const [session, key] = await Promise.all([db.sessions.peek(owner, claims.sessionId), db.apiKeys.find(claims.keyId)]);
  const isSameSession = session?.createdAt.getTime() === claims.sessionCreatedAt;
  if (!isSameSession || key === null || key.accountId !== owner.accountId || key.status !== 'active') {
    throw new ServiceError('revoked_client_token');
  }
  return toPrincipal(claims, key);
}

/** Scopes of a token issued by a key with these scopes: never more than the key's own. */
export function tokenScopes(ofKey: readonly Scope[]): Scope[] {
  return CLIENT_TOKEN_SCOPES.filter((scope) => ofKey.includes(scope));
}

function toPrincipal(claims: ClientTokenClaims, key: ApiKeyRecord): Principal {
  return {
    keyId: key.id,
    keyFamily: key.family,
    accountId: key.accountId,
    owner: { accountId: key.accountId, env: claims.env },
    kind: 'ct',
    env: claims.env,
    scopes: tokenScopes(effectiveScopes(key.kind, key.scopes)),
    suspended: key.accountStatus === 'suspended',
    allowedOrigins: claims.origins,
    plan: key.plan.name,
    limitPerHour: key.plan.limitPerHour,
    inFlightMax: key.plan.inFlightMax,
    minQuality: key.minQuality,
    retentionSeconds: key.retentionSeconds,
    member: null,
    pinnedVersion: key.drapeVersion,
    clientToken: { id: claims.id, sessionId: claims.sessionId, maxTryOns: claims.maxTryOns },
  };
}
