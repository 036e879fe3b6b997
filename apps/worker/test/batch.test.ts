import { newId } from '@drape/contracts';
import { photoKey } from '@drape/storage';
import { liveOwner, waitFor } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestReaper } from './test-reaper';
import { createWorkerHarness, PERSON, type Worker, type WorkerHarness } from './worker-harness';

let harness: WorkerHarness;
let worker: Worker;

beforeAll(async () => {
  harness = await createWorkerHarness();
  worker = await harness.startWorker({ DRAPE_CONCURRENCY: '1' });
}, 60_000);

afterAll(() => harness.close(), 30_000);

interface SubmittedBatch {
  readonly photo: string;
  readonly first: string;
  readonly second: string;
}

/** Does what the gateway does on POST but for the jobs: the photo, and a try-on of the shirt and one of the jeans. */
async function submitBatch(): Promise<SubmittedBatch> {
  const { db, store, shop, accountId } = harness;
  const owner = liveOwner(accountId);
  const batchId = newId('bat');
  const photo = photoKey(batchId);
  const { id: sessionId } = await db.sessions.getOrCreate(owner, null);
  await store.put(photo, PERSON, { contentType: 'image/jpeg' });
  const tryOn = (path: string, category: 'top' | 'pants') => ({
    id: newId('try'),
    owner,
    sessionId,
    requestId: newId('req'),
    gatewayId: 'gtw_test',
    productImageUrl: shop.url(path),
    categoryRequested: category,
    photoKey: photo,
    photoSha256: '0'.repeat(64),
    photoBytes: PERSON.byteLength,
  });
  const [shirt, jeans] = [tryOn('/tee.jpg', 'top'), tryOn('/jeans.jpg', 'pants')];
  const usedUp = {
    type: 'rate_limit_error',
    code: 'client_token_used_up',
    message: '',
    retryable: false,
    docUrl: '',
  } as const;
  const items = [{ tryOn: shirt }, { tryOn: jeans }];
  const caps = { inFlightMax: 10, ofTokenMax: null };
  await db.batches.insertWithin({ id: batchId, owner, sessionId, items, clientTokenId: null, usedUp }, caps);
  return { photo, first: shirt.id, second: jeans.id };
}

const enqueue = (tryOnId: string) =>
  harness.queues.live.enqueue({ v: 1, tryOnId, requestId: newId('req'), gatewayId: 'gtw_test' });
const isGone = (key: string) =>
  waitFor(async () => ((await harness.store.exists(key)) ? undefined : true), { what: `${key} to be removed` });
/** Its own objects are tidied up. */
const isTidied = (id: string) =>
  waitFor(
    async () => {
      const due = await harness.db.tryOns.listCleanups({ olderThanMs: -3_600_000, limit: 100 });
      return due.some((row) => row.id === id) ? undefined : true;
    },
    { what: `${id} to be tidied up` },
  );
const rendered = (tryOnId: string) =>
  worker.process.logs().find((line) => line['msg'] === 'rendered' && line['tryOnId'] === tryOnId);

/** What is unneeded in two rounds goes. */
async function removeOrphans(): Promise<void> {
  const reaper = createTestReaper(harness);
  await reaper.round();
  await reaper.round();
}

describe('a batch', () => {
  it('keeps its photo until the last try-on has ended, and analyses the person once', async () => {
    const { photo, first, second } = await submitBatch();
    await enqueue(first);
    expect((await harness.waitEnded(first)).status).toBe('completed');
    await isTidied(first);
    expect(await harness.store.exists(photo)).toBe(true);
    await enqueue(second);
    expect((await harness.waitEnded(second)).status).toBe('completed');
    await isGone(photo);
    expect([rendered(first)?.['personCached'], rendered(second)?.['personCached']]).toEqual([false, true]);
  }, 120_000);

  it('keeps its photo where one of its try-ons is canceled, and loses it with the next that ends', async () => {
    const { photo, first, second } = await submitBatch();
    const owner = liveOwner(harness.accountId);
    await harness.db.tryOns.cancel(owner, first);
    await removeOrphans();
    expect(await harness.store.exists(photo)).toBe(true);
    await enqueue(second);
    await harness.waitEnded(second);
    await isGone(photo);
  }, 120_000);

  it('leaves no photo behind where its last unfinished try-on was erased', async () => {
    const { photo, first, second } = await submitBatch();
    const owner = liveOwner(harness.accountId);
    await harness.db.tryOns.erase(owner, first);
    await harness.db.tryOns.erase(owner, second);
    await removeOrphans();
    expect(await harness.store.exists(photo)).toBe(false);
  });
});
