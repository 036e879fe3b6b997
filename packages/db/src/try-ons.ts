import type { Owner } from '@drape/contracts';
import type { OnTryOnEnd } from './end-try-ons';
import { Prisma, type PrismaClient } from './prisma';
import type { NewTryOn, TryOnRow } from './records';
import { createRenderClaims, type RenderClaims } from './render-claims';
import { createTryOnLists, type TryOnLists } from './try-on-lists';
import { createTryOnSweeps, type TryOnSweeps } from './try-on-sweeps';
import { createTryOnTransitions, type TryOnTransitions } from './try-on-transitions';
import { toTryOnRow } from './try-on-row';
import { consumeUploads, lockUploads } from './uploads';
import { COUNT_ERASED } from './usage';
import { WITHDRAWN } from './withdraw';

const DEADLINE_MS = 120_000;
const RETENTION_SECONDS = 604_800;

export interface TryOns extends TryOnTransitions, TryOnSweeps, TryOnLists, RenderClaims {
  /** Inserts a try-on. From here on it ends `completed`, `failed`, `canceled` or `expired`, whatever crashes. */
  insertQueued(row: NewTryOn): Promise<void>;
  /**
   * The same, where neither the account's cap of unfinished try-ons nor the token's cap of all its try-ons is reached; exact under
   * concurrency. A batch counts as one.
   */
  insertWithin(row: Omit<NewTryOn, 'priority'>, caps: TryOnCaps): Promise<InsertOutcome>;
  /** For the API: other accounts' ids count as unknown. */
  findForAccount(owner: Owner, id: string): Promise<TryOnRow | null>;
  /** How many queued try-ons workers take before this one; 0 where it is not queued. Reads the whole queue: not for polling. */
  countAhead(id: string): Promise<number>;
  /** In the order in which they were asked for. */
  listBatch(owner: Owner, batchId: string): Promise<TryOnRow[]>;
  /** The given ids that name a queued or processing try-on, of any account: one query serves all waiting requests. */
  findOpen(ids: readonly string[]): Promise<string[]>;
  /** For workers, across accounts. */
  find(id: string): Promise<TryOnRow | null>;
  /** To be called before objects are deleted: from here on it promises no picture. */
  withdraw(owner: Owner, id: string): Promise<void>;
  /** Deletes a try-on. False: there is none. The caller deletes its objects. */
  erase(owner: Owner, id: string): Promise<boolean>;
  /** Unfinished try-ons of an account: they decide the priority of its next one. */
  countOpen(owner: Owner): Promise<number>;
  /** The same, counting each batch as one, as plans do; without the lock of {@link insertWithin}. */
  countBusy(owner: Owner): Promise<number>;
}

export function createTryOns(prisma: PrismaClient, onEnd: OnTryOnEnd = () => undefined): TryOns {
  return {
    ...createTryOnTransitions(prisma, onEnd),
    ...createTryOnSweeps(prisma, onEnd),
    ...createTryOnLists(prisma),
    ...createRenderClaims(prisma),
    insertQueued: (row) => insertQueued(prisma, row),
    insertWithin: (row, caps) => insertWithin(prisma, row, caps),
    async findForAccount({ accountId, env }, id) {
      const row = await prisma.tryOn.findFirst({ where: { id, accountId, env } });
      return row && toTryOnRow(row);
    },
    async listBatch({ accountId, env }, batchId) {
      const rows = await prisma.tryOn.findMany({ where: { accountId, env, batchId }, orderBy: { priority: 'asc' } });
      return rows.map(toTryOnRow);
    },
    async find(id) {
      const row = await prisma.tryOn.findUnique({ where: { id } });
      return row && toTryOnRow(row);
    },
    async findOpen(ids) {
      const rows = await prisma.$queryRaw<{ id: string }[]>`
        SELECT id FROM try_ons WHERE id = ANY(${[...ids]}) AND status IN ('queued', 'processing')`;
      return rows.map(({ id }) => id);
    },
    countAhead: (id) => countAhead(prisma, id),
    async withdraw({ accountId, env }, id) {
      await prisma.$executeRaw`
        UPDATE try_ons SET ${WITHDRAWN} WHERE id = ${id} AND account_id = ${accountId} AND env = ${env}::key_env`;
    },
    async erase({ accountId, env }, id) {
      const [gone] = await prisma.$transaction([
        prisma.$queryRaw<unknown[]>`
          WITH gone AS (
            DELETE FROM try_ons WHERE id = ${id} AND account_id = ${accountId} AND env = ${env}::key_env RETURNING *),
          ${COUNT_ERASED}
          SELECT id FROM gone`,
        prisma.webhookDelivery.deleteMany({ where: { accountId, env, resourceId: id } }),
      ]);
      return gone.length === 1;
    },
    countOpen: ({ accountId, env }) =>
      prisma.tryOn.count({ where: { accountId, env, status: { in: ['queued', 'processing'] } } }),
    async countBusy({ accountId, env }) {
      const [count] = await prisma.$queryRaw<{ busy: number }[]>`
        SELECT count(DISTINCT COALESCE(batch_id, id))::int AS busy FROM try_ons
        WHERE account_id = ${accountId} AND env = ${env}::key_env AND status IN ('queued', 'processing')`;
      return count?.busy ?? 0;
    },
  };
}

