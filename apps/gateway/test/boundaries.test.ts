import { beforeAll, describe, expect, it } from '@jest/globals';
import { createTryOnQueue } from '@drape/queue';
import { waitFor } from '@drape/testkit';
import type { TestKey } from './harness';
import { goodBody } from './pictures';
import { gateway, services, useGateway } from './running';
import { textOf } from './text-of';

const SHOP = 'https://shop.example';
let live: TestKey;
let test: TestKey;
let pk: TestKey;

const TRIES = 10;
useGateway({ DRAPE_SHOPPER_IP_LIMIT: String(TRIES) });

beforeAll(async () => {
  live = await services.createKey();
  const { accountId } = live;
  test = await services.createKey({ accountId, env: 'test' });
  pk = await services.createKey({ accountId, kind: 'pk', allowedOrigins: [SHOP] });
});

const send = (key: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  gateway.send(method, path, {
    key,
    headers: { prefer: 'wait=0', origin: SHOP, ...headers },
    ...(body === undefined ? {} : { body }),
  });

/** Jobs that wait for a render. */
async function waitingLive(): Promise<number> {
  const { REDIS_URL: redisUrl = '', DRAPE_QUEUE_PREFIX: prefix = '' } = services.env;
  const queue = createTryOnQueue({ redisUrl, prefix });
  const { waiting } = await waitFor(() => queue.counts().catch(() => undefined), { what: 'the queue' });
  await queue.close();
  return waiting;
}

describe('live and test', () => {
  it('a test key neither lists nor reads nor erases live sessions, and a live key no test ones', async () => {
    await send(live.key, 'POST', '/v1/tryon', goodBody({ sessionId: 'one-world' }));
    const other = await send(test.key, 'GET', '/v1/sessions/one-world');
    expect([other.status, other.body['error']['code']]).toEqual([404, 'session_not_found']);
    expect((await send(test.key, 'DELETE', '/v1/sessions/one-world')).status).toBe(404);
    expect((await send(test.key, 'GET', '/v1/sessions?limit=100')).body['data']).toEqual([]);
    expect((await send(live.key, 'GET', '/v1/sessions/one-world')).body['data']).toMatchObject({ livemode: true });
    await send(test.key, 'POST', '/v1/tryon', goodBody({ sessionId: 'other-world' }));
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await send(live.key, method, '/v1/sessions/other-world');
      expect([method, status, body['error']['code']]).toEqual([method, 404, 'session_not_found']);
    }
    expect((await send(live.key, 'GET', '/v1/sessions?limit=100')).text).not.toContain('other-world');
    expect((await send(test.key, 'GET', '/v1/sessions/other-world')).body['data']).toMatchObject({ livemode: false });
  });

  it('each have their own session of the same name', async () => {
    await send(live.key, 'POST', '/v1/measurements', { sessionId: 'twice', chest: 98 });
    const { body } = await send(test.key, 'POST', '/v1/measurements', { sessionId: 'twice', waist: 80 });
    expect(body['data']).toMatchObject({ livemode: false, measurements: { waist: 80 }, normalized: { waist: 80 } });
    expect(body['data']['normalized']).not.toHaveProperty('chest');
  });

  it('never share an answer through one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'shared' };
    const made = await send(test.key, 'POST', '/v1/tryon', goodBody(), headers);
    const again = await send(live.key, 'POST', '/v1/tryon', goodBody(), headers);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect(again.id).not.toBe(made.id);
    expect([made.body['data']['livemode'], again.body['data']['livemode']]).toEqual([false, true]);
  });

  it('each have their own products and webhooks', async () => {
    const product = { imageUrl: 'https://shop.example/worlds.jpg', externalId: 'SKU-W' };
    const [first, second] = [
      await send(live.key, 'POST', '/v1/products', product),
      await send(test.key, 'POST', '/v1/products', product),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body['data']['id']).not.toBe(second.body['data']['id']);
    const hook = { url: 'https://shop.example/hook', events: ['tryon.completed'] };
    const { id } = await send(live.key, 'POST', '/v1/webhooks', hook);
    expect((await send(test.key, 'GET', `/v1/webhooks/${id}`)).status).toBe(404);
    expect((await send(test.key, 'DELETE', `/v1/webhooks/${id}`)).status).toBe(404);
  });

  it('requests with a test key do not use up the limit of the live keys', async () => {
    const before = Number((await send(live.key, 'GET', '/v1/sessions')).headers.get('x-ratelimit-remaining'));
    for (let i = 0; i < 3; i++) await send(test.key, 'GET', '/v1/sessions');
    const after = Number((await send(live.key, 'GET', '/v1/sessions')).headers.get('x-ratelimit-remaining'));
    expect(after).toBe(before - 1);
  });

  it('a test key’s try-on of a real URL stores no photo and waits in no live queue', async () => {
    const before = await waitingLive();
    const { id } = await send(test.key, 'POST', '/v1/tryon', goodBody());
    expect(await services.store.get(`photos/${id}`)).toBeNull();
    expect(await waitingLive()).toBe(before);
  });

  it('a test key’s photo check is answered at once, without looking', async () => {
    const { userPhoto } = goodBody();
    const { body } = await send(test.key, 'POST', '/v1/photos/check', { userPhoto });
    expect(body['data']).toMatchObject({ status: 'checked', usable: true, warnings: [{ code: 'test_mode' }] });
  });
});

