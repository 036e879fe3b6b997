import { isOriginEntry } from '@drape/access';
import {
  CLIENT_TOKEN_SCOPES,
  CLIENT_TOKEN_TTL,
  clientTokenSchema,
  createClientTokenSchema,
  createValidator,
  newId,
  requestError,
  ServiceError,
  successEnvelope,
  type CreateClientTokenBody,
  type ErrorDetail,
  type Scope,
} from '@drape/contracts';
import type { Database } from '@drape/db';
import type { Clock } from '@drape/runtime';
import { tokenScopes, type TokenAuthority } from '../../tokens/token-authority';
import type { Principal } from '../../http/context';
import { principalOf, type Route } from '../route';
import type { Answer } from '../../http/respond';

export interface ClientTokensDeps {
  readonly db: Pick<Database, 'sessions'>;
  readonly tokens: TokenAuthority;
  readonly clock: Clock;
}

export function createClientTokenRoute(deps: ClientTokensDeps): Route {
  const validate = createValidator<CreateClientTokenBody>(createClientTokenSchema);
  return {
    method: 'post',
    path: '/v1/client-tokens',
    operationId: 'createClientToken',
    tag: 'Client tokens',
    scope: 'tokens:write',
    summary: 'Make a token for one shopper',
    description:
      'What a shop’s backend hands to a page: it may create and read try-ons, check photos, submit measurements and read products of one session as far as the key that makes it may, and nothing else. Erasing the session, or revoking the key that made the token, ends it.',
    body: createClientTokenSchema,
    responses: { 200: { description: 'The token.', schema: successEnvelope(clientTokenSchema) } },
    errors: ['invalid_session_id', 'scope_not_grantable'],
    async handle(request) {
      const checked = validate(request.body);
      const details = [...(checked.ok ? [] : checked.details), ...originProblems(request.body)];
      if (!checked.ok || details.length > 0) throw requestError(details);
      return createToken(deps, principalOf(request), checked.value);
    },
  };
}

/** Throws: ServiceError scope_not_grantable, session_not_found. */
export async function createToken(
  { db, tokens, clock }: ClientTokensDeps,
  { owner, keyId, scopes }: Pick<Principal, 'owner' | 'keyId' | 'scopes'>,
  body: CreateClientTokenBody,
): Promise<Answer> {
  const { sessionId: wanted = null, ttlSeconds = CLIENT_TOKEN_TTL.default, origins = [], maxTryOns = null } = body;
  assertUseful(scopes);
  const { id: sessionId } = await db.sessions.getOrCreate(owner, wanted);
  const session = await db.sessions.peek(owner, sessionId);
  if (session === null) throw new ServiceError('session_not_found', { detail: 'The session was erased meanwhile.' });
  const expiresAt = Math.floor(clock.now() / 1000) + ttlSeconds;
  const token = await tokens.sign({
    id: newId('ctk'),
    env: owner.env,
    accountId: owner.accountId,
    keyId,
    sessionId,
    sessionCreatedAt: session.createdAt.getTime(),
    expiresAt,
    origins,
    maxTryOns,
  });
  const data = {
    token,
    sessionId,
    expiresAt: new Date(expiresAt * 1000).toISOString(),
    livemode: owner.env === 'live',
  };
  return { status: 200, data };
}

/** Throws: ServiceError scope_not_grantable where the key has no scope that a token could get. */
function assertUseful(scopes: readonly Scope[]): void {
  if (tokenScopes(scopes).length > 0) return;
  const wanted = CLIENT_TOKEN_SCOPES.join(', ');
  const detail = `A token may do what the key that makes it may, of ${wanted}; this key has ${scopes.join(', ')}.`;
  throw new ServiceError('scope_not_grantable', { detail, fields: { grantedScopes: scopes } });
}

/** An origin is scheme, host and optional port: what a browser sends as `Origin`. */
function originProblems(body: unknown): ErrorDetail[] {
  const origins: unknown = typeof body === 'object' && body !== null && 'origins' in body ? body.origins : [];
  if (!Array.isArray(origins)) return [];
  return origins.flatMap((origin: unknown, index): ErrorDetail[] => {
    if (typeof origin !== 'string' || isOriginEntry(origin)) return [];
    const message = `origins.${index} must be an origin such as https://shop.example; got ${JSON.stringify(origin).slice(0, 80)}.`;
    return [{ param: `origins.${index}`, code: 'format', message }];
  });
}
