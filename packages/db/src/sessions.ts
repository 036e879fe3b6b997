import { newId } from '@drape/contracts';
import type { PrismaClient } from './prisma';
import type { SessionRef } from './records';

export interface Sessions {
  /** The client's session, made on first sight; a new one of ours where the client names none. */
  getOrCreate(accountId: string, sessionId: string | null): Promise<SessionRef>;
}

export function createSessions(prisma: PrismaClient): Sessions {
  return {
    async getOrCreate(accountId, sessionId) {
      const rows = await prisma.$queryRaw<{ id: string; client_supplied: boolean; created: boolean }[]>`
        INSERT INTO sessions (account_id, id, client_supplied)
        VALUES (${accountId}, ${sessionId ?? newId('ses')}, ${sessionId !== null})
        ON CONFLICT (account_id, id) DO UPDATE SET updated_at = now()
        RETURNING id, client_supplied, (xmax = 0) AS created`;
      const row = rows[0];
      if (!row) throw new Error('an upsert of a session returned no row');
      return { id: row.id, clientSupplied: row.client_supplied, created: row.created };
    },
  };
}
