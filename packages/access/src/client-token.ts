import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { KEY_ENVS, type KeyEnv } from '@drape/contracts';

/** Claims of a shopper's token. It is signed, not stored: whoever has the signing key can verify it without a query. */
export interface ClientTokenClaims {
  /** The token's own id; `maxTryOns` counts the try-ons created with it. */
  readonly id: string;
  readonly env: KeyEnv;
  readonly accountId: string;
  /** The secret key that issued it: the token ends with that key. */
  readonly keyId: string;
  readonly sessionId: string;
  /** The session's creation, milliseconds since 1970: a later session of the same name is a different one. */
  readonly sessionCreatedAt: number;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  /** Empty: every page. */
  readonly origins: readonly string[];
  readonly maxTryOns: number | null;
}

/** A key that signs tokens, and its id in them. */
export interface TokenSigningKey {
  readonly id: string;
  readonly secret: Buffer;
}

const FORM = /^drp_ct_(live|test)_([A-Za-z0-9_-]{16,2000})\.([A-Za-z0-9_-]{43})$/;

export function isClientToken(text: string): boolean {
  return text.startsWith('drp_ct_');
}

/** Derives the signing key of tokens from key material that serves another purpose as well. */
export function deriveTokenKey(id: string, material: string): TokenSigningKey {
  return { id, secret: Buffer.from(hkdfSync('sha256', material, '', 'drape client token v1', 32)) };
}

/** `drp_ct_<env>_<base64url of the claims>.<base64url of HMAC-SHA256>`. */
export function signClientToken(claims: ClientTokenClaims, key: TokenSigningKey): string {
  const payload = Buffer.from(JSON.stringify({ ...claims, kid: key.id })).toString('base64url');
  const body = `drp_ct_${claims.env}_${payload}`;
  return `${body}.${sign(body, key).toString('base64url')}`;
}

/** The id of the key that a token claims to be signed with; null where it is not a token. Nothing is verified yet. */
export function signingKeyOf(token: string): string | null {
  const parsed = parse(token);
  return parsed && typeof parsed['kid'] === 'string' ? parsed['kid'] : null;
}

/** The claims of a token with a valid signature; null for any other. Does not check its expiry. */
export function verifyClientToken(token: string, key: TokenSigningKey): ClientTokenClaims | null {
  const match = FORM.exec(token);
  const claims = parse(token);
  if (match === null || claims === null) return null;
  const [, env, , signature = ''] = match;
  const given = Buffer.from(signature, 'base64url');
  const right = sign(token.slice(0, token.lastIndexOf('.')), key);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  return KEY_ENVS.some((known) => known === env) && claims['env'] === env ? toClaims(claims) : null;
}

function sign(body: string, { secret }: TokenSigningKey): Buffer {
  return createHmac('sha256', secret).update(body).digest();
}

function parse(token: string): Record<string, unknown> | null {
  const payload = FORM.exec(token)?.[2];
  if (payload === undefined) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

/** The one place that trusts claims without validation: we have signed them. */
function toClaims({ kid: _kid, ...claims }: Record<string, unknown>): ClientTokenClaims {
  return claims as unknown as ClientTokenClaims;
}
