import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import {
  isTerminal,
  newId,
  type KeyEnv,
  type OutputFormat,
  type ProductCategory,
  type QualityLevel,
  type TryOnStatus,
} from '@drape/contracts';
import { createDatabase, type Database, type TryOnRow } from '@drape/db';
import { createTryOnQueues, type TryOnQueues } from '@drape/queue';
import { garmentKey, photoKey, type ObjectStore } from '@drape/storage';
import {
  createTestBucket,
  createTestDatabase,
  type Fixture,
  type FixtureServer,
  type RunningProcess,
  runWorker,
  serveFixtures,
  testPrefix,
  testRedisUrl,
  waitFor,
} from '@drape/testkit';

export const SAMPLES = join(__dirname, '../../../packages/local/samples');

export const PERSON = readFileSync(join(SAMPLES, 'persons/full-body.jpg'));
export const UPPER_BODY = readFileSync(join(SAMPLES, 'persons/upper-body.jpg'));
export const TEE = readFileSync(join(SAMPLES, 'garments/top/logo-tee.jpg'));
export const JEANS = readFileSync(join(SAMPLES, 'garments/pants/blue-jeans.jpg'));

export interface Submission {
  readonly photo?: Uint8Array;
  /** Path at the shop, or a whole URL. */
  readonly product?: string;
  /** The picture itself in place of `product`, or the key of one of the catalogue. */
  readonly productImage?: Uint8Array | string;
  readonly category?: ProductCategory;
  readonly sessionId?: string;
  /** It is made with. */
  readonly apiKeyId?: string;
  readonly productId?: string;
  /** The size that the shopper looks at. */
  readonly size?: string;
  readonly deadlineMs?: number;
  readonly retentionSeconds?: number;
  readonly format?: OutputFormat;
  readonly minQuality?: QualityLevel;
  /** Another one than the harness's. */
  readonly accountId?: string;
  /** Default live; in test mode nothing is rendered. */
  readonly env?: KeyEnv;
  /** False leaves out the job, as a gateway does that dies before it enqueues. */
  readonly enqueue?: boolean;
}

export interface WorkerHealth {
  readonly isReady: boolean;
  readonly children: readonly { pid: number; state: string; tryOnId: string | null }[];
}

export interface Worker {
  readonly process: RunningProcess;
  health(): Promise<WorkerHealth>;
  /** How many garments came from where, since it started. */
  garments(): Promise<Readonly<Record<string, number>>>;
  /** Pid of the child that renders this try-on, as soon as one does. */
  childRendering(tryOnId: string): Promise<number>;
}

export interface WorkerHarness {
  readonly db: Database;
  readonly queues: TryOnQueues;
  readonly store: ObjectStore;
  readonly shop: FixtureServer;
  readonly env: Record<string, string>;
  readonly databaseUrl: string;
  readonly accountId: string;
  startWorker(env?: Record<string, string>): Promise<Worker>;
  /** Does what the gateway does on POST: photo, row, job. */
  submit(submission?: Submission): Promise<string>;
  row(id: string): Promise<TryOnRow>;
  waitStatus(id: string, status: TryOnStatus, timeoutMs?: number): Promise<TryOnRow>;
  /** Until a worker has claimed the row that many times. */
  waitAttempt(id: string, attempt: number, timeoutMs: number): Promise<TryOnRow>;
  waitEnded(id: string, timeoutMs?: number): Promise<TryOnRow>;
  /** The photo is gone and only the row's own result is stored; waits for the worker's tidying up. */
  waitTidy(id: string): Promise<void>;
  /** Lets the lease of a row run out and claims it, as another worker would. */
  takeOver(id: string): Promise<void>;
  close(): Promise<void>;
}

/** A render takes a second; on a machine that does ten other things, ten. */
const ENDED_WITHIN_MS = 60_000;
const JPEG = 'image/jpeg';