/** Queued try-ons with a better priority, or with the same and older: the order in which workers take them. */
async function countAhead(prisma: PrismaClient, id: string): Promise<number> {
  const rows = await prisma.$queryRaw<{ ahead: number }[]>`
    SELECT count(other.id)::int AS ahead FROM try_ons own
    LEFT JOIN try_ons other ON other.status = 'queued' AND other.env = own.env AND (other.priority, other.created_at) < (own.priority, own.created_at)
    WHERE own.id = ${id}`;
  return rows[0]?.ahead ?? 0;
}

/** Upper bounds of existing try-ons before the new one. */
export interface TryOnCaps {
  /** Unfinished ones of the account. */
  readonly inFlightMax: number;
  /** All created with the row's client token; null: it has no cap. */
  readonly ofTokenMax: number | null;
}

export type InsertOutcome =
  /** `inFlight` includes the new one; `priority` puts it behind as many others as the account has unfinished. */
  | { readonly kind: 'inserted'; readonly inFlight: number; readonly priority: number }
  | { readonly kind: 'too_many_in_flight'; readonly inFlight: number }
  | { readonly kind: 'token_used_up' }
  | { readonly kind: 'upload_gone' };

interface InFlightColumns {
  readonly open_rows: number;
  readonly open_others: number;
  readonly made_by_token: number;
}

/** Existing try-ons before the new ones. */
export interface InFlight {
  /** Unfinished rows. */
  readonly rows: number;
  /** The same, counting each batch as one, without the rows of the given batch. */
  readonly others: number;
  /** All created with the token. */
  readonly ofToken: number;
}

type Counted = Pick<NewTryOn, 'owner' | 'sessionId' | 'batchId' | 'clientTokenId'>;

/** The next one to count for the same owner waits until this transaction is over. */
export async function countInFlight(tx: Prisma.TransactionClient, row: Counted): Promise<InFlight> {
  const [count] = await tx.$queryRaw<InFlightColumns[]>`SELECT * FROM ${countOf(row)}`;
  return toInFlight(count);
}

const countOf = ({ owner, sessionId, batchId = null, clientTokenId = null }: Counted): Prisma.Sql =>
  Prisma.sql`count_in_flight(${owner.accountId}, ${owner.env}::key_env, ${sessionId}, ${batchId}, ${clientTokenId})`;

function toInFlight(count: InFlightColumns | undefined): InFlight {
  if (count === undefined) throw new Error('a count returned no row');
  return {
    rows: count.open_rows,
    others: count.open_others,
    ofToken: count.made_by_token,
  };
}

