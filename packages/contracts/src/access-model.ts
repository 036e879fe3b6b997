/** What an API key may do. */
export const SCOPES = [
  'tryon:write',
  'tryon:read',
  'tryon:delete',
  'sessions:read',
  'sessions:delete',
  'measurements:write',
  'measurements:read',
  'products:read',
  'products:write',
  'webhooks:manage',
  'usage:read',
  'keys:manage',
  'tokens:write',
] as const;
export type Scope = (typeof SCOPES)[number];

/** All that a publishable key may ever be granted: anybody can read it in a shop's pages. */
export const PUBLISHABLE_SCOPES = ['tryon:write', 'tryon:read', 'measurements:write', 'products:read'] as const;

/** What a shopper's token may do, within its one session. */
export const CLIENT_TOKEN_SCOPES = ['tryon:write', 'tryon:read', 'measurements:write', 'products:read'] as const;

/** What a member of an account may do in the dashboard: everything, all but members and settings, or read. */
export const MEMBER_ROLES = ['owner', 'developer', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** What members may do of what keys may. Client tokens are signed by a key, so that only keys make them. */
const MEMBER_SCOPES = SCOPES.filter((scope) => scope !== 'tokens:write');
const VIEWER_SCOPES = ['tryon:read', 'sessions:read', 'measurements:read', 'products:read', 'usage:read'] as const;

export function scopesOfRole(role: MemberRole): readonly Scope[] {
  return role === 'viewer' ? VIEWER_SCOPES : MEMBER_SCOPES;
}

/** sk = secret, rk = restricted (secret, with chosen scopes), pk = publishable. */
export const KEY_KINDS = ['sk', 'rk', 'pk'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

export const KEY_ENVS = ['live', 'test'] as const;
export type KeyEnv = (typeof KEY_ENVS)[number];

/** Requests in a rolling hour; an enterprise account brings its own number. */
export const PLAN_LIMITS = { free: 100, starter: 500, business: 2000, enterprise: null } as const;
export type PlanName = keyof typeof PLAN_LIMITS;
