import { newId } from '@drape/contracts';
import { createTryOnQueues, type TryOnQueues } from '@drape/queue';
import { waitFor } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { finishTryOn, type TestKey } from './harness';
import { png } from './pictures';
import { gateway, services, useGateway } from './running';
import { textOf } from './text-of';

// Long enough for a test to end the try-ons; requests that do not want to wait say so.
useGateway({ DRAPE_WAIT_MS: '20000' });

const SHOP = 'https://shop.example';
const SHIRT = { productImageUrl: `${SHOP}/shirt.jpg`, productCategory: 'top' };
const JEANS = { productImageUrl: `${SHOP}/jeans.jpg`, productCategory: 'pants' };
let owner: TestKey;
let queues: TryOnQueues;

beforeAll(async () => {
  owner = await services.createKey();
  const { REDIS_URL: redisUrl = '', DRAPE_QUEUE_PREFIX: prefix = '' } = services.env;
  queues = createTryOnQueues({ redisUrl, prefix });
});
afterAll(() => Promise.all([queues.live.close(), queues.test.close()]));

const bodyOf = (products: readonly unknown[], more: Record<string, unknown> = {}) => ({
  userPhoto: png(600, 800).toString('base64'),
  products,
  ...more,
});

async function post(
  products: readonly unknown[],
  { more = {}, headers = {}, key = owner.key }: PostOptions = {},
): Promise<BatchReply> {
  const body = bodyOf(products, more);
  const reply = await gateway.send('POST', '/v1/tryon/batch', { key, body, headers: { prefer: 'wait=0', ...headers } });
  const data = reply.body['data'];
  const items = Array.isArray(data?.['items']) ? data['items'] : [];
  return { ...reply, batchId: textOf(data?.['batchId'] ?? ''), items };
}

interface PostOptions {
  readonly more?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
  readonly key?: string;
}

type BatchReply = Awaited<ReturnType<typeof gateway.send>> & {
  readonly batchId: string;
  readonly items: readonly Record<string, Record<string, unknown> | null | undefined>[];
};

const photosOf = (batchId: string) => services.store.list(`photos/${batchId}`);
const statesOf = ({ items }: BatchReply) => items.map((item) => item['error']?.['code'] ?? item['status']);
const idsOf = ({ items }: BatchReply) => items.map((item) => textOf(item['id'] ?? ''));