describe('a publishable key', () => {
  it('cannot name a session that it did not make, to read or to write its measurements', async () => {
    const sent = { sessionId: 'victim-1', height: 171, weight: 60, chest: 90, waist: 70, hips: 95, inseam: 78 };
    await send(live.key, 'POST', '/v1/measurements', sent);
    for (const [path, body] of [
      ['/v1/measurements', { sessionId: 'victim-1', height: 171 }],
      ['/v1/tryon', goodBody({ sessionId: 'victim-1' })],
      ['/v1/measurements', { sessionId: 'never-seen', height: 171 }],
    ] as const) {
      const refused = await send(pk.key, 'POST', path, body);
      expect([refused.status, refused.body['error']['code'], refused.body['error']['param']]).toEqual([
        404,
        'session_not_found',
        'sessionId',
      ]);
    }
    const kept = await send(live.key, 'POST', '/v1/measurements', { sessionId: 'victim-1', inseam: 79 });
    expect(kept.body['data']['normalized']).toEqual({ ...sent, sessionId: undefined, inseam: 79 });
  });

  it('keeps the session of its first answer, and is shown only what it sent', async () => {
    const first = await send(pk.key, 'POST', '/v1/measurements', { chest: 98 });
    const sessionId = textOf(first.body['data']['sessionId']);
    expect(sessionId).toMatch(/^ses_/);
    await send(live.key, 'POST', '/v1/measurements', { sessionId, waist: 80 });
    const second = await send(pk.key, 'POST', '/v1/measurements', { sessionId, hips: 99 });
    expect([second.status, second.body['data']['normalized']]).toEqual([200, { hips: 99 }]);
    const sibling = await services.createKey({ accountId: live.accountId, kind: 'pk', allowedOrigins: [SHOP] });
    expect((await send(sibling.key, 'POST', '/v1/measurements', { sessionId, hips: 99 })).status).toBe(404);
  });

  it('is held to its tries per address and hour, also where the key is rotated', async () => {
    const { accountId } = await services.createKey();
    const secret = await services.createKey({ accountId });
    const page = await services.createKey({ accountId, kind: 'pk', allowedOrigins: [SHOP] });
    for (let i = 0; i < TRIES; i++) {
      expect((await send(page.key, 'POST', '/v1/tryon', goodBody())).status).not.toBe(429);
    }
    const rotated = await send(secret.key, 'POST', `/v1/keys/${page.keyId}/rotate`, { overlapDays: 1 });
    for (const key of [page.key, textOf(rotated.body['data']['key'])]) {
      const { status, body } = await send(key, 'POST', '/v1/tryon', goodBody());
      expect(status).toBe(429);
      expect(body['error']).toMatchObject({ code: 'shopper_limit_reached', retryable: true });
    }
  });
});

