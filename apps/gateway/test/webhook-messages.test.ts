import { createAjv, DELIVERED_EVENTS, WEBHOOK_MESSAGES, type DeliveredEvent } from '@drape/contracts';
import { createDatabase, type Database } from '@drape/db';
import { createDeliveryQueue, createDeliveryWorker, type DeliveryQueue, type DeliveryWorker } from '@drape/queue';
import { waitFor } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWebhookSender, type WebhookSender } from '../../worker/src/webhooks/webhook-sender';
import { startReceiver, verify, type Receiver } from '../../worker/test/receiver';
import { execute } from '../../worker/test/worker-harness';
import { finishTryOn, startGateway, startServices, type TestGateway, type TestServices } from './harness';
import { goodBody } from './pictures';
import type { Loose } from './response-check';
import { textOf } from './text-of';

/** From the request over the real gateway, the real queue and the worker's webhook sender to a receiver that listens. */
let services: TestServices;
let gateway: TestGateway;
let receiver: Receiver;
let queue: DeliveryQueue;
let deliveryWorker: DeliveryWorker;
let webhookSender: WebhookSender;
let db: Database;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const PICTURE = Buffer.from('a picture');

beforeAll(async () => {
  receiver = await startReceiver();
  services = await startServices();
  gateway = await startGateway({ ...services.env, DRAPE_FETCH_ALLOW: receiver.host });
  db = createDatabase({ url: services.env['DATABASE_URL'] ?? '' });
  const redisUrl = services.env['REDIS_URL'] ?? '';
  const connection = { redisUrl, prefix: services.env['DRAPE_QUEUE_PREFIX'] ?? '', log: silent };
  queue = createDeliveryQueue(connection);
  webhookSender = createWebhookSender({
    webhooks: db.webhooks,
    queue,
    store: services.store,
    log: silent,
    fetchAllow: [receiver.host],
    delaysMs: [0, 20, 20],
    pictureHost: '127.0.0.1',
  });
  deliveryWorker = createDeliveryWorker({ ...connection, concurrency: 4, process: webhookSender.deliver });
  deliveryWorker.start();
}, 60_000);

afterAll(async () => {
  receiver?.server.close();
  await deliveryWorker?.close();
  await queue?.close();
  await gateway?.stop();
  await db?.close();
  await services?.stop();
}, 30_000);

interface Hook {
  readonly key: string;
  readonly id: string;
  readonly secret: string;
  readonly url: string;
}

let made = 0;

/** A webhook of a new account, at a path of its own. */
async function listen(more: Readonly<Record<string, unknown>> = {}, env: 'live' | 'test' = 'live'): Promise<Hook> {
  const { key } = await services.createKey({ env });
  const url = `http://${receiver.host}/${++made}`;
  const { body } = await gateway.send('POST', '/v1/webhooks', { key, body: { url, events: ['*'], ...more } });
  return { key, id: textOf(body['data']['id']), secret: textOf(body['data']['secret']), url };
}

const deliveryOf = async ({ key, id }: Hook, query = ''): Promise<Loose | undefined> =>
  (await gateway.send('GET', `/v1/webhooks/${id}/deliveries?limit=1${query}`, { key })).body['data'][0];

/** Waits until the latest delivery has come so far, as the sweep of a worker sees to it. */
const waitDelivery = (hook: Hook, status: string, query = ''): Promise<Loose> =>
  waitFor(
    async () => {
      await webhookSender.sendDue();
      const delivery = await deliveryOf(hook, query);
      return textOf(delivery?.['status']) === status ? delivery : undefined;
    },
    { timeoutMs: 15_000, what: `a delivery to be ${status}` },
  );

const hitOf = (delivery: Loose) =>
  [...receiver.hits].reverse().find(({ headers }) => headers['webhook-id'] === textOf(delivery['id']));

/** What the message of a delivery said, signature and form checked. */
function readMessage(delivery: Loose, { secret }: Hook): Loose {
  const message = verify(hitOf(delivery), secret);
  const { type } = message as { type: DeliveredEvent };
  const check = createAjv().compile(WEBHOOK_MESSAGES[type].schema);
  void check(message);
  expect({ type, errors: check.errors }).toEqual({ type, errors: null });
  return message as Loose;
}

