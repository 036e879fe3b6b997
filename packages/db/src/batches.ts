import type { ErrorBody, Owner } from '@drape/contracts';
import type { PrismaClient } from './prisma';
import type { NewTryOn } from './records';
import { consumeUploads, lockUploads } from './uploads';
import { countInFlight, insertQueued, type TryOnCaps } from './try-ons';

/** Result for each product of a batch, in the order of the request. */
export type BatchItem = { readonly id: string } | { readonly error: ErrorBody };

/** A product to try on, or the error of this item. */
export type NewBatchItem = { readonly tryOn: Omit<NewTryOn, 'priority'> } | { readonly error: ErrorBody };

export interface NewBatch {
  readonly id: string;
  readonly owner: Owner;
  readonly sessionId: string;
  readonly items: readonly NewBatchItem[];
  readonly clientTokenId: string | null;
  /** The error of items for which the token has no try-on left. */
  readonly usedUp: ErrorBody;
}

export type BatchOutcome =
  /** `inFlight` includes the new batch; `priorities` by try-on id. */
  | {
      readonly kind: 'inserted';
      readonly items: readonly BatchItem[];
      readonly inFlight: number;
      readonly priorities: ReadonlyMap<string, number>;
    }
  | { readonly kind: 'too_many_in_flight'; readonly inFlight: number }
  | { readonly kind: 'upload_gone' };

export interface Batches {
  /** Inserts a batch with all its try-ons, or nothing of it, within the caps of `TryOns.insertWithin`. */
  insertWithin(batch: NewBatch, caps: TryOnCaps): Promise<BatchOutcome>;
  /** null: the owner has no such batch. */
  find(owner: Owner, id: string): Promise<BatchRow | null>;
}

export interface BatchRow {
  readonly sessionId: string;
  readonly items: readonly BatchItem[];
}

export function createBatches(prisma: PrismaClient): Batches {
  return {
    insertWithin: (batch, caps) => insertWithin(prisma, batch, caps),
    async find({ accountId, env }, id) {
      const row = await prisma.batch.findFirst({ where: { id, accountId, env } });
      // Written by this package only, from typed values.
      return row && { sessionId: row.sessionId, items: row.items as unknown as readonly BatchItem[] };
    },
  };
}

async function insertWithin(prisma: PrismaClient, batch: NewBatch, caps: TryOnCaps): Promise<BatchOutcome> {
  const { id, owner, sessionId, clientTokenId, usedUp } = batch;
  const { accountId, env } = owner;
  return prisma.$transaction(async (tx): Promise<BatchOutcome> => {
    const { rows, others, ofToken } = await countInFlight(tx, { owner, sessionId, batchId: id, clientTokenId });
    if (others >= caps.inFlightMax) return { kind: 'too_many_in_flight', inFlight: others };
    const uploads = batch.items.flatMap((item) => ('error' in item ? [] : (item.tryOn.uploads ?? [])));
    if (!(await lockUploads(tx, [...new Set(uploads)]))) return { kind: 'upload_gone' };
    const left = caps.ofTokenMax === null ? Infinity : caps.ofTokenMax - ofToken;
    const priorities = new Map<string, number>();
    const items: BatchItem[] = [];
    for (const item of batch.items) {
      if ('error' in item) {
        items.push(item);
      } else if (priorities.size >= left) {
        items.push({ error: usedUp });
      } else {
        const priority = rows + priorities.size + 1;
        await insertQueued(tx, { ...item.tryOn, batchId: id, priority });
        await consumeUploads(tx, item.tryOn.uploads ?? []);
        priorities.set(item.tryOn.id, priority);
        items.push({ id: item.tryOn.id });
      }
    }
    await tx.$executeRaw`
      INSERT INTO batches (id, account_id, env, session_id, items)
      VALUES (${id}, ${accountId}, ${env}::key_env, ${sessionId}, ${JSON.stringify(items)}::jsonb)`;
    return { kind: 'inserted', items, inFlight: priorities.size === 0 ? others : others + 1, priorities };
  });
}