describe('a publishable key that is rotated', () => {
  const rotate = async (id: string) => {
    const { body } = await send(live.key, 'POST', `/v1/keys/${id}/rotate`, { overlapDays: 1 });
    return { key: textOf(body['data']['key']), keyId: textOf(body['data']['id']) };
  };

  it('keeps its shoppers’ sessions, try-ons and products, however often', async () => {
    const first = await services.createKey({ accountId: live.accountId, kind: 'pk', allowedOrigins: [SHOP] });
    const headers = { 'idempotency-key': 'before' };
    const made = await send(first.key, 'POST', '/v1/tryon', goodBody(), headers);
    const sessionId = textOf(made.body['data']['sessionId']);
    const product = textOf(made.body['data']['productId']);
    const last = await rotate((await rotate(first.keyId)).keyId);
    const later = await send(last.key, 'POST', '/v1/tryon', goodBody({ sessionId }));
    expect(later.status).toBe(200);
    const session = { 'x-drape-session': sessionId };
    for (const key of [first.key, last.key]) {
      for (const path of [`/v1/tryon/${made.id}`, `/v1/tryon/${later.id}`, `/v1/products/${product}`]) {
        expect([path, (await send(key, 'GET', path, undefined, session)).status]).toEqual([path, 200]);
      }
      const listed = (await send(key, 'GET', '/v1/tryon', undefined, session)).body['data'];
      expect(listed).toMatchObject([{ id: later.id }, { id: made.id }]);
      expect((await send(key, 'POST', '/v1/measurements', { sessionId, height: 171 })).status).toBe(200);
    }
    const again = await send(last.key, 'POST', '/v1/tryon', goodBody(), { ...headers, ...session });
    expect([again.id, again.headers.get('idempotent-replayed')]).toEqual([made.id, 'true']);
  });

  it('shows them to no other key of the shop that was rotated too', async () => {
    const made = await send(pk.key, 'POST', '/v1/measurements', { height: 170 });
    const sessionId = textOf(made.body['data']['sessionId']);
    const other = await services.createKey({ accountId: live.accountId, kind: 'pk', allowedOrigins: [SHOP] });
    const rotated = await rotate(other.keyId);
    expect((await send(rotated.key, 'POST', '/v1/measurements', { sessionId, height: 171 })).status).toBe(404);
  });
});

describe('what is exposed in a page', () => {
  const secrets = { imageUrl: 'https://shop.example/secret.jpg', externalId: 'SKU-S', category: 'top' };

  it('reads a product of the catalogue only where its own session has tried it on', async () => {
    const made = await send(live.key, 'POST', '/v1/products', secrets);
    const id = textOf(made.body['data']['id']);
    const body = goodBody({ productImageUrl: secrets.imageUrl });
    const read = (name: string, session?: string, key = pk.key) =>
      send(key, 'GET', `/v1/products/${name}`, undefined, session === undefined ? {} : { 'x-drape-session': session });
    const started = await send(pk.key, 'POST', '/v1/measurements', { height: 170 });
    const sessionId = textOf(started.body['data']['sessionId']);
    await send(live.key, 'POST', '/v1/tryon', { ...body, sessionId });
    for (const name of ['SKU-S', id]) {
      const refused = [await read(name), await read(name, sessionId), await read(name, 'another')];
      for (const { status, body: answer } of refused) {
        expect([status, answer['error']['code']]).toEqual([404, 'product_not_found']);
      }
    }
    expect((await send(pk.key, 'POST', '/v1/tryon', { ...body, sessionId })).status).toBe(200);
    for (const name of ['SKU-S', id]) expect((await read(name, sessionId)).body['data']).toMatchObject({ id });
    expect((await read(id)).status).toBe(404);
    const sibling = await services.createKey({ accountId: live.accountId, kind: 'pk', allowedOrigins: [SHOP] });
    expect((await read(id, sessionId, sibling.key)).status).toBe(404);
  });

  it('cannot say where messages go that the shop’s secret signs', async () => {
    const hook = { url: 'https://shop.example/events', events: ['tryon.completed'] };
    expect((await send(live.key, 'POST', '/v1/webhooks', hook)).status).toBe(200);
    const token = textOf((await send(live.key, 'POST', '/v1/client-tokens', {})).body['data']['token']);
    const webhookUrl = 'https://evil.example/collect';
    const { userPhoto, productImageUrl } = goodBody();
    for (const key of [pk.key, token]) {
      for (const [path, body] of [
        ['/v1/tryon', { ...goodBody(), webhookUrl }],
        ['/v1/tryon/batch', { userPhoto, products: [{ productImageUrl }], webhookUrl }],
      ] as const) {
        const { status, body: answer } = await send(key, 'POST', path, body);
        expect([status, answer['error']]).toMatchObject([
          403,
          { code: 'insufficient_scope', param: 'webhookUrl', requiredScope: 'webhooks:manage' },
        ]);
      }
    }
    expect((await send(live.key, 'POST', '/v1/tryon', { ...goodBody(), webhookUrl })).status).toBe(200);
  });
});

