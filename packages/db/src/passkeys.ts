import type { PrismaClient } from './prisma';

/** A person's public key for signing in. */
export interface PasskeyRecord {
  /** The credential's id, base64url. */
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** COSE. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** The authenticator's signature counter; one that decreases indicates a clone. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export type NewPasskey = Omit<PasskeyRecord, 'createdAt' | 'lastUsedAt'>;

export interface Passkeys {
  /** Oldest first. */
  list(userId: string): Promise<PasskeyRecord[]>;
  find(id: string): Promise<PasskeyRecord | null>;
  /** false: the id exists already. */
  add(passkey: NewPasskey): Promise<boolean>;
  noteUse(id: string, counter: number): Promise<void>;
  remove(userId: string, id: string): Promise<boolean>;
}

export function createPasskeys(prisma: PrismaClient): Passkeys {
  return {
    async list(userId) {
      const rows = await prisma.passkey.findMany({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
      return rows.map(toRecord);
    },
    async find(id) {
      const row = await prisma.passkey.findUnique({ where: { id } });
      return row === null ? null : toRecord(row);
    },
    async add({ transports, ...passkey }) {
      const { count } = await prisma.passkey.createMany({
        data: [{ ...passkey, transports: [...transports] }],
        skipDuplicates: true,
      });
      return count === 1;
    },
    async noteUse(id, counter) {
      await prisma.passkey.updateMany({ where: { id }, data: { counter, lastUsedAt: new Date() } });
    },
    async remove(userId, id) {
      const { count } = await prisma.passkey.deleteMany({ where: { id, userId } });
      return count === 1;
    },
  };
}

function toRecord(row: Omit<PasskeyRecord, 'counter'> & { readonly counter: bigint }): PasskeyRecord {
  return { ...row, counter: Number(row.counter) };
}
