import { createHash } from 'node:crypto';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createDatabase } from '@drape/db';
import { createTryOnQueues, createTryOnWorker } from '@drape/queue';
import { createObjectStore, type ObjectStore } from '@drape/storage';
import { createOwnRedis, createTcpProxy, testPrefix, testRedisUrl, waitFor, type OwnRedis } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { renderJob } from '../src/job/render-job';
import { testModeDeps } from './test-mode-deps';
import { createTestReaper } from './test-reaper';
import { createWorkerHarness, type WorkerHarness } from './worker-harness';

/** Faults of docs/reliability.md in which no render matters: outcomes of test mode, everything else is real. */
let harness: WorkerHarness;

beforeAll(async () => {
  harness = await createWorkerHarness();
}, 60_000);

afterAll(() => harness.close(), 60_000);

const nothing = (): void => undefined;
const log = { info: nothing, warn: nothing, error: nothing };
const submit = (outcome: string) =>
  harness.submit({ env: 'test', product: `https://test.drape.invalid/${outcome}`, enqueue: false });
const jobOf = (tryOnId: string) => ({ v: 1, tryOnId, requestId: null, gatewayId: null }) as const;

/** The picture that the row names is there, with the SHA-256 that the row holds, and no other. */
async function expectSound(id: string): Promise<void> {
  const { result } = await harness.row(id);
  expect(await harness.store.list(`results/${id}/`)).toEqual([result?.key]);
  const bytes = await harness.store.get(result?.key ?? '');
  expect(
    createHash('sha256')
      .update(bytes ?? '')
      .digest('hex'),
  ).toBe(result?.sha256);
}

describe('Redis', () => {
  interface Case {
    readonly fault: string;
    readonly durable: boolean;
    readonly harm: (redis: OwnRedis) => Promise<void>;
    /** From when Redis is well again: what docs/reliability.md promises, the two seconds that the rest of the work takes, and slack. */
    readonly withinMs: number;
  }
  const CASES: readonly Case[] = [
    { fault: 'F5: killed, its data on disk', durable: true, harm: (redis) => redis.killAndRestart(), withinMs: 15_000 },
    { fault: 'F6: killed, nothing on disk', durable: false, harm: (redis) => redis.killAndRestart(), withinMs: 45_000 },
    { fault: 'F7: frozen', durable: false, harm: (redis) => redis.freeze(4_000), withinMs: 25_000 },
  ];

  it.each(CASES)(
    '$fault: every try-on ends once, by the first attempt or the next',
    async ({ durable, harm, withinMs }) => {
      const redis = await createOwnRedis({ durable });
      const prefix = testPrefix();
      const queues = createTryOnQueues({ redisUrl: redis.url, prefix });
      const worker = createTryOnWorker({
        ...{ redisUrl: redis.url, prefix, concurrency: 2, env: 'test', log },
        process: (payload) => renderJob(testModeDeps(harness), payload),
      });
      worker.start();
      const ids = await Promise.all(Array.from({ length: 6 }, () => submit('slow/1000')));
      for (const id of ids) await queues.test.enqueue(jobOf(id));
      await harness.waitStatus(ids[0] ?? '', 'processing', 30_000);
      const reaper = createTestReaper({ ...harness, queues });
      reaper.start();
      await harm(redis);
      await waitFor(
        async () => {
          const rows = await Promise.all(ids.map((id) => harness.row(id)));
          return rows.every(({ status }) => status === 'completed');
        },
        { timeoutMs: withinMs, everyMs: 100, what: 'every try-on to be completed' },
      );
      for (const id of ids) await expectSound(id);
      await reaper.stop();
      await worker.close();
      await Promise.all([queues.live.close(), queues.test.close()]);
      await redis.stop();
    },
    180_000,
  );
});

describe('F7: Redis takes what a worker sends it and answers nothing', () => {
  const SWALLOWED_MS = 10_000;
  const send = (outcome: string) => harness.submit({ env: 'test', product: `https://test.drape.invalid/${outcome}` });

  it('the worker continues within 20 s after Redis has recovered', async () => {
    const proxy = await createTcpProxy(testRedisUrl());
    const worker = await harness.startWorker({ REDIS_URL: proxy.url });
    try {
      const inHand = await send('slow/1000');
      await harness.waitStatus(inHand, 'processing', 30_000);
      proxy.swallow();
      const waiting = await send('ok');
      await new Promise((done) => setTimeout(done, SWALLOWED_MS));
      expect(await harness.row(waiting)).toMatchObject({ status: 'queued', attempt: 0 });
      proxy.mend();
      // The connections of before never answer: a worker that keeps them takes no job for as long as it lives.
      expect(await harness.waitEnded(waiting, 20_000)).toMatchObject({ status: 'completed', attempt: 1 });
      expect(await harness.row(inHand)).toMatchObject({ status: 'completed', attempt: 1 });
      for (const id of [inHand, waiting]) await expectSound(id);
    } finally {
      await worker.process.stop();
      await proxy.stop();
    }
  }, 120_000);
});

