import { PUBLISHABLE_SCOPES, SCOPES, type KeyKind, type Scope } from '@drape/contracts';

/** The scopes that a key really has: those granted that exist and that its kind may carry. */
export function effectiveScopes(kind: KeyKind, granted: readonly string[]): Scope[] {
  const allowed: readonly Scope[] = kind === 'pk' ? PUBLISHABLE_SCOPES : SCOPES;
  return allowed.filter((scope) => granted.includes(scope));
}