async function insertWithin(
  prisma: PrismaClient,
  row: Omit<NewTryOn, 'priority'>,
  caps: TryOnCaps,
): Promise<InsertOutcome> {
  const { uploads = [] } = row;
  if (uploads.length === 0) return insertCounted(prisma, row, caps);
  return prisma.$transaction(async (tx): Promise<InsertOutcome> => {
    const count = await countInFlight(tx, row);
    const refused = refusalOf(count, caps);
    if (refused !== null) return refused;
    if (!(await lockUploads(tx, uploads))) return { kind: 'upload_gone' };
    const priority = count.rows + 1;
    await insertQueued(tx, { ...row, priority });
    await consumeUploads(tx, uploads);
    return { kind: 'inserted', inFlight: count.others + 1, priority };
  });
}

/** Counts and inserts in one statement, so that a request waits for one round trip instead of five. */
async function insertCounted(
  prisma: PrismaClient,
  row: Omit<NewTryOn, 'priority'>,
  caps: TryOnCaps,
): Promise<InsertOutcome> {
  const { inFlightMax, ofTokenMax } = caps;
  const [columns] = await prisma.$queryRaw<InFlightColumns[]>`
    WITH before AS MATERIALIZED (SELECT * FROM ${countOf(row)}),
    inserted AS (
      INSERT INTO try_ons (${COLUMNS}) SELECT ${valuesOf(row, Prisma.sql`open_rows + 1`)} FROM before
      WHERE open_others < ${inFlightMax}::int AND (${ofTokenMax}::int IS NULL OR made_by_token < ${ofTokenMax}::int))
    SELECT * FROM before`;
  const count = toInFlight(columns);
  return refusalOf(count, caps) ?? { kind: 'inserted', inFlight: count.others + 1, priority: count.rows + 1 };
}

function refusalOf({ others, ofToken }: InFlight, { inFlightMax, ofTokenMax }: TryOnCaps): InsertOutcome | null {
  if (others >= inFlightMax) return { kind: 'too_many_in_flight', inFlight: others };
  if (ofTokenMax !== null && ofToken >= ofTokenMax) return { kind: 'token_used_up' };
  return null;
}

export async function insertQueued(prisma: Prisma.TransactionClient, row: NewTryOn): Promise<void> {
  const priority = Prisma.sql`${row.priority ?? 0}::int`;
  await prisma.$executeRaw`INSERT INTO try_ons (${COLUMNS}) VALUES (${valuesOf(row, priority)})`;
}

const COLUMNS = Prisma.sql`
  id, account_id, env, session_id, product_id, api_key_id, client_token_id, batch_id, min_quality, request_id, gateway_id, traceparent, priority, deadline_at,
  product_image_url, product_image_key, category_requested, photo_key, photo_sha256, photo_bytes, output_format, retention_seconds,
  size, fit_preference, department, webhook_url, metadata, consent, warnings, look`;

/** Raw SQL, because the deadline counts from the database's clock, not from a gateway's. */
function valuesOf(row: Omit<NewTryOn, 'priority'>, priority: Prisma.Sql): Prisma.Sql {
  const deadlineMs = row.deadlineMs ?? DEADLINE_MS;
  return Prisma.sql`
    ${row.id}, ${row.owner.accountId}, ${row.owner.env}::key_env, ${row.sessionId}, ${row.productId ?? null},
    ${row.apiKeyId ?? null}, ${row.clientTokenId ?? null}, ${row.batchId ?? null}, ${row.minQuality ?? 'fair'},
    ${row.requestId}, ${row.gatewayId}, ${row.traceparent ?? null}, ${priority},
    now() + ${deadlineMs}::float8 * interval '1 millisecond',
    ${row.productImageUrl ?? null}, ${row.productImageKey ?? null}, ${row.categoryRequested ?? null}, ${row.photoKey}, ${row.photoSha256}, ${row.photoBytes}::int,
    ${row.outputFormat ?? 'jpeg'}, ${row.retentionSeconds ?? RETENTION_SECONDS}::int,
    ${row.size ?? null}, ${row.fitPreference ?? null}, ${row.department ?? null}, ${row.webhookUrl ?? null},
    ${JSON.stringify(row.metadata ?? {})}::jsonb,
    ${row.consent ? JSON.stringify(row.consent) : null}::jsonb,
    ${JSON.stringify(row.warnings ?? [])}::jsonb,
    ${row.look ? JSON.stringify(row.look) : null}::jsonb`;
}
