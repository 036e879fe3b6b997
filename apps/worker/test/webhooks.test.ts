import { newId, type ListenedEvent } from '@drape/contracts';
import type { DeliveryRow, WebhookRow } from '@drape/db';
import { createDeliveryQueue, createDeliveryWorker, type DeliveryQueue, type DeliveryWorker } from '@drape/queue';
import { liveOwner, testPrefix, testRedisUrl, waitFor } from '@drape/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createWebhookSender, type WebhookSender } from '../src/webhooks/webhook-sender';
import { startReceiver, verify as verifyWith, type Hit, type Receiver } from './receiver';
import { createWorkerHarness, type WorkerHarness } from './worker-harness';

let harness: WorkerHarness;
let receiver: Receiver;
let queue: DeliveryQueue;
let deliveryWorker: DeliveryWorker;
let webhookSender: WebhookSender;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const EVENTS = ['tryon.completed', 'tryon.failed', 'tryon.canceled', 'tryon.expired'] as const;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeAll(async () => {
  harness = await createWorkerHarness();
  receiver = await startReceiver();
  const connection = { redisUrl: testRedisUrl(), prefix: testPrefix(), log };
  queue = createDeliveryQueue(connection);
  webhookSender = createWebhookSender({
    webhooks: harness.db.webhooks,
    queue,
    store: harness.store,
    log,
    fetchAllow: [receiver.host],
    delaysMs: [0, 50, 50],
    pictureHost: '127.0.0.1',
  });
  deliveryWorker = createDeliveryWorker({ ...connection, concurrency: 4, process: webhookSender.deliver });
  deliveryWorker.start();
}, 60_000);

afterEach(() => {
  receiver.answers = [200];
  receiver.hits.length = 0;
});

afterAll(async () => {
  receiver?.server.close();
  await deliveryWorker?.close();
  await queue?.close();
  await harness?.close();
}, 30_000);

async function listen(url = receiver.url, events: readonly ListenedEvent[] = EVENTS): Promise<WebhookRow> {
  const account = await harness.db.accounts.create({ name: 'shop', plan: 'business' });
  return harness.db.webhooks.insert({ owner: liveOwner(account.id), url, events, secret: SECRET });
}

/** A try-on of the account that was canceled; with its delivery on record. */
async function cancelOne(accountId: string, webhookUrl: string | null = null): Promise<string> {
  const id = newId('try');
  const session = await harness.db.sessions.getOrCreate(liveOwner(accountId), null);
  const ids = {
    id,
    owner: liveOwner(accountId),
    sessionId: session.id,
    requestId: newId('req'),
    gatewayId: 'gtw_test',
  };
  const photo = { photoKey: `photos/${id}`, photoSha256: '0'.repeat(64), photoBytes: 1 };
  await harness.db.tryOns.insertQueued({ ...ids, ...photo, webhookUrl, productImageUrl: 'https://shop.example/a.jpg' });
  expect(await harness.db.tryOns.cancel(liveOwner(accountId), id)).toBe(true);
  return id;
}

async function waitDelivery({ owner, id }: WebhookRow, status: DeliveryRow['status']): Promise<DeliveryRow> {
  const read = async () => {
    await webhookSender.sendDue();
    const page = await harness.db.webhooks.listDeliveries({
      owner,
      of: { endpointId: id },
      filter: { status: null, event: null, tryOnId: null, createdFrom: null, createdBefore: null },
      startingAfter: null,
      offset: 0,
      limit: 1,
    });
    return page?.rows.find((row) => row.status === status);
  };
  return waitFor(read, { timeoutMs: 15_000, what: `a delivery to be ${status}` });
}

const verify = (hit: Hit | undefined, secret = SECRET): unknown => verifyWith(hit, secret);

