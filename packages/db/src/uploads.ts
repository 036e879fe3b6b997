import type { KeyEnv, Owner } from '@drape/contracts';
import { Prisma, type PrismaClient } from './prisma';
import type { CataloguePicture } from './records';

export interface NewUpload {
  readonly id: string;
  readonly owner: Owner;
  /** null: any session of the account may use it. */
  readonly sessionId: string | null;
  readonly contentType: string;
  readonly bytes: number;
  /** Whether it may be used any number of times until it expires; else once. */
  readonly reusable: boolean;
  readonly forSec: number;
}

export interface UploadRow extends Omit<NewUpload, 'forSec'> {
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly isUsed: boolean;
  /** By the database's clock. */
  readonly isExpired: boolean;
}

export interface Uploads {
  insert(upload: NewUpload): Promise<UploadRow>;
  find(owner: Owner, id: string): Promise<UploadRow | null>;
  /** Records the use of those that were still valid. */
  consume(ids: readonly string[]): Promise<void>;
  listOfSession(owner: Owner, sessionId: string): Promise<string[]>;
  /** Uploads whose object is to be deleted: they have expired, or were used this long ago and their deletion was not recorded. */
  listOver(options: { usedMsAgo: number; limit: number }): Promise<string[]>;
  /** Deletes the expired ones; for the others records that the object is gone. */
  finishOver(ids: readonly string[]): Promise<void>;
  /** The given ids without a row. */
  listUnknown(ids: readonly string[]): Promise<string[]>;
}

export function createUploads(prisma: PrismaClient): Uploads {
  return {
    insert: (upload) => insert(prisma, upload),
    async find({ accountId, env }, id) {
      const [row] = await prisma.$queryRaw<UploadColumns[]>`
        SELECT ${COLUMNS} FROM uploads WHERE id = ${id} AND account_id = ${accountId} AND env = ${env}::key_env`;
      return row === undefined ? null : toUpload(row);
    },
    consume: (ids) => consumeUploads(prisma, ids),
    async listOfSession({ accountId, env }, sessionId) {
      const rows = await prisma.upload.findMany({ where: { accountId, env, sessionId }, select: { id: true } });
      return rows.map(({ id }) => id);
    },
    async listOver({ usedMsAgo, limit }) {
      const rows = await prisma.$queryRaw<{ id: string }[]>`
        SELECT id FROM uploads WHERE expires_at < now()
          OR (used_at < now() - ${usedMsAgo}::float8 * interval '1 millisecond' AND NOT reusable AND deleted_at IS NULL)
        LIMIT ${limit}`;
      return rows.map(({ id }) => id);
    },
    async finishOver(ids) {
      if (ids.length === 0) return;
      await prisma.$executeRaw`DELETE FROM uploads WHERE id = ANY(${[...ids]}::text[]) AND expires_at < now()`;
      await prisma.$executeRaw`UPDATE uploads SET deleted_at = now() WHERE id = ANY(${[...ids]}::text[])`;
    },
    async listUnknown(ids) {
      const rows = await prisma.upload.findMany({ where: { id: { in: [...ids] } }, select: { id: true } });
      const known = new Set(rows.map(({ id }) => id));
      return ids.filter((id) => !known.has(id));
    },
  };
}

const COLUMNS = Prisma.sql`id, account_id, env::text AS env, session_id, content_type, bytes, reusable, created_at, expires_at,
  used_at IS NOT NULL AS is_used, expires_at <= now() AS is_expired`;

interface UploadColumns {
  readonly id: string;
  readonly account_id: string;
  readonly env: KeyEnv;
  readonly session_id: string | null;
  readonly content_type: string;
  readonly bytes: number;
  readonly reusable: boolean;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly is_used: boolean;
  readonly is_expired: boolean;
}

async function insert(prisma: PrismaClient, upload: NewUpload): Promise<UploadRow> {
  const { id, owner, sessionId, contentType, bytes, reusable, forSec } = upload;
  const [row] = await prisma.$queryRaw<UploadColumns[]>`
    INSERT INTO uploads (id, account_id, env, session_id, content_type, bytes, reusable, expires_at)
    VALUES (${id}, ${owner.accountId}, ${owner.env}::key_env, ${sessionId}, ${contentType}, ${bytes}, ${reusable},
      now() + ${forSec}::int * interval '1 second')
    RETURNING ${COLUMNS}`;
  if (row === undefined) throw new Error('an upload was not put on record');
  return toUpload(row);
}

function toUpload(row: UploadColumns): UploadRow {
  return {
    id: row.id,
    owner: { accountId: row.account_id, env: row.env },
    sessionId: row.session_id,
    contentType: row.content_type,
    bytes: row.bytes,
    reusable: row.reusable,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    isUsed: row.is_used,
    isExpired: row.is_expired,
  };
}

/**
 * Locks uploads. False where one of them was used or deleted since it was read. Others that want the same ones wait until the transaction
 * is over.
 */
export async function lockUploads(tx: Prisma.TransactionClient, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const held = await tx.$queryRaw<unknown[]>`
    SELECT id FROM uploads WHERE id = ANY(${[...ids]}::text[]) AND (reusable OR used_at IS NULL) AND expires_at > now()
    ORDER BY id FOR UPDATE`;
  return held.length === new Set(ids).size;
}

export async function consumeUploads(tx: Prisma.TransactionClient, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.$executeRaw`UPDATE uploads SET used_at = now() WHERE id = ANY(${[...ids]}::text[]) AND used_at IS NULL`;
}

/**
 * Runs `work` and uses up the picture's upload, both or neither; where `work` returns null, the upload stays valid. 'upload_gone': it was
 * used since it was read.
 */
export async function withUploadOf<T>(
  prisma: PrismaClient,
  picture: CataloguePicture | undefined,
  work: (tx: Prisma.TransactionClient) => Promise<T | null>,
): Promise<T | null | 'upload_gone'> {
  const uploadId = picture !== undefined && 'key' in picture ? picture.uploadId : undefined;
  if (uploadId === undefined) return work(prisma);
  return prisma.$transaction(async (tx) => {
    if (!(await lockUploads(tx, [uploadId]))) return 'upload_gone';
    const done = await work(tx);
    if (done !== null) await consumeUploads(tx, [uploadId]);
    return done;
  });
}
