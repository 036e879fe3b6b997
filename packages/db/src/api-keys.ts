import { selectKeys } from './api-key-row';
import { createKeyManagement, type KeyManagement } from './key-management';
import { Prisma, type PrismaClient } from './prisma';
import type { ApiKeyRecord, NewApiKey } from './records';

export type { ApiKeyChange, Successor } from './key-management';

export interface ApiKeys extends KeyManagement {
  /** By the SHA-256 of the whole key, hex. Also finds expired and revoked keys: the caller tells the client which it is. */
  findByHash(hash: string): Promise<ApiKeyRecord | null>;
  insert(key: NewApiKey): Promise<void>;
  /** Records the use, at most once per minute and key. */
  touch(id: string): Promise<void>;
  revoke(accountId: string, id: string): Promise<boolean>;
  /** For the command line: by id alone. */
  find(id: string): Promise<ApiKeyRecord | null>;
  /** The account's keys, newest first. */
  list(accountId: string): Promise<ApiKeyRecord[]>;
}

export function createApiKeys(prisma: PrismaClient): ApiKeys {
  return {
    ...createKeyManagement(prisma),
    async findByHash(hash) {
      const [row] = await selectKeys(prisma, Prisma.sql`k.hash = ${hash}`);
      return row ?? null;
    },
    async insert(key) {
      await prisma.apiKey.create({
        data: {
          ...{ id: key.id, accountId: key.accountId, name: key.name ?? '', kind: key.kind, env: key.env },
          ...{ hash: key.hash, last4: key.last4, scopes: [...key.scopes] },
          allowedOrigins: [...(key.allowedOrigins ?? [])],
          expiresAt: key.expiresAt ?? null,
        },
      });
    },
    async find(id) {
      const [row] = await selectKeys(prisma, Prisma.sql`k.id = ${id}`);
      return row ?? null;
    },
    list: (accountId) =>
      selectKeys(prisma, Prisma.sql`k.account_id = ${accountId} ORDER BY k.created_at DESC, k.id DESC`),
    async touch(id) {
      await prisma.$executeRaw`
        UPDATE api_keys SET last_used_at = now()
        WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`;
    },
    async revoke(accountId, id) {
      const count = await prisma.$executeRaw`
        UPDATE api_keys SET revoked_at = now() WHERE id = ${id} AND account_id = ${accountId} AND revoked_at IS NULL`;
      return count === 1;
    },
  };
}