/** Real Postgres, Redis, S3 and worker processes around one account; products come from a shop on loopback. */
export async function createWorkerHarness(products: Readonly<Record<string, Fixture>> = {}): Promise<WorkerHarness> {
  const [database, bucket] = [await createTestDatabase(), await createTestBucket()];
  const shop = await serveFixtures({
    '/tee.jpg': { bytes: TEE, contentType: JPEG },
    '/jeans.jpg': { bytes: JEANS, contentType: JPEG },
    ...products,
  });
  const prefix = testPrefix();
  const db = createDatabase({ url: database.url, poolMax: 3 });
  const queues = createTryOnQueues({ redisUrl: testRedisUrl(), prefix });
  const account = await db.accounts.create({ name: 'test', plan: 'business' });
  const env = {
    ...bucket.env,
    DATABASE_URL: database.url,
    REDIS_URL: testRedisUrl(),
    DRAPE_QUEUE_PREFIX: prefix,
    DRAPE_FETCH_ALLOW: shop.host,
    DRAPE_WORKER_HEALTH_PORT: '0',
    // Most tests submit the same pictures and want each rendered.
    DRAPE_RESULT_CACHE: 'false',
  };
  const workers: RunningProcess[] = [];
  const row = async (id: string): Promise<TryOnRow> => {
    const found = await db.tryOns.find(id);
    if (!found) throw new Error(`no row ${id}`);
    return found;
  };
  const waitRow = (id: string, holds: (row: TryOnRow) => boolean, what: string, timeoutMs: number): Promise<TryOnRow> =>
    waitFor(async () => [await row(id)].find(holds), { timeoutMs, everyMs: 10, what: `${id} ${what}` });

  return {
    db,
    queues,
    store: bucket.store,
    shop,
    env,
    databaseUrl: database.url,
    accountId: account.id,
    row,
    async startWorker(more = {}) {
      const process = await runWorker({ ...env, ...more });
      workers.push(process);
      return createWorkerHandle(process);
    },
    submit: (submission = {}) =>
      submit({ db, queues, store: bucket.store, shop, accountId: account.id, ...submission }, submission),
    waitStatus: (id, status, timeoutMs = 10_000) => waitRow(id, (found) => found.status === status, status, timeoutMs),
    waitAttempt: (id, attempt, timeoutMs) =>
      waitRow(id, (found) => found.attempt === attempt, `to be in attempt ${attempt}`, timeoutMs),
    waitEnded: (id, timeoutMs = ENDED_WITHIN_MS) =>
      waitRow(id, (found) => isTerminal(found.status), 'to end', timeoutMs),
    async waitTidy(id) {
      const { result } = await row(id);
      const expected = result ? [result.key] : [];
      await waitFor(
        async () => {
          const keys = (await bucket.store.list('')).filter((key) => key.includes(id));
          return keys.length === expected.length && keys.every((key) => expected.includes(key));
        },
        { what: `only the result of ${id} to be stored` },
      );
    },
    async takeOver(id) {
      await execute(database.url, `UPDATE try_ons SET lease_expires_at = now() - interval '1 s' WHERE id = $1`, [id]);
      if (!(await db.tryOns.claim(id, { leaseMs: 60_000 }))) throw new Error(`${id} could not be claimed`);
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await Promise.all([queues.live.close(), queues.test.close(), db.close(), shop.stop()]);
      await Promise.all([bucket.drop(), database.drop()]);
    },
  };
}

function createWorkerHandle(process: RunningProcess): Worker {
  const ask = async (path: string): Promise<Response> => {
    const { healthPort } = await process.logged('ready');
    return fetch(`http://127.0.0.1:${String(healthPort)}${path}`);
  };
  const health = async (): Promise<WorkerHealth> => (await (await ask('/readyz')).json()) as WorkerHealth;
  return {
    process,
    health,
    async garments() {
      const text = await (await ask('/metrics')).text();
      const counts = text.matchAll(/^\w*tryon_garments_total\{.*from="(\w+)".*\} (\d+)$/gm);
      return Object.fromEntries([...counts].map(([, from = '', count = '']) => [from, Number(count)]));
    },
    childRendering: (tryOnId) =>
      waitFor(async () => (await health()).children.find((child) => child.tryOnId === tryOnId)?.pid, {
        everyMs: 5,
        // A child that died must start anew first, which takes as long as the machine is busy.
        timeoutMs: ENDED_WITHIN_MS,
        what: `a child to render ${tryOnId}`,
      }),
  };
}

/** For what only time does: a lease that ran out, a row that nobody touched. */
export async function execute(databaseUrl: string, sql: string, values: readonly unknown[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sql, [...values]);
  await client.end();
}

interface Shopper {
  readonly db: Database;
  readonly queues: TryOnQueues;
  readonly store: ObjectStore;
  readonly shop: FixtureServer;
  readonly accountId: string;
}

async function submit({ db, queues, store, shop, accountId }: Shopper, submission: Submission): Promise<string> {
  const { photo = PERSON, category = 'top', sessionId = null, enqueue = true } = submission;
  const id = newId('try');
  const owner = { accountId, env: submission.env ?? 'live' };
  const session = await db.sessions.getOrCreate(owner, sessionId);
  await store.put(photoKey(id), photo, { contentType: JPEG });
  const ids = {
    id,
    owner,
    sessionId: session.id,
    requestId: newId('req'),
    gatewayId: 'gtw_test',
  };
  await db.tryOns.insertQueued({
    ...ids,
    ...(await pictureOf(submission, { id, store, shop })),
    categoryRequested: category,
    ...(submission.productId !== undefined && { productId: submission.productId }),
    ...(submission.apiKeyId !== undefined && { apiKeyId: submission.apiKeyId }),
    ...(submission.size !== undefined && { size: submission.size }),
    photoKey: photoKey(id),
    photoSha256: '0'.repeat(64),
    photoBytes: photo.byteLength,
    outputFormat: submission.format ?? 'jpeg',
    minQuality: submission.minQuality ?? 'poor',
    ...(submission.retentionSeconds !== undefined && { retentionSeconds: submission.retentionSeconds }),
    ...(submission.deadlineMs !== undefined && { deadlineMs: submission.deadlineMs }),
  });
  const payload = { v: 1, tryOnId: id, requestId: ids.requestId, gatewayId: ids.gatewayId } as const;
  if (enqueue) await queues[owner.env].enqueue(payload);
  return id;
}

interface Place {
  readonly id: string;
  readonly store: ObjectStore;
  readonly shop: FixtureServer;
}

async function pictureOf({ product = '/tee.jpg', productImage }: Submission, { id, store, shop }: Place) {
  if (typeof productImage === 'string') return { productImageKey: productImage };
  if (productImage === undefined) {
    return { productImageUrl: product.startsWith('/') ? shop.url(product) : product };
  }
  await store.put(garmentKey(id), productImage, { contentType: JPEG });
  return { productImageKey: garmentKey(id) };
}
