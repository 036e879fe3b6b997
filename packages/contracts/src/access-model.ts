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

/** All that a publishable key may ever be granted: it lies open in a shop's pages. */
export const PUBLISHABLE_SCOPES = ['tryon:write', 'tryon:read', 'measurements:write', 'products:read'] as const;

/** What a shopper's token may do, within its one session. */
export const CLIENT_TOKEN_SCOPES = ['tryon:write', 'tryon:read', 'measurements:write', 'products:read'] as const;

/** sk = secret, rk = restricted (secret, with chosen scopes), pk = publishable. */
export const KEY_KINDS = ['sk', 'rk', 'pk'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

export const KEY_ENVS = ['live', 'test'] as const;
export type KeyEnv = (typeof KEY_ENVS)[number];

/** Requests in a rolling hour; an enterprise account brings its own number. */
export const PLAN_LIMITS = { free: 100, starter: 500, business: 2000, enterprise: null } as const;
export type PlanName = keyof typeof PLAN_LIMITS;
