import { newId, type MemberRole } from '@drape/contracts';
import type { PrismaClient } from './prisma';

export interface InvitationRecord {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface NewInvitation {
  readonly accountId: string;
  readonly email: string;
  readonly role: MemberRole;
  /** SHA-256 of the token, hex. */
  readonly hash: string;
  readonly days: number;
}

export interface Invitations {
  /** Replaces an earlier one to the same address. */
  put(invitation: NewInvitation): Promise<InvitationRecord>;
  /** Open ones, latest first. */
  list(accountId: string): Promise<InvitationRecord[]>;
  remove(accountId: string, id: string): Promise<boolean>;
  /** Uses it up; null where it does not exist or has expired. */
  take(hash: string): Promise<InvitationRecord | null>;
}

const DAY_MS = 86_400_000;

export function createInvitations(prisma: PrismaClient): Invitations {
  return {
    async put({ accountId, email, role, hash, days }) {
      const about = {
        id: newId('inv'),
        role,
        hash,
        createdAt: new Date(),
        expiresAt: new Date(Date.now() + days * DAY_MS),
      };
      return prisma.invitation.upsert({
        where: { accountId_email: { accountId, email } },
        create: { ...about, accountId, email },
        update: about,
        omit: { hash: true },
      });
    },
    list: (accountId) =>
      prisma.invitation.findMany({
        where: { accountId, expiresAt: { gt: new Date() } },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        omit: { hash: true },
      }),
    async remove(accountId, id) {
      const { count } = await prisma.invitation.deleteMany({ where: { accountId, id } });
      return count === 1;
    },
    async take(hash) {
      const found = await prisma.invitation.findUnique({ where: { hash }, omit: { hash: true } });
      if (found === null || found.expiresAt.getTime() < Date.now()) return null;
      // Of two simultaneous uses one fails.
      const { count } = await prisma.invitation.deleteMany({ where: { id: found.id, hash } });
      return count === 1 ? found : null;
    },
  };
}