describe('a delivery', () => {
  it('arrives, and the reference library of Standard Webhooks accepts its signature', async () => {
    const endpoint = await listen();
    const tryOnId = await cancelOne(endpoint.owner.accountId);
    const delivery = await waitDelivery(endpoint, 'delivered');
    expect(receiver.hits).toHaveLength(1);
    expect(verify(receiver.hits[0])).toMatchObject({
      type: 'tryon.canceled',
      data: { id: tryOnId, status: 'canceled' },
    });
    expect(receiver.hits[0]?.headers).toMatchObject({
      ...{ 'webhook-id': delivery.id, 'content-type': 'application/json' },
    });
    expect(delivery).toMatchObject({ attempts: 1, lastStatus: 200, lastError: null });
    expect(() => verify(receiver.hits[0], `whsec_${Buffer.alloc(32, 8).toString('base64')}`)).toThrow();
  });

  it('is repeated after a 500, under the same id', async () => {
    const endpoint = await listen();
    receiver.answers = [500, 200];
    await cancelOne(endpoint.owner.accountId);
    expect(await waitDelivery(endpoint, 'delivered')).toMatchObject({ attempts: 2, lastStatus: 200 });
    expect(new Set(receiver.hits.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(receiver.hits).toHaveLength(2);
  });

  it('is given up at the end of the schedule, and can be sent again', async () => {
    const endpoint = await listen();
    receiver.answers = [503];
    await cancelOne(endpoint.owner.accountId);
    const failed = await waitDelivery(endpoint, 'failed');
    expect(failed).toMatchObject({ attempts: 3, lastStatus: 503, lastError: 'HTTP status 503', nextAttemptAt: null });
    receiver.answers = [204];
    await harness.db.webhooks.redeliver(endpoint.owner, { endpointId: endpoint.id }, failed.id);
    expect(await waitDelivery(endpoint, 'delivered')).toMatchObject({ id: failed.id, attempts: 1, lastStatus: 204 });
    expect(receiver.hits).toHaveLength(4);
  });

  it('carries two signatures while a rotation lasts', async () => {
    const endpoint = await listen();
    const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    await harness.db.webhooks.rotate(endpoint.owner, endpoint.id, { secret, overlapHours: 24 });
    await cancelOne(endpoint.owner.accountId);
    await waitDelivery(endpoint, 'delivered');
    expect(String(receiver.hits[0]?.headers['webhook-signature']).split(' ')).toHaveLength(2);
    for (const one of [SECRET, secret]) expect(verify(receiver.hits[0], one)).toMatchObject({ type: 'tryon.canceled' });
  });

  it('follows no redirect', async () => {
    const endpoint = await listen();
    receiver.answers = [302];
    await cancelOne(endpoint.owner.accountId);
    expect(await waitDelivery(endpoint, 'failed')).toMatchObject({ attempts: 3, lastError: 'HTTP status 302' });
    expect(receiver.hits).toHaveLength(3);
  });

  it.each(['http://127.0.0.1:1/', 'https://127.0.0.1/', 'https://10.0.0.1/', 'http://example.com/', 'https://[::1]/'])(
    'never goes to %s',
    async (url) => {
      const endpoint = await listen(url);
      await cancelOne(endpoint.owner.accountId);
      const failed = await waitDelivery(endpoint, 'failed');
      expect(failed).toMatchObject({ lastStatus: null, lastError: 'The address is not public.' });
    },
  );

  it('has its place among those of its account, and no other account’s', async () => {
    const [busy, quiet] = [await listen(), await listen()];
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push(await cancelOne(busy.owner.accountId));
    const other = await cancelOne(quiet.owner.accountId);
    const due = await harness.db.webhooks.listDue({ limit: 200 });
    const places = await Promise.all(
      [...ids, other].map((resourceId) => harness.db.webhooks.listDue({ limit: 1, resourceId })),
    );
    expect(places.map(([one]) => one?.place)).toEqual([1, 2, 3, 1]);
    expect(due.map(({ place }) => place)).toEqual(due.map(({ place }) => place).sort((a, b) => a - b));
    await Promise.all(due.map(({ id }) => webhookSender.deliver(id)));
  });

  it('goes once, however many workers are given it', async () => {
    const endpoint = await listen();
    const id = await cancelOne(endpoint.owner.accountId);
    const [due] = await harness.db.webhooks.listDue({ limit: 10, resourceId: id });
    await Promise.all(Array.from({ length: 8 }, () => webhookSender.deliver(due?.id ?? '')));
    expect(receiver.hits).toHaveLength(1);
    expect(await waitDelivery(endpoint, 'delivered')).toMatchObject({ attempts: 1 });
  });

  it('goes to the webhookUrl of the try-on, too, signed with the account’s newest secret', async () => {
    const endpoint = await listen(receiver.url, ['session.deleted']);
    await cancelOne(endpoint.owner.accountId, receiver.url);
    await waitFor(async () => {
      await webhookSender.sendDue();
      return receiver.hits.length > 0;
    });
    expect(verify(receiver.hits[0])).toMatchObject({ type: 'tryon.canceled' });
  });
});

describe('a whole worker', () => {
  it('reports a try-on that its reaper ends', async () => {
    const secret = SECRET;
    const { accountId } = harness;
    await harness.db.webhooks.insert({
      owner: liveOwner(accountId),
      url: receiver.url,
      events: ['tryon.expired'],
      secret,
    });
    const hosts = `${receiver.host},${harness.shop.host}`;
    await harness.startWorker({ DRAPE_FETCH_ALLOW: hosts, DRAPE_WEBHOOK_DELAYS: '0,0.1' });
    const id = await harness.submit({ enqueue: false, deadlineMs: 1 });
    await waitFor(async () => receiver.hits.length > 0, { timeoutMs: 40_000, what: 'the message' });
    expect(verify(receiver.hits[0])).toMatchObject({
      type: 'tryon.expired',
      data: { id, errorCode: 'deadline_exceeded' },
    });
  }, 90_000);
});
