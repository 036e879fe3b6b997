import { newId, type KeyEnv } from '@drape/contracts';
import type { PrismaClient } from './prisma';

/** How long audit entries are kept. */
export const AUDIT_DAYS = 400;

/** One change that somebody made in the dashboard. */
export interface AuditEntryRecord {
  readonly id: string;
  readonly accountId: string;
  readonly userId: string;
  readonly email: string;
  /** null: the account as a whole. */
  readonly env: KeyEnv | null;
  readonly action: string;
  /** The id of what was changed. */
  readonly target: string | null;
  readonly createdAt: Date;
}

export type NewAuditEntry = Omit<AuditEntryRecord, 'id' | 'createdAt'>;

export interface AuditListing {
  readonly accountId: string;
  readonly startingAfter: string | null;
  readonly limit: number;
}

export interface AuditLog {
  write(entry: NewAuditEntry): Promise<void>;
  /** Latest first; null where `startingAfter` is not an entry of the account. */
  listPage(listing: AuditListing): Promise<{ rows: AuditEntryRecord[]; hasMore: boolean } | null>;
}

export function createAuditLog(prisma: PrismaClient): AuditLog {
  return {
    async write(entry) {
      await prisma.auditEntry.create({ data: { id: newId('aud'), ...entry } });
    },
    async listPage({ accountId, startingAfter, limit }) {
      if (startingAfter !== null) {
        const count = await prisma.auditEntry.count({ where: { accountId, id: startingAfter } });
        if (count === 0) return null;
      }
      const rows = await prisma.auditEntry.findMany({
        where: { accountId, ...(startingAfter === null ? {} : { id: { lt: startingAfter } }) },
        orderBy: { id: 'desc' },
        take: limit + 1,
      });
      return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
    },
  };
}