describe('POST /v1/tryon/batch', () => {
  it('makes a try-on of each product and stores the photo once', async () => {
    const reply = await post([SHIRT, { ...JEANS, size: 'M' }], { more: { sessionId: 'two', outputFormat: 'webp' } });
    expect(reply.status).toBe(200);
    expect(reply.batchId).toMatch(/^bat_/);
    expect(reply.items.map((item) => [item['index'], item['status'], item['error']])).toEqual([
      [0, 'accepted', null],
      [1, 'accepted', null],
    ]);
    const shared = { batchId: reply.batchId, sessionId: 'two', status: 'queued' };
    expect(reply.items.map((item) => item['tryOn'])).toMatchObject([
      { ...shared, productCategory: 'top' },
      { ...shared, productCategory: 'pants' },
    ]);
    expect(await photosOf(reply.batchId)).toEqual([`photos/${reply.batchId}`]);
    const rows = await services.db.tryOns.listBatch({ accountId: owner.accountId, env: 'live' }, reply.batchId);
    expect(rows.map(({ size, outputFormat }) => [size, outputFormat])).toEqual([
      [null, 'webp'],
      ['M', 'webp'],
    ]);
    const { live } = queues;
    expect(await Promise.all(rows.map(({ id, generation }) => live.isPending(id, generation)))).toEqual([true, true]);
  });

  it('is found again in the list of try-ons', async () => {
    const reply = await post([SHIRT, JEANS]);
    const { body } = await gateway.send('GET', `/v1/tryon?batchId=${reply.batchId}`, { key: owner.key });
    const listed = Array.isArray(body['data']) ? body['data'].map(({ id }: { id: string }) => id) : [];
    expect(listed.sort()).toEqual(idsOf(reply).sort());
  });

  it('waits until all of them have ended', async () => {
    const { key, accountId } = await services.createKey();
    const waiting = post([SHIRT, JEANS], { key, headers: { prefer: 'wait=20' } });
    const open = await waitFor(
      async () => {
        const page = await services.db.tryOns.listPage({
          owner: { accountId, env: 'live' },
          view: { sessionId: null, apiKeyIds: null },
          filter: NO_FILTER,
          startingAfter: null,
          limit: 10,
        });
        return page?.rows.length === 2 ? page.rows : undefined;
      },
      { what: 'two rows' },
    );
    for (const { id } of open) await finishTryOn({ services, id, picture: Buffer.from('x') });
    const reply = await waiting;
    expect(reply.items.map((item) => item['tryOn']?.['status'])).toEqual(['completed', 'completed']);
    expect([reply.headers.get('retry-after'), reply.headers.get('preference-applied')]).toEqual([null, 'wait=20']);
  });

  it('is one request of the hour, and counts try-on by try-on in usage', async () => {
    const { key } = await services.createKey({ limitPerHour: 50 });
    const reply = await post([SHIRT, JEANS, SHIRT], { key });
    expect(reply.headers.get('x-ratelimit-remaining')).toBe('49');
    for (const id of idsOf(reply)) await finishTryOn({ services, id, picture: Buffer.from('x') });
    const usage = await gateway.send('GET', '/v1/usage?groupBy=day', { key });
    expect(usage.body['data']['total']).toMatchObject({ tryOns: 3, completed: 3 });
  });

  it('tries on products of the catalogue by their name alone', async () => {
    await gateway.send('POST', '/v1/products', {
      key: owner.key,
      body: { imageUrl: `${SHOP}/by-name.jpg`, externalId: 'sku-1' },
    });
    const reply = await post([{ productId: 'sku-1' }]);
    const [row] = await services.db.tryOns.listBatch({ accountId: owner.accountId, env: 'live' }, reply.batchId);
    expect(row?.productImageUrl).toBe(`${SHOP}/by-name.jpg`);
  });

  it('refuses a product that cannot be tried on, and goes on with the others', async () => {
    const reply = await post([
      { productImageUrl: 'http://10.0.0.1/shirt.jpg' },
      SHIRT,
      { productId: 'sku-unknown' },
      { productImageUrl: 'https://test.drape.invalid/ok' },
    ]);
    expect(reply.status).toBe(200);
    expect(statesOf(reply)).toEqual([
      'product_image_url_not_allowed',
      'accepted',
      'product_not_found',
      'product_image_url_not_allowed',
    ]);
    expect(reply.items.map((item) => item['error']?.['param'] ?? null)).toEqual([
      'products.0.productImageUrl',
      null,
      'products.2.productId',
      'products.3.productImageUrl',
    ]);
  });

  it('keeps no photo where every product is refused', async () => {
    const reply = await post([{ productId: 'sku-unknown' }]);
    expect([reply.status, statesOf(reply)]).toEqual([200, ['product_not_found']]);
    expect(await photosOf(reply.batchId)).toEqual([]);
  });

  it.each([
    ['no products', bodyOf([]), 'products'],
    ['21 products', bodyOf(Array.from({ length: 21 }, () => SHIRT)), 'products'],
    ['a product without image and name', bodyOf([SHIRT, { size: 'M' }]), 'products.1.productImageUrl'],
    ['a field of the wrong type', bodyOf([SHIRT, { ...JEANS, size: 7 }]), 'products.1.size'],
    ['a photo that is too small', { ...bodyOf([SHIRT]), userPhoto: png(100, 100).toString('base64') }, 'userPhoto'],
    ['an image beside the products', bodyOf([SHIRT], { productImageUrl: SHIRT.productImageUrl }), 'productImageUrl'],
  ])('is 400 for %s', async (_what, body, param) => {
    const reply = await gateway.send('POST', '/v1/tryon/batch', { key: owner.key, body });
    expect([reply.status, reply.body['error']['param']]).toEqual([400, param]);
  });
});

