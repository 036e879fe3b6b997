import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDeliveryWorker } from '@drape/queue';
import { waitFor } from '@drape/testkit';
import { describe, expect, it } from '@jest/globals';
import { finishTryOn } from './harness';
import { goodBody } from './pictures';
import type { Loose } from './response-check';
import { gateway, services, useGateway } from './running';

useGateway({ DRAPE_FETCH_ALLOW: '127.0.0.1:9999' });

const URL_OK = 'https://shop.example/events';
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const newKey = async () => (await services.createKey()).key;
const create = (key: string, body: object = {}, headers = {}) =>
  gateway.send('POST', '/v1/webhooks', { key, headers, body: { url: URL_OK, events: ['tryon.completed'], ...body } });
const tryOn = async (key: string, more: Readonly<Record<string, unknown>> = {}) => {
  const options = { key, body: goodBody(more), headers: { prefer: 'wait=0' } };
  return gateway.send('POST', '/v1/tryon', options);
};
const deliveriesOf = async (key: string, id: string) =>
  (await gateway.send('GET', `/v1/webhooks/${id}/deliveries`, { key })).body['data'];

describe('the webhooks of an account', () => {
  it('are made, listed, read and deleted; the secret is shown once', async () => {
    const key = await newKey();
    const made = await create(key);
    expect(made.body['data']).toMatchObject({ url: URL_OK, events: ['tryon.completed'] });
    expect(made.body['data']['secret']).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const second = await create(key, { url: 'https://shop.example/other' });
    const page = await gateway.send('GET', '/v1/webhooks?limit=1', { key });
    expect([page.body['data'][0]['id'], page.body['pagination']['total']]).toEqual([second.id, 2]);
    expect(page.headers.get('link')).toBe('</v1/webhooks?limit=1&offset=1>; rel="next"');
    const got = await gateway.send('GET', `/v1/webhooks/${made.id}`, { key });
    expect([got.status, page.text.includes('whsec_'), got.text.includes('whsec_')]).toEqual([200, false, false]);
    expect((await gateway.send('DELETE', `/v1/webhooks/${made.id}`, { key })).status).toBe(200);
    expect((await gateway.send('GET', `/v1/webhooks/${made.id}`, { key })).status).toBe(404);
  });

  it('are nobody else’s', async () => {
    const made = await create(await newKey());
    const key = await newKey();
    const paths = ['GET ', 'DELETE ', 'PATCH ', 'GET /deliveries', 'POST /rotate-secret', 'POST /ping'];
    for (const [method = '', rest = ''] of paths.map((text) => text.split(' '))) {
      const sent = method === 'PATCH' ? { key, body: { enabled: false } } : { key };
      const { status, body } = await gateway.send(method, `/v1/webhooks/${made.id}${rest}`, sent);
      expect([status, body['error']['code']]).toEqual([404, 'webhook_not_found']);
    }
  });

  it('change only in what is named, and never in their secret', async () => {
    const key = await newKey();
    const made = await create(key, { description: 'Orders' });
    const change = (body: object) => gateway.send('PATCH', `/v1/webhooks/${made.id}`, { key, body });
    const url = 'https://shop.example/moved';
    expect((await change({ url })).body['data']).toMatchObject({ url, events: ['tryon.completed'], enabled: true });
    expect((await change({ events: ['*'], enabled: false })).body['data']).toMatchObject({
      url,
      events: ['*'],
      enabled: false,
      description: 'Orders',
    });
    expect((await change({ description: null })).body['data']).toMatchObject({ description: null });
    const { body } = await gateway.send('POST', `/v1/webhooks/${made.id}/rotate-secret`, { key });
    expect(body['data']).toMatchObject({ url, events: ['*'], enabled: false });
  });

  it.each([
    [{ url: 'http://127.0.0.1:9998/' }, 'invalid_url'],
    [{ url: 'https://u:p@shop.example/' }, 'invalid_url'],
    [{ events: [] }, 'invalid_events'],
    [{ events: ['tryon.started'] }, 'invalid_events'],
    [{ enabled: 'no' }, 'invalid_parameter'],
    [{ description: 'x'.repeat(201) }, 'invalid_parameter'],
    [{ secret: 'whsec_mine' }, 'unknown_parameter'],
    [{}, 'invalid_body'],
  ])('are not changed by %j', async (body, code) => {
    const key = await newKey();
    const made = await create(key);
    const { status, body: answer } = await gateway.send('PATCH', `/v1/webhooks/${made.id}`, { key, body });
    expect([status, answer['error']['code']]).toEqual([400, code]);
    const { body: now } = await gateway.send('GET', `/v1/webhooks/${made.id}`, { key });
    expect(now['data']).toMatchObject({ url: URL_OK, events: ['tryon.completed'] });
  });

  it('get a new secret, while the old one lasts another day', async () => {
    const key = await newKey();
    const made = await create(key);
    const { body } = await gateway.send('POST', `/v1/webhooks/${made.id}/rotate-secret`, { key });
    expect(body['data']['secret']).not.toBe(made.body['data']['secret']);
    const hours = (Date.parse(textOf(body['data']['previousSecretExpiresAt'])) - Date.now()) / 3_600_000;
    expect(hours).toBeCloseTo(24, 1);
  });

  it('are made once by the same Idempotency-Key, and at most twenty', async () => {
    const key = await newKey();
    const headers = { 'idempotency-key': 'one' };
    const [first, again] = [await create(key, {}, headers), await create(key, {}, headers)];
    expect(again.body['data']).toEqual(first.body['data']);
    for (let i = 1; i < 20; i++) expect((await create(key)).status).toBe(200);
    expect((await create(key)).body['error']['code']).toBe('webhook_limit_reached');
  });

  it('are at most twenty even when they are created at once', async () => {
    const key = await newKey();
    const replies = await Promise.all(Array.from({ length: 30 }, () => create(key)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
    for (const { status, body } of replies) {
      if (status !== 200) expect([status, body['error']['code']]).toEqual([409, 'webhook_limit_reached']);
    }
  });

  it.each([
    ...['http://shop.example/x', 'https://127.0.0.1/x', 'https://10.1.2.3/', 'https://169.254.169.254/', 'ftp://a.b/c'],
    ...['https://[::1]/', 'https://localhost/', 'https://u:p@shop.example/', 'https://shop.example:8443/', 'nonsense'],
    ...['https://2130706433/', 'http://127.0.0.1:9998/'],
  ])('may not be sent to %s', async (url) => {
    const { status, body } = await create(await newKey(), { url });
    expect([status, body['error']['code'], body['error']['param']]).toEqual([400, 'invalid_url', 'url']);
  });

  it('may be sent by plain http where the operator allows it', async () => {
    expect((await create(await newKey(), { url: 'http://127.0.0.1:9999/x' })).status).toBe(200);
  });

  it.each([[[]], [['tryon.started']], [['tryon.failed', 'tryon.failed']]])('refuses the events %j', async (events) => {
    const { status, body } = await create(await newKey(), { events });
    expect([status, body['error']['code']]).toEqual([400, 'invalid_events']);
  });
});

describe('events create deliveries', () => {
  it('for the webhooks that subscribe to them, with what happened', async () => {
    const key = await newKey();
    const all = await create(key, { events: ['tryon.completed', 'tryon.failed', 'tryon.canceled'] });
    const other = await create(key, { events: ['session.deleted'] });
    const done = await tryOn(key, { metadata: { order: '7' } });
    await finishTryOn({ services, id: done.id, picture: Buffer.from('x') });
    const failed = await tryOn(key);
    await finishTryOn({ services, id: failed.id });
    const canceled = await tryOn(key);
    await gateway.send('POST', `/v1/tryon/${canceled.id}/cancel`, { key });
    await gateway.send('POST', `/v1/tryon/${canceled.id}/cancel`, { key });
    const list = await deliveriesOf(key, all.id);
    expect(list).toMatchObject([
      { event: 'tryon.canceled', resourceId: canceled.id, status: 'pending', attempts: 0 },
      { event: 'tryon.failed', payload: { data: { errorCode: 'person_not_detected' } } },
      { event: 'tryon.completed', payload: { type: 'tryon.completed', data: { id: done.id, status: 'completed' } } },
    ]);
    expect(list[2]['payload']['data']).toMatchObject({ fitScore: 61, metadata: { order: '7' }, errorCode: null });
    expect(textOf(list[2]['payload']['timestamp'])).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(await deliveriesOf(key, other.id)).toEqual([]);
  });

  it('for a deleted session, each time one of that name is deleted; its try-ons’ deliveries go', async () => {
    const key = await newKey();
    const { id } = await create(key, { events: ['session.deleted', 'tryon.canceled'] });
    const ids: unknown[] = [];
    for (let round = 0; round < 2; round++) {
      const { id: tryOnId } = await tryOn(key, { sessionId: 'visit' });
      await gateway.send('POST', `/v1/tryon/${tryOnId}/cancel`, { key });
      await gateway.send('DELETE', '/v1/sessions/visit', { key });
      const list = await deliveriesOf(key, id);
      expect(list).toMatchObject([
        { event: 'session.deleted', resourceId: 'visit', payload: { data: { id: 'visit' } } },
      ]);
      ids.push(list[0]['id']);
    }
    expect(new Set(ids).size).toBe(2);
  });

  it('for a product that is ready, once, and again when it was analysed anew', async () => {
    const key = await newKey();
    const { id } = await create(key, { events: ['product.analyzed'] });
    const body = { imageUrl: 'https://shop.example/tee.jpg', externalId: 'SKU-1' };
    const product = await gateway.send('POST', '/v1/products', { key, body });
    const unknown = { value: 'unknown', confidence: 0 } as const;
    const findings: Parameters<typeof services.db.products.describe>[1] = {
      ...{ category: 'top', categorySource: 'detected', categoryConfidence: 0.93, analyzerVersion: 'engine-3' },
      analysis: {
        ...{ colors: [], pattern: unknown, sleeveLength: null, neckline: null, length: unknown, photoType: unknown },
        suitability: { score: 80, level: 'good', issues: [] },
        image: {
          ...{ width: 800, height: 1000, format: 'jpeg', bytes: 9, sha256: 'a'.repeat(64) },
          ...{ sharpness: null, backgroundUniformity: 1 },
        },
      },
    };
    const { products } = services.db;
    const seen = { imageUrl: body.imageUrl, imageKey: null, category: null };
    expect(await products.describe(product.id, findings, seen)).toBe(true);
    expect(await products.describe(product.id, findings, seen)).toBe(false);
    const told = await deliveriesOf(key, id);
    expect(told).toMatchObject([
      { event: 'product.analyzed', payload: { data: { id: product.id, externalId: 'SKU-1', category: 'top' } } },
    ]);
    await gateway.send('PATCH', `/v1/products/${product.id}`, { key, body: { category: 'dress' } });
    expect(await products.describe(product.id, findings, { ...seen, category: 'dress' })).toBe(true);
    const again = await deliveriesOf(key, id);
    expect(again).toMatchObject([{ status: 'pending', payload: { data: { category: 'dress' } } }]);
    expect(again[0]['id']).not.toBe(told[0]['id']);
  });

  it('and lets them be sent again', async () => {
    const key = await newKey();
    const { id } = await create(key, { events: ['tryon.failed'] });
    await finishTryOn({ services, id: (await tryOn(key)).id });
    const deliveryId = textOf((await deliveriesOf(key, id))[0]['id']);
    const claim = await services.db.webhooks.claimDelivery(deliveryId, { leaseMs: 1000 });
    await services.db.webhooks.finishDelivery(deliveryId, claim?.attempt ?? 0, { status: 204 });
    expect(await deliveriesOf(key, id)).toMatchObject([{ status: 'delivered', attempts: 1, lastStatus: 204 }]);
    const path = `/v1/webhooks/${id}/deliveries/${deliveryId}/redeliver`;
    const again = await gateway.send('POST', path, { key });
    expect(again.body['data']).toMatchObject({ id: deliveryId, status: 'pending', attempts: 0, deliveredAt: null });
    const unknown = await gateway.send('POST', path.replace(/evt_\w+/, `evt_${'0'.repeat(26)}`), { key });
    expect(unknown.body['error']['code']).toBe('webhook_delivery_not_found');
  });
});

describe('the list of deliveries', () => {
  /** A webhook that was told of three try-ons in this order: canceled, failed, canceled. */
  async function tellThree() {
    const key = await newKey();
    const { id } = await create(key, { events: ['*'] });
    const cancel = async () => {
      const { id: tryOnId } = await tryOn(key);
      await gateway.send('POST', `/v1/tryon/${tryOnId}/cancel`, { key });
      return tryOnId;
    };
    const first = await cancel();
    const failed = (await tryOn(key)).id;
    await finishTryOn({ services, id: failed });
    const last = await cancel();
    const list = async (query: string) => {
      const { body } = await gateway.send('GET', `/v1/webhooks/${id}/deliveries?${query}`, { key });
      return (body['data'] as unknown as Loose[]).map(({ resourceId }) => resourceId);
    };
    return { key, id, first, failed, last, list };
  }

  it('is filtered by status, event, try-on and time, and all must hold', async () => {
    const { key, id, first, failed, last, list } = await tellThree();
    expect(await list('eventType=tryon.failed')).toEqual([failed]);
    expect(await list('eventType=tryon.canceled')).toEqual([last, first]);
    expect(await list(`tryOnId=${first}`)).toEqual([first]);
    expect(await list(`tryOnId=${first}&eventType=tryon.failed`)).toEqual([]);
    expect(await list('status=pending')).toEqual([last, failed, first]);
    expect(await list('status=delivered')).toEqual([]);
    const { body } = await gateway.send('GET', `/v1/webhooks/${id}/deliveries?tryOnId=${failed}`, { key });
    const at = textOf(body['data'][0]['createdAt']);
    expect(await list(`created[gte]=${at}`)).toEqual([last, failed]);
    expect(await list(`created[lt]=${at}`)).toEqual([first]);
  });

  it('is walked from entry to entry, and keeps its filters', async () => {
    const { key, id, first, failed, last } = await tellThree();
    const path = `/v1/webhooks/${id}/deliveries`;
    const page = await gateway.send('GET', `${path}?limit=1&eventType=tryon.canceled`, { key });
    expect(page.body['data']).toMatchObject([{ resourceId: last }]);
    const after = textOf(page.body['data'][0]['id']);
    expect(page.body['pagination']).toEqual({ limit: 1, hasMore: true, nextStartingAfter: after, offset: 0, total: 2 });
    const link = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const next = await gateway.send('GET', link, { key });
    expect(next.body['data']).toMatchObject([{ resourceId: first }]);
    expect(next.body['pagination']).toMatchObject({ hasMore: false, nextStartingAfter: null });
    const skipped = await gateway.send('GET', `${path}?offset=1&limit=1`, { key });
    expect(skipped.body['data']).toMatchObject([{ resourceId: failed }]);
  });

  it.each([
    ['status=sent', 'invalid_parameter', 'status'],
    ['eventType=tryon.started', 'invalid_parameter', 'eventType'],
    ['limit=0', 'invalid_limit', 'limit'],
    ['offset=-1', 'invalid_offset', 'offset'],
    ['created[gte]=yesterday', 'invalid_parameter', 'created[gte]'],
    [`starting_after=evt_${'0'.repeat(26)}`, 'invalid_starting_after', 'starting_after'],
  ])('refuses %s', async (query, code, param) => {
    const key = await newKey();
    const { id } = await create(key);
    const { status, body } = await gateway.send('GET', `/v1/webhooks/${id}/deliveries?${query}`, { key });
    expect([status, body['error']['code'], body['error']['param']]).toEqual([400, code, param]);
  });

  it('goes on after no delivery of another account', async () => {
    const mine = await tellThree();
    const theirs = await tellThree();
    const { body } = await gateway.send('GET', `/v1/webhooks/${theirs.id}/deliveries`, { key: theirs.key });
    const path = `/v1/webhooks/${mine.id}/deliveries?starting_after=${textOf(body['data'][0]['id'])}`;
    const refused = await gateway.send('GET', path, { key: mine.key });
    expect([refused.status, refused.body['error']['code']]).toEqual([400, 'invalid_starting_after']);
  });
});

describe('a delivery that a gateway creates itself', () => {
  it('is given to the workers at once', async () => {
    const rung: string[] = [];
    const { env } = services;
    const deliveryWorker = createDeliveryWorker({
      ...{ redisUrl: env['REDIS_URL'] ?? '', prefix: env['DRAPE_QUEUE_PREFIX'] ?? '', concurrency: 1 },
      ...{ log: { warn() {}, error() {} }, process: async (id: string) => void rung.push(id) },
    });
    // Deliveries of the tests before are here, too.
    deliveryWorker.start();
    const key = await newKey();
    const { id } = await create(key, { events: ['tryon.canceled', 'session.deleted'] });
    const canceled = await tryOn(key, { sessionId: 'prompt' });
    await gateway.send('POST', `/v1/tryon/${canceled.id}/cancel`, { key });
    const first = textOf((await deliveriesOf(key, id))[0]['id']);
    await waitFor(async () => rung.includes(first), { timeoutMs: 4_000, what: 'the canceled try-on to be told' });
    await gateway.send('POST', `/v1/webhooks/${id}/deliveries/${first}/redeliver`, { key });
    const again = async () => rung.filter((one) => one === first).length === 2;
    await waitFor(again, { timeoutMs: 4_000, what: 'it to be told again' });
    await gateway.send('DELETE', '/v1/sessions/prompt', { key });
    const last = textOf((await deliveriesOf(key, id))[0]['id']);
    await waitFor(async () => rung.includes(last), { timeoutMs: 4_000, what: 'the deleted session to be told' });
    await deliveryWorker.close();
  });
});

describe('webhookUrl of a try-on', () => {
  it('needs a webhook of the account, whose secret signs', async () => {
    const key = await newKey();
    const refused = await tryOn(key, { webhookUrl: URL_OK });
    expect([refused.status, refused.body['error']['code']]).toEqual([400, 'invalid_webhook_url']);
    const made = await create(key);
    const { id } = await tryOn(key, { webhookUrl: 'https://shop.example/this-one' });
    await finishTryOn({ services, id });
    const [due] = await services.db.webhooks.listDue({ limit: 10, resourceId: id });
    const claim = await services.db.webhooks.claimDelivery(due?.id ?? '', { leaseMs: 1000 });
    expect(claim).toMatchObject({ url: 'https://shop.example/this-one', secrets: [made.body['data']['secret']] });
  });

  it('is in the list of the try-on next to the webhooks’ deliveries, and can be sent again', async () => {
    const key = await newKey();
    const { id: webhookId } = await create(key, { events: ['tryon.failed'] });
    const own = 'https://shop.example/this-one';
    const { id } = await tryOn(key, { webhookUrl: own });
    const path = `/v1/tryon/${id}/deliveries`;
    expect((await gateway.send('GET', path, { key })).body['data']).toEqual([]);
    await finishTryOn({ services, id });
    const { body } = await gateway.send('GET', path, { key });
    const rows = [...(body['data'] as unknown as Loose[])].sort((a) => (a['webhookId'] === null ? -1 : 1));
    expect(rows).toMatchObject([
      { event: 'tryon.failed', resourceId: id, url: own, webhookId: null, status: 'pending' },
      { event: 'tryon.failed', resourceId: id, url: URL_OK, webhookId, status: 'pending' },
    ]);
    expect(body['pagination']).toEqual({ limit: 10, offset: 0, total: 2, hasMore: false, nextStartingAfter: null });
    expect(await deliveriesOf(key, webhookId)).toMatchObject([{ webhookId }]);
    const deliveryId = textOf(rows[0]?.['id']);
    const claim = await services.db.webhooks.claimDelivery(deliveryId, { leaseMs: 1000 });
    await services.db.webhooks.finishDelivery(deliveryId, claim?.attempt ?? 0, { status: 204 });
    const again = await gateway.send('POST', `${path}/${deliveryId}/redeliver`, { key });
    expect(again.body['data']).toMatchObject({ id: deliveryId, url: own, status: 'pending', attempts: 0 });
    const other = await gateway.send('POST', `${path}/evt_${'0'.repeat(26)}/redeliver`, { key });
    expect(other.body['error']['code']).toBe('webhook_delivery_not_found');
  });

  it('is nobody else’s, and goes with the try-on', async () => {
    const key = await newKey();
    await create(key);
    const { id } = await tryOn(key, { webhookUrl: URL_OK });
    await finishTryOn({ services, id });
    const path = `/v1/tryon/${id}/deliveries`;
    const { body } = await gateway.send('GET', path, { key });
    const deliveryId = textOf(body['data'][0]['id']);
    const stranger = await newKey();
    for (const [method, rest] of [
      ['GET', ''],
      ['POST', `/${deliveryId}/redeliver`],
    ] as const) {
      const reply = await gateway.send(method, path + rest, { key: stranger });
      expect([reply.status, reply.body['error']['code']]).toEqual([404, 'tryon_not_found']);
    }
    await gateway.send('DELETE', `/v1/tryon/${id}`, { key });
    expect((await gateway.send('GET', path, { key })).status).toBe(404);
    expect(await services.db.webhooks.listDue({ limit: 10, resourceId: id })).toEqual([]);
  });

  it.each(['http://shop.example/', 'https://192.168.0.1/', 'x'])('refuses %s', async (webhookUrl) => {
    const key = await newKey();
    await create(key);
    const { status, body } = await tryOn(key, { webhookUrl });
    expect([status, body['error']['code']]).toEqual([400, 'invalid_webhook_url']);
  });

  it.each([
    ['http://localhost:3000/events', 'localhost:3000'],
    ['https://localhost:3000/events', 'localhost:3000'],
    ['https://192.168.0.1/', '192.168.0.1:443'],
  ])('of %s says how to let one’s own receiver through', async (webhookUrl, pair) => {
    const key = await newKey();
    await create(key);
    const { body } = await tryOn(key, { webhookUrl });
    expect(body['error']['message']).toContain(`DRAPE_FETCH_ALLOW=${pair} on gateway and workers`);
    const page = readFileSync(join(__dirname, '../../../docs/errors.md'), 'utf8');
    const section = page.split('### ').find((part) => part.startsWith('invalid_webhook_url\n'));
    expect(section).toMatch(/`DRAPE_FETCH_ALLOW` .*`host:port`/);
  });
});