describe('a key that may not write products', () => {
  it('changes neither category nor SKU of the catalogue', async () => {
    const { key } = await services.createKey({ accountId: live.accountId, kind: 'rk', scopes: ['tryon:write'] });
    const imageUrl = 'https://shop.example/catalogue.jpg';
    const made = await send(live.key, 'POST', '/v1/products', { imageUrl, externalId: 'SKU-C', category: 'top' });
    const id = textOf(made.body['data']['id']);
    const body = goodBody({ productImageUrl: imageUrl, productCategory: 'dress', productId: 'SKU-C' });
    const tried = await send(key, 'POST', '/v1/tryon', body);
    expect(tried.body['data']).toMatchObject({ productId: id, productCategory: 'dress' });
    const { body: product } = await send(live.key, 'GET', '/v1/products/SKU-C');
    expect(product['data']).toMatchObject({ id, category: { value: 'top', source: 'client' } });
  });

  it('takes no SKU that the merchant has not given', async () => {
    const { key } = await services.createKey({ accountId: live.accountId, kind: 'rk', scopes: ['tryon:write'] });
    const wanted = goodBody({ productImageUrl: 'https://shop.example/squat.jpg', productId: 'SKU-FREE' });
    const refused = await send(key, 'POST', '/v1/tryon', wanted);
    expect([refused.status, refused.body['error']['code'], refused.body['error']['param']]).toEqual([
      404,
      'product_not_found',
      'productId',
    ]);
    const product = { imageUrl: 'https://shop.example/free.jpg', externalId: 'SKU-FREE' };
    expect((await send(live.key, 'POST', '/v1/products', product)).status).toBe(200);
  });
});

describe('try-ons in flight', () => {
  it('are capped by the plan, counted exactly, and told in headers', async () => {
    const { key } = await services.createKey({ plan: 'free', inFlightMax: null });
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(key, 'POST', '/v1/tryon', goodBody())));
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, 200, 429, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body['error']).toMatchObject({
      code: 'too_many_in_flight',
      type: 'rate_limit_error',
      retryable: true,
    });
    for (const { headers } of answers) expect(headers.get('x-concurrency-limit')).toBe('2');
    expect(refused?.headers.get('x-concurrency-remaining')).toBe('0');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('are refused before their photo is stored', async () => {
    const { key } = await services.createKey({ inFlightMax: 1 });
    const stored = expect.stringMatching(/store;dur=/);
    const first = await send(key, 'POST', '/v1/tryon', goodBody());
    expect([first.status, first.headers.get('server-timing')]).toEqual([200, stored]);
    const product = { productImageUrl: 'https://shop.example/shirt.jpg' };
    const batch = { userPhoto: goodBody()['userPhoto'], products: [product, product] };
    for (const [path, body] of [
      ['/v1/tryon', goodBody()],
      ['/v1/tryon/batch', batch],
    ] as const) {
      const { status, headers } = await send(key, 'POST', path, body);
      expect([status, headers.get('server-timing')]).toEqual([429, expect.not.stringMatching(/store;dur=/)]);
    }
  });
});
