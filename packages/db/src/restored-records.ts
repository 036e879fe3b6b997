import { isTerminal, type KeyEnv, type Owner } from '@drape/contracts';
import { Prisma, type PrismaClient } from './prisma';

/** A record in the form that the list of erasures uses. */
export interface RestoredRecord {
  readonly owner: Owner;
  readonly id: string;
  readonly createdAt: Date;
}

/** A picture that a row promises. */
export interface PromisedResult {
  readonly tryOnId: string;
  readonly key: string;
}

/** Queries of the check after a restore. Reads everything, page by page: nothing else runs meanwhile. */
export interface RestoredRecords {
  /** Pages of all sessions. */
  sessions(): AsyncIterable<readonly RestoredRecord[]>;
  /** Pages of all try-ons. */
  tryOns(): AsyncIterable<readonly RestoredRecord[]>;
  /** Pages of the results that are still to be kept. */
  results(): AsyncIterable<readonly PromisedResult[]>;
  /** The given ids of try-ons and batches without anything unfinished. */
  listEnded(ids: readonly string[]): Promise<string[]>;
  /** Marks results as no longer kept, as at the end of their retention. */
  dropResults(tryOnIds: readonly string[]): Promise<void>;
}

const PAGE = 5_000;

interface RecordColumns {
  readonly account_id: string;
  readonly env: KeyEnv;
  readonly id: string;
  readonly created_at: Date;
}

export function createRestoredRecords(prisma: PrismaClient): RestoredRecords {
  return {
    async *sessions() {
      let last: RestoredRecord | undefined;
      for (;;) {
        const after = last
          ? Prisma.sql`WHERE (account_id, env, id) > (${last.owner.accountId}, ${last.owner.env}::key_env, ${last.id})`
          : Prisma.empty;
        const rows = await prisma.$queryRaw<RecordColumns[]>`
          SELECT account_id, env::text AS env, id, created_at FROM sessions ${after} ORDER BY sessions.account_id, sessions.env, sessions.id LIMIT ${PAGE}`;
        yield rows.map(toRecord);
        last = rows.length < PAGE ? undefined : rows.map(toRecord).at(-1);
        if (last === undefined) return;
      }
    },
    async *tryOns() {
      for (let last: string | undefined = ''; last !== undefined;) {
        const rows: RecordColumns[] = await prisma.$queryRaw<RecordColumns[]>`
          SELECT account_id, env::text AS env, id, created_at FROM try_ons WHERE id > ${last} ORDER BY id LIMIT ${PAGE}`;
        yield rows.map(toRecord);
        last = rows.length < PAGE ? undefined : rows.at(-1)?.id;
      }
    },
    async *results() {
      for (let last: string | undefined = ''; last !== undefined;) {
        const rows: { id: string; key: string }[] = await prisma.$queryRaw<{ id: string; key: string }[]>`
          SELECT id, result_key AS key FROM try_ons
          WHERE id > ${last} AND status = 'completed' AND result_key IS NOT NULL AND (expires_at IS NULL OR expires_at > now())
          ORDER BY id LIMIT ${PAGE}`;
        yield rows.map(({ id: tryOnId, key }) => ({ tryOnId, key }));
        last = rows.length < PAGE ? undefined : rows.at(-1)?.id;
      }
    },
    async listEnded(ids) {
      const where = { OR: [{ id: { in: [...ids] } }, { batchId: { in: [...ids] } }] };
      const rows = await prisma.tryOn.findMany({ where, select: { id: true, batchId: true, status: true } });
      const open = rows.filter(({ status }) => !isTerminal(status));
      const needed = new Set(open.flatMap(({ id, batchId }) => [id, batchId]));
      return ids.filter((id) => !needed.has(id));
    },
    async dropResults(tryOnIds) {
      await prisma.$executeRaw`
        UPDATE try_ons SET expires_at = now(), cleanup_at = NULL WHERE id = ANY(${[...tryOnIds]}::text[]) AND status = 'completed'`;
    },
  };
}

function toRecord({ account_id: accountId, env, id, created_at: createdAt }: RecordColumns): RestoredRecord {
  return { owner: { accountId, env }, id, createdAt };
}
