import { PUBLISHABLE_SCOPES, SCOPES, type KeyKind, type Scope } from '@drape/contracts';

/** The effective scopes of a key: the granted ones that exist and that its kind may have. */
export function effectiveScopes(kind: KeyKind, granted: readonly string[]): Scope[] {
  const allowed: readonly Scope[] = kind === 'pk' ? PUBLISHABLE_SCOPES : SCOPES;
  return allowed.filter((scope) => granted.includes(scope));
}