describe('F8: Postgres goes away while a try-on is being processed', () => {
  it('finishing is retried, not the render', async () => {
    const proxy = await createTcpProxy(harness.databaseUrl);
    const db = createDatabase({ url: proxy.url, connectTimeoutMs: 500 });
    const id = await submit('slow/3000');
    const job = renderJob(testModeDeps({ ...harness, db }), jobOf(id));
    // the claim is over when the stage is noted
    await waitFor(async () => (await harness.row(id)).stage === 'fetching_product', { timeoutMs: 30_000, everyMs: 5 });
    proxy.cut();
    await new Promise((done) => setTimeout(done, 4_500));
    expect(await harness.row(id)).toMatchObject({ status: 'processing', attempt: 1 });
    proxy.mend();
    await job;
    expect(await harness.row(id)).toMatchObject({ status: 'completed', attempt: 1 });
    await expectSound(id);
    await db.close();
    await proxy.stop();
  }, 60_000);
});

describe('F8: Postgres goes away after it has committed a finish and before it confirms it', () => {
  it('the try-on is completed, and its picture stays', async () => {
    const { tryOns } = harness.db;
    let isTold = false;
    const complete: typeof tryOns.complete = async (id, attempt, outcome) => {
      const won = await tryOns.complete(id, attempt, outcome);
      if (isTold) return won;
      isTold = true;
      throw new Error('Connection terminated unexpectedly');
    };
    const id = await submit('ok');
    await renderJob({ ...testModeDeps(harness), tryOns: { ...tryOns, complete } }, jobOf(id));
    expect(await harness.row(id)).toMatchObject({ status: 'completed', attempt: 1 });
    await expectSound(id);
    expect(await harness.store.exists(`photos/${id}`)).toBe(false);
  }, 60_000);
});

type StoreFault = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;

/** The object store behind one that misbehaves for PUTs of results, so many times. */
async function brokenStore(
  fault: StoreFault,
  times: number,
): Promise<{ store: ObjectStore; stop: () => Promise<void> }> {
  const {
    S3_ENDPOINT = '',
    S3_BUCKET = '',
    S3_REGION = '',
    S3_ACCESS_KEY_ID = '',
    S3_SECRET_ACCESS_KEY = '',
  } = harness.env;
  const { hostname, port } = new URL(S3_ENDPOINT);
  let left = times;
  const server = createServer((request, response) => {
    const { method, url: path, headers } = request;
    const pass = (): void => {
      const upstream = httpRequest({ hostname, port, method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      upstream.on('error', () => response.destroy());
      request.pipe(upstream);
    };
    if (method !== 'PUT' || path?.includes('/results/') !== true || left === 0) return pass();
    left -= 1;
    return fault(request, response, pass);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const credentials = { region: S3_REGION, accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
  const store = createObjectStore({ endpoint, bucket: S3_BUCKET, ...credentials, forcePathStyle: true });
  return {
    store,
    async stop() {
      store.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

describe('F9: the object store', () => {
  const answer =
    (status: number, code: string): StoreFault =>
    (request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/xml', connection: 'close' });
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);
    };
  const partial: StoreFault = (request) => void request.once('data', () => request.destroy());
  const slow: StoreFault = (_request, _response, pass) => void setTimeout(pass, 1_500);
  /** The SDK asks three times in an attempt. */
  const ALWAYS = 1_000;

  it.each([
    [
      '500 for good',
      answer(500, 'InternalError'),
      ALWAYS,
      { status: 'failed', attempt: 3, error: { code: 'storage_failed' } },
    ],
    [
      '403 for good',
      answer(403, 'AccessDenied'),
      ALWAYS,
      { status: 'failed', attempt: 3, error: { code: 'storage_failed' } },
    ],
    [
      'full, F12',
      answer(507, 'InsufficientStorage'),
      ALWAYS,
      { status: 'failed', attempt: 3, error: { code: 'storage_failed' } },
    ],
    ['breaking off for good', partial, ALWAYS, { status: 'failed', attempt: 3, error: { code: 'storage_failed' } }],
    ['403 once', answer(403, 'AccessDenied'), 1, { status: 'completed', attempt: 2 }],
    ['500 once', answer(500, 'InternalError'), 1, { status: 'completed', attempt: 1 }],
    ['breaking off once', partial, 1, { status: 'completed', attempt: 1 }],
    ['slow', slow, ALWAYS, { status: 'completed', attempt: 1 }],
  ] as const)(
    '%s: the try-on ends, and what is completed can be read back',
    async (_, fault, times, ending) => {
      const { store, stop } = await brokenStore(fault, times);
      const id = await submit('ok');
      // as the queue does with what threw
      for (let tries = 0; tries < 3; tries++)
        await renderJob(testModeDeps({ ...harness, store }), jobOf(id)).catch(nothing);
      expect(await harness.row(id)).toMatchObject(ending);
      if (ending.status === 'completed') await expectSound(id);
      else expect(await harness.store.list(`results/${id}/`)).toEqual([]);
      await stop();
    },
    60_000,
  );
});
