import { effectiveScopes } from '@drape/access';
import { ServiceError, type Scope } from '@drape/contracts';
import type { ApiKeyRecord } from '@drape/db';
import type { Principal } from '../http/context';

type Grantor = Pick<Principal, 'scopes'>;

/** Throws: ServiceError scope_not_grantable where the caller lacks one of the scopes. */
export function assertGrantable({ scopes: own }: Grantor, scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !own.includes(scope));
  if (missing.length === 0) return;
  const detail = `The key that asks cannot give ${missing.join(', ')}: it has ${own.join(', ')}.`;
  throw new ServiceError('scope_not_grantable', { detail, param: 'scopes', fields: { grantedScopes: own } });
}

/** Throws: ServiceError scope_not_grantable where the key has a scope that the caller lacks: it is not theirs to change. */
export function assertNoStronger({ scopes: own }: Grantor, key: Pick<ApiKeyRecord, 'id' | 'kind' | 'scopes'>): void {
  const more = effectiveScopes(key.kind, key.scopes).filter((scope) => !own.includes(scope));
  if (more.length === 0) return;
  const detail = `The key ${key.id} has ${more.join(', ')}, which the key that asks has not: it can be revoked, but not changed or rotated.`;
  throw new ServiceError('scope_not_grantable', { detail, fields: { grantedScopes: own } });
}
