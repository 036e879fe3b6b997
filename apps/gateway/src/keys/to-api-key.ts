import { effectiveScopes } from '@drape/access';
import type { ApiKeyView } from '@drape/contracts';
import type { ApiKeyRecord } from '@drape/db';

/** A key as the API shows it. */
export function toApiKey(row: ApiKeyRecord): ApiKeyView {
  return {
    id: row.id,
    livemode: row.env === 'live',
    name: row.name,
    kind: row.kind,
    env: row.env,
    last4: row.last4,
    scopes: effectiveScopes(row.kind, row.scopes),
    allowedOrigins: [...row.allowedOrigins],
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    replacedBy: row.replacedBy,
  };
}