const tryOn = (key: string, more: Readonly<Record<string, unknown>> = {}) =>
  gateway.send('POST', '/v1/tryon', { key, body: goodBody(more), headers: { prefer: 'wait=0' } });

const ping = ({ key, id }: Hook) => gateway.send('POST', `/v1/webhooks/${id}/ping`, { key });

describe('a ping', () => {
  it.each(['live', 'test'] as const)('of a %s key arrives, signed, and stands in the list', async (env) => {
    const hook = await listen({ events: ['session.deleted'] }, env);
    const asked = await ping(hook);
    expect(asked.body['data']).toMatchObject({ event: 'ping', status: 'pending', livemode: env === 'live' });
    const delivery = await waitDelivery(hook, 'delivered');
    expect(delivery).toMatchObject({ id: asked.id, attempts: 1, lastStatus: 200, url: hook.url });
    expect(readMessage(delivery, hook)).toMatchObject({
      type: 'ping',
      livemode: env === 'live',
      data: { id: hook.id },
    });
  });

  it('is a message of its own each time', async () => {
    const hook = await listen();
    const ids = [await ping(hook), await ping(hook)].map(({ id }) => id);
    const { body } = await gateway.send('GET', `/v1/webhooks/${hook.id}/deliveries`, { key: hook.key });
    expect((body['data'] as unknown as Loose[]).map(({ id }) => id)).toEqual(ids.reverse());
  });

  it('is sent once: what comes back at once is the answer', async () => {
    const hook = await listen();
    receiver.answers = [503];
    await ping(hook);
    const failed = await waitDelivery(hook, 'failed');
    receiver.answers = [200];
    expect(failed).toMatchObject({ attempts: 1, lastStatus: 503, nextAttemptAt: null });
  });

  it('reaches a webhook that is not enabled', async () => {
    const hook = await listen({ enabled: false });
    await ping(hook);
    await waitDelivery(hook, 'delivered');
  });
});

describe('tryon.completed', () => {
  it('has the picture’s URL, its expiry, and the quality', async () => {
    const hook = await listen({ events: ['tryon.completed'] });
    const { id } = await tryOn(hook.key, { retentionSeconds: 600 });
    await finishTryOn({ services, id, picture: PICTURE });
    const { data } = readMessage(await waitDelivery(hook, 'delivered'), hook);
    const record = (await gateway.send('GET', `/v1/tryon/${id}`, { key: hook.key })).body['data'];
    expect(data).toMatchObject({ id, quality: record['quality'] });
    const [sent, got] = [data?.['resultImageUrl'], record['resultImageUrl']].map((url) => new URL(textOf(url)));
    expect([sent?.origin, sent?.pathname]).toEqual([got?.origin, got?.pathname]);
    const picture = await fetch(sent ?? '');
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(PICTURE);
    // Not beyond the retention, although a signed URL is good for a day.
    const until = Date.parse(textOf(data?.['resultImageUrlExpiresAt']));
    expect(until).toBeLessThanOrEqual(Date.parse(textOf(record['expiresAt'])));
    expect(until).toBeGreaterThan(Date.now() + 500_000);
  });

  it('has no URL where the retention is over by then', async () => {
    const hook = await listen({ events: ['tryon.completed'] });
    const { id } = await tryOn(hook.key, { retentionSeconds: 0 });
    await finishTryOn({ services, id, picture: PICTURE });
    const { data } = readMessage(await waitDelivery(hook, 'delivered'), hook);
    expect(data).toMatchObject({ resultImageUrl: null, resultImageUrlExpiresAt: null });
  });
});

describe('a webhook that listens to *', () => {
  it('receives everything, in the form that the document promises', async () => {
    const hook = await listen();
    const { key } = hook;
    const told: Record<string, () => Promise<unknown>> = {
      async 'tryon.completed'() {
        await finishTryOn({ services, id: (await tryOn(key)).id, picture: PICTURE });
      },
      async 'tryon.failed'() {
        await finishTryOn({ services, id: (await tryOn(key)).id });
      },
      async 'tryon.canceled'() {
        await gateway.send('POST', `/v1/tryon/${(await tryOn(key, { sessionId: 's' })).id}/cancel`, { key });
      },
      async 'tryon.expired'() {
        const { id } = await tryOn(key);
        await expire(id);
      },
      async 'session.deleted'() {
        await gateway.send('DELETE', '/v1/sessions/s', { key });
      },
      async 'product.analyzed'() {
        await analyze(key);
      },
      ping: () => ping(hook),
    };
    expect(Object.keys(told)).toEqual([...DELIVERED_EVENTS]);
    for (const [event, happen] of Object.entries(told)) {
      await happen();
      const delivery = await waitDelivery(hook, 'delivered', `&eventType=${event}`);
      expect(readMessage(delivery, hook)).toMatchObject({ type: event, livemode: true });
    }
  });
});

