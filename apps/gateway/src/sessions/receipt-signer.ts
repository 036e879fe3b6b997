import type { Database, SigningKeyRecord } from '@drape/db';
import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair, importPKCS8, SignJWT } from 'jose';

const ALGORITHM = 'EdDSA';

/** Signs receipts, so that a shop can prove to others what the service has done. */
export interface ReceiptSigner {
  /** A compact JWS over the claims. */
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>;
  /** The public keys, RFC 7517. */
  keySet(): Promise<{ keys: Record<string, unknown>[] }>;
}

/** The key pair is stored in the database: every gateway signs with the same one, and it outlives them all. */
export function createReceiptSigner(db: Pick<Database, 'signingKeys'>): ReceiptSigner {
  return {
    async sign(claims) {
      const [newest] = await listOrCreateSigningKeys(db);
      if (newest === undefined) throw new Error('there is no signing key after one was made');
      const key = await importPKCS8(newest.privateKey, ALGORITHM);
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg: ALGORITHM, kid: newest.id })
        .setIssuer('drape')
        .sign(key);
    },
    async keySet() {
      const keys = await listOrCreateSigningKeys(db);
      return { keys: keys.map(({ id, publicKey }) => ({ ...publicKey, kid: id, alg: ALGORITHM, use: 'sig' })) };
    },
  };
}

/** The service's key pairs, newest first; the first one is created where there is none. */
export async function listOrCreateSigningKeys(db: Pick<Database, 'signingKeys'>): Promise<SigningKeyRecord[]> {
  const keys = await db.signingKeys.list();
  if (keys.length > 0) return keys;
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const publicKey = await exportJWK(pair.publicKey);
  const id = await calculateJwkThumbprint(publicKey);
  await db.signingKeys.insertFirst({ id, publicKey: { ...publicKey }, privateKey: await exportPKCS8(pair.privateKey) });
  return db.signingKeys.list();
}