describe('a repeated batch', () => {
  it('gets the same list, refusals included, with the try-ons as they stand', async () => {
    const headers = { 'idempotency-key': 'batch-1' };
    const first = await post([SHIRT, { productId: 'sku-later' }], { headers });
    await gateway.send('POST', '/v1/products', {
      key: owner.key,
      body: { imageUrl: `${SHOP}/later.jpg`, externalId: 'sku-later' },
    });
    await finishTryOn({ services, id: idsOf(first)[0] ?? '', picture: Buffer.from('x') });
    const again = await post([SHIRT, { productId: 'sku-later' }], { headers });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect([again.batchId, idsOf(again), statesOf(again)]).toEqual([first.batchId, idsOf(first), statesOf(first)]);
    expect(again.items[0]?.['tryOn']?.['status']).toBe('completed');
  });
});

describe('the limits of a batch', () => {
  it('count it as one try-on in flight', async () => {
    const { key } = await services.createKey({ inFlightMax: 1 });
    const first = await post([SHIRT, JEANS, SHIRT], { key });
    expect(statesOf(first)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(first.headers.get('x-concurrency-remaining')).toBe('0');
    const second = await post([SHIRT], { key });
    expect([second.status, second.body['error']['code']]).toEqual([429, 'too_many_in_flight']);
  });

  it('count each of its try-ons against a client token', async () => {
    const { body } = await gateway.send('POST', '/v1/client-tokens', { key: owner.key, body: { maxTryOns: 2 } });
    const key = textOf(body['data']['token']);
    expect(statesOf(await post([SHIRT, JEANS, SHIRT], { key }))).toEqual([
      'accepted',
      'accepted',
      'client_token_used_up',
    ]);
    expect(statesOf(await post([SHIRT], { key }))).toEqual(['client_token_used_up']);
  });

  it('put its last try-on behind those of others', async () => {
    const { key, accountId } = await services.createKey();
    const { batchId } = await post([SHIRT, JEANS, SHIRT], { key });
    const rows = await services.db.tryOns.listBatch({ accountId, env: 'live' }, batchId);
    expect(rows.map(({ priority }) => priority)).toEqual([1, 2, 3]);
  });
});

describe('the photo of a batch', () => {
  it('stays while another try-on needs it, and goes with the last one that is erased', async () => {
    const reply = await post([SHIRT, JEANS]);
    const [first = '', second = ''] = idsOf(reply);
    await gateway.send('DELETE', `/v1/tryon/${first}`, { key: owner.key });
    expect(await photosOf(reply.batchId)).toHaveLength(1);
    await gateway.send('DELETE', `/v1/tryon/${second}`, { key: owner.key });
    expect(await photosOf(reply.batchId)).toEqual([]);
  });

  it('goes with its session, and counts once in the receipt', async () => {
    const reply = await post([SHIRT, JEANS], { more: { sessionId: 'erased-batch' } });
    const { body } = await gateway.send('DELETE', '/v1/sessions/erased-batch', { key: owner.key });
    expect(body['data']['erased']).toMatchObject({ tryOns: 2, photos: 1 });
    expect(await photosOf(reply.batchId)).toEqual([]);
  });

  it('is not looked for in test mode', async () => {
    const { key } = await services.createKey({ env: 'test' });
    const reply = await post([{ productImageUrl: 'https://test.drape.invalid/ok' }, SHIRT], { key });
    expect(statesOf(reply)).toEqual(['accepted', 'accepted']);
    expect(await photosOf(reply.batchId)).toEqual([]);
  });
});

describe('a batch of another account', () => {
  it('is not found by its id', async () => {
    const { batchId } = await post([SHIRT]);
    const other = await services.createKey();
    const { body } = await gateway.send('GET', `/v1/tryon?batchId=${batchId}`, { key: other.key });
    expect(body['data']).toEqual([]);
    expect(await services.db.batches.find({ accountId: other.accountId, env: 'live' }, batchId)).toBeNull();
    expect(await services.db.batches.find({ accountId: owner.accountId, env: 'test' }, batchId)).toBeNull();
    expect(await services.db.batches.find({ accountId: owner.accountId, env: 'live' }, newId('bat'))).toBeNull();
  });
});

const NO_FILTER = {
  status: null,
  sessionId: null,
  productId: null,
  category: null,
  errorCode: null,
  quality: null,
  batchId: null,
  createdFrom: null,
  createdBefore: null,
  metadata: {},
} as const;