describe('a webhook that is changed', () => {
  it('gets pending deliveries at its new URL', async () => {
    const hook = await listen({ enabled: true });
    receiver.answers = [503];
    const { id } = await tryOn(hook.key);
    await gateway.send('POST', `/v1/tryon/${id}/cancel`, { key: hook.key });
    await waitDelivery(hook, 'failed');
    receiver.answers = [200];
    const url = `http://${receiver.host}/moved`;
    await gateway.send('PATCH', `/v1/webhooks/${hook.id}`, { key: hook.key, body: { url } });
    const failed = await deliveryOf(hook);
    const path = `/v1/webhooks/${hook.id}/deliveries/${textOf(failed?.['id'])}/redeliver`;
    await gateway.send('POST', path, { key: hook.key });
    const delivery = await waitDelivery(hook, 'delivered');
    expect(delivery).toMatchObject({ url });
    readMessage(delivery, hook);
  });

  it('gets nothing while it is not enabled; what was under way comes afterwards, what happened meanwhile does not', async () => {
    const hook = await listen({ events: ['tryon.canceled'] });
    const { key, id } = hook;
    const cancel = async () => {
      const made = await tryOn(key);
      await gateway.send('POST', `/v1/tryon/${made.id}/cancel`, { key });
      return made.id;
    };
    receiver.answers = [503];
    const before = await cancel();
    await waitDelivery(hook, 'failed');
    receiver.answers = [200];
    const switchTo = (enabled: boolean) => gateway.send('PATCH', `/v1/webhooks/${id}`, { key, body: { enabled } });
    expect((await switchTo(false)).body['data']).toMatchObject({ enabled: false });
    const deliveryId = textOf((await deliveryOf(hook))?.['id']);
    await gateway.send('POST', `/v1/webhooks/${id}/deliveries/${deliveryId}/redeliver`, { key });
    await cancel();
    await webhookSender.sendDue();
    await webhookSender.deliver(deliveryId);
    expect(await deliveryOf(hook)).toMatchObject({ resourceId: before, status: 'pending', attempts: 0 });
    await switchTo(true);
    expect(await waitDelivery(hook, 'delivered')).toMatchObject({ resourceId: before });
  });
});

/** As a worker's sweep does with one whose deadline is over. */
async function expire(id: string): Promise<void> {
  const url = services.env['DATABASE_URL'] ?? '';
  await execute(url, `UPDATE try_ons SET deadline_at = now() - interval '1 s' WHERE id = $1`, [id]);
  await db.tryOns.expireOverdue(100);
}

/** As a worker does with a product that is new. */
async function analyze(key: string): Promise<void> {
  const body = { imageUrl: 'https://shop.example/tee.jpg', externalId: 'SKU-1' };
  const { id } = await gateway.send('POST', '/v1/products', { key, body });
  const unknown = { value: 'unknown', confidence: 0 } as const;
  const findings: Parameters<typeof db.products.describe>[1] = {
    category: 'top',
    categorySource: 'detected',
    categoryConfidence: 0.93,
    analyzerVersion: 'engine-3',
    analysis: {
      colors: [],
      pattern: unknown,
      sleeveLength: null,
      neckline: null,
      length: unknown,
      photoType: unknown,
      suitability: { score: 80, level: 'good', issues: [] },
      image: {
        width: 800,
        height: 1000,
        format: 'jpeg',
        bytes: 9,
        sha256: 'a'.repeat(64),
        sharpness: null,
        backgroundUniformity: 1,
      },
    },
  };
  expect(await db.products.describe(id, findings, { imageUrl: body.imageUrl, imageKey: null, category: null })).toBe(
    true,
  );
}
