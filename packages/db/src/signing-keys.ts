import type { PrismaClient } from './prisma';

/** An Ed25519 key pair. The private half never leaves the service. */
export interface SigningKeyRecord {
  readonly id: string;
  /** JWK of the public half. */
  readonly publicKey: Readonly<Record<string, unknown>>;
  /** PKCS #8, PEM. */
  readonly privateKey: string;
}

export interface SigningKeys {
  /** Newest first. */
  list(): Promise<SigningKeyRecord[]>;
  /** Inserts the first key; where another gateway was faster, its key stays the only one. */
  insertFirst(key: SigningKeyRecord): Promise<void>;
}

/** An arbitrary lock number: gateways that start at the same time take turns. */
const FIRST_KEY_LOCK = 41_178_003;

export function createSigningKeys(prisma: PrismaClient): SigningKeys {
  return {
    async list() {
      const rows = await prisma.signingKey.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
      return rows.map(({ id, publicKey, privateKey }) => ({ id, publicKey: toRecord(publicKey), privateKey }));
    },
    async insertFirst({ id, publicKey, privateKey }) {
      await prisma.$transaction(async (tx) => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(${FIRST_KEY_LOCK})`;
        await tx.$executeRaw`
          INSERT INTO signing_keys (id, public_key, private_key)
          SELECT ${id}, ${JSON.stringify(publicKey)}::jsonb, ${privateKey} WHERE NOT EXISTS (SELECT 1 FROM signing_keys)`;
      });
    },
  };
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
