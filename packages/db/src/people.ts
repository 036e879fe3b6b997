import { newId, type MemberRole } from '@drape/contracts';
import type { PrismaClient } from './prisma';

/** Somebody who signs in to the dashboard. */
export interface PersonRecord {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** argon2id in PHC format; null where there is none. */
  readonly passwordHash: string | null;
}

/** An account that a person may work in. */
export interface Membership {
  readonly accountId: string;
  readonly accountName: string;
  readonly role: MemberRole;
}

/** A person as the others of the account see them. */
export interface MemberRecord {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: MemberRole;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
}

export interface PersonChange {
  readonly name?: string;
  readonly passwordHash?: string;
}

/** Outcome of a change to a member; an account never loses its last owner. */
export type MemberOutcome = 'done' | 'missing' | 'last_owner';

export interface People {
  find(id: string): Promise<PersonRecord | null>;
  findByEmail(email: string): Promise<PersonRecord | null>;
  /** Finds or creates the person with this address; name and password apply to a new one only. */
  ensure(person: { email: string; name: string; passwordHash: string | null }): Promise<PersonRecord>;
  update(id: string, change: PersonChange): Promise<void>;
  noteSignIn(id: string): Promise<void>;
  /** Oldest first. */
  memberships(userId: string): Promise<Membership[]>;
  /** Oldest first. */
  members(accountId: string): Promise<MemberRecord[]>;
  /** An existing member keeps the role. */
  addMember(accountId: string, userId: string, role: MemberRole): Promise<void>;
  changeRole(accountId: string, userId: string, role: MemberRole): Promise<MemberOutcome>;
  /** Also ends the person's dashboard sessions of that account. */
  removeMember(accountId: string, userId: string): Promise<MemberOutcome>;
}

const PERSON = { id: true, email: true, name: true, passwordHash: true } as const;

export function createPeople(prisma: PrismaClient): People {
  return {
    find: (id) => prisma.user.findUnique({ where: { id }, select: PERSON }),
    findByEmail: (email) => prisma.user.findUnique({ where: { email }, select: PERSON }),
    ensure: ({ email, name, passwordHash }) =>
      prisma.user.upsert({
        where: { email },
        create: { id: newId('usr'), email, name, passwordHash },
        update: {},
        select: PERSON,
      }),
    async update(id, change) {
      await prisma.user.updateMany({ where: { id }, data: change });
    },
    async noteSignIn(id) {
      await prisma.$executeRaw`UPDATE users SET last_sign_in_at = now() WHERE id = ${id}`;
    },
    async memberships(userId) {
      const rows = await prisma.member.findMany({
        where: { userId },
        include: { account: { select: { name: true } } },
        orderBy: [{ createdAt: 'asc' }, { accountId: 'asc' }],
      });
      return rows.map(({ accountId, role, account }) => ({ accountId, accountName: account.name, role }));
    },
    async members(accountId) {
      const rows = await prisma.member.findMany({
        where: { accountId },
        include: { user: true },
        orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
      });
      return rows.map(({ userId, role, createdAt, user }) => ({
        userId,
        email: user.email,
        name: user.name,
        role,
        createdAt,
        lastSignInAt: user.lastSignInAt,
      }));
    },
    async addMember(accountId, userId, role) {
      await prisma.member.upsert({
        where: { accountId_userId: { accountId, userId } },
        create: { accountId, userId, role },
        update: {},
      });
    },
    changeRole: (accountId, userId, role) =>
      withOwnersLocked(prisma, { accountId, userId, keepsOwner: role === 'owner' }, async (tx) => {
        await tx.member.update({ where: { accountId_userId: { accountId, userId } }, data: { role } });
      }),
    removeMember: (accountId, userId) =>
      withOwnersLocked(prisma, { accountId, userId, keepsOwner: false }, async (tx) => {
        await tx.member.delete({ where: { accountId_userId: { accountId, userId } } });
        await tx.dashboardSession.deleteMany({ where: { accountId, userId } });
      }),
  };
}

type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

interface OwnerChange {
  readonly accountId: string;
  readonly userId: string;
  readonly keepsOwner: boolean;
}

/** Two owners who remove each other at the same moment are serialised, so that one of them stays. */
function withOwnersLocked(
  prisma: PrismaClient,
  { accountId, userId, keepsOwner }: OwnerChange,
  change: (tx: Transaction) => Promise<void>,
): Promise<MemberOutcome> {
  return prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM accounts WHERE id = ${accountId} FOR UPDATE`;
    const members = await tx.member.findMany({ where: { accountId } });
    const member = members.find((one) => one.userId === userId);
    if (member === undefined) return 'missing';
    const owners = members.filter(({ role }) => role === 'owner');
    if (member.role === 'owner' && owners.length === 1 && !keepsOwner) return 'last_owner';
    await change(tx);
    return 'done';
  });
}
