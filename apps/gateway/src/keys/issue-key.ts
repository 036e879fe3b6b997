import { generateApiKey } from '@drape/access';
import { newId } from '@drape/contracts';
import type { ApiKeyRecord, Database } from '@drape/db';

type Keys = Database['apiKeys'];

/** Properties of a new key. */
export type KeyTemplate = Pick<
  ApiKeyRecord,
  'accountId' | 'name' | 'kind' | 'env' | 'scopes' | 'allowedOrigins' | 'expiresAt'
>;

/** A key that was just created: the only moment at which it is known in full. */
export interface IssuedKey {
  readonly id: string;
  readonly key: string;
}

/** Active keys of an account in one env. */
export const ACTIVE_KEYS_MAX = 200;
const DAY_SEC = 86_400;

/** Stores a new key. null: the account already has {@link ACTIVE_KEYS_MAX} in that environment. */
export async function issueKey(
  keys: Pick<Keys, 'insertUpTo'>,
  template: KeyTemplate,
  id: string = newId('key'),
): Promise<IssuedKey | null> {
  const { accountId, name, kind, env, scopes, allowedOrigins, expiresAt } = template;
  const { key, hash, last4 } = generateApiKey({ kind, env });
  const row = { id, accountId, name, kind, env, hash, last4, scopes, allowedOrigins, expiresAt };
  return (await keys.insertUpTo(ACTIVE_KEYS_MAX, row)) ? { id, key } : null;
}

/**
 * Creates the successor of a key, with its permissions, origins and expiry; the old one stays valid for the overlap. null: it has ended or
 * was replaced in the meantime.
 */
export async function rotateKey(
  keys: Pick<Keys, 'rotate'>,
  old: ApiKeyRecord,
  { overlapDays, id = newId('key') }: { readonly overlapDays: number; readonly id?: string },
): Promise<IssuedKey | null> {
  const { accountId, kind, env } = old;
  const { key, hash, last4 } = generateApiKey({ kind, env });
  const successor = { id, hash, last4, overlapSeconds: overlapDays * DAY_SEC };
  return (await keys.rotate({ accountId, env }, old.id, successor)) ? { id, key } : null;
}

/** Why a key can be neither changed nor rotated; null where it can. */
export function refusalOf({ status, replacedBy }: ApiKeyRecord): 'key_not_active' | 'key_already_rotated' | null {
  if (replacedBy !== null) return 'key_already_rotated';
  return status === 'active' ? null : 'key_not_active';
}
