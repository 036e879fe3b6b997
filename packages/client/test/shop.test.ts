import { Readable } from 'node:stream';
import { Drape, DrapeError } from '@drape/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PHOTO, SHOP, startService, type TestService } from './service';

/** What a shop's backend does besides try-ons, against the real gateway. */
let service: TestService;
let drape: Drape;

beforeAll(async () => {
  service = await startService();
  drape = new Drape({ apiKey: await service.newKey(), baseUrl: service.url });
});

afterAll(() => service?.stop());

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof DrapeError) return error.code;
    throw error;
  }
  return 'nothing was thrown';
}

async function idsOf(list: AsyncIterable<{ readonly id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of list) ids.push(id);
  return ids;
}

describe('client tokens', () => {
  it('are the key of one shopper’s page, for one session', async () => {
    const made = await drape.clientTokens.create({ ttlSeconds: 900, maxTryOns: 1 });
    expect(made).toMatchObject({ token: expect.stringMatching(/^drp_ct_/), livemode: true });
    const page = new Drape({ apiKey: made.token, baseUrl: service.url });
    const input = { productImageUrl: `${SHOP}/shirt.jpg`, userPhoto: PHOTO };
    const tryOn = await page.tryOns.createAndWait(input);
    expect(tryOn).toMatchObject({ status: 'completed', sessionId: made.sessionId });
    expect(await idsOf(page.tryOns.list())).toEqual([tryOn.id]);
    // it never comes right: no call is repeated for it
    expect(await codeOf(page.tryOns.create(input))).toBe('client_token_used_up');
    expect(await codeOf(page.keys.list().page())).toBe('insufficient_scope');
    await drape.sessions.delete(made.sessionId);
    // A gateway may know the token for another second; what it was good for is gone at once.
    const refusals = ['revoked_client_token', 'tryon_not_found'];
    expect(refusals).toContain(await codeOf(page.tryOns.retrieve(tryOn.id)));
  });
});

describe('a publishable key', () => {
  it('keeps the session of its first answer, in another page too', async () => {
    const { key } = await service.services.createKey({ kind: 'pk', allowedOrigins: [SHOP] });
    const fromShop: typeof fetch = (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set('Origin', SHOP);
      return fetch(url, { ...init, headers });
    };
    const first = new Drape({ apiKey: key, baseUrl: service.url, fetch: fromShop });
    expect(first.sessionId).toBeNull();
    const { sessionId } = await first.measurements.create({ height: 178 });
    expect(first.sessionId).toBe(sessionId);
    const tryOn = await first.tryOns.create({ productImageUrl: `${SHOP}/wait.jpg`, userPhoto: PHOTO }, { wait: 0 });
    expect(tryOn.sessionId).toBe(sessionId);
    const second = new Drape({ apiKey: key, baseUrl: service.url, fetch: fromShop, sessionId });
    expect(await second.tryOns.retrieve(tryOn.id)).toMatchObject({ id: tryOn.id });
  });
});

describe('lists of try-ons', () => {
  it('iterate over all pages, filtered, or start after an entry', async () => {
    const own = new Drape({ apiKey: await service.newKey(), baseUrl: service.url });
    const ids: string[] = [];
    for (const order of ['1', '2', '3']) {
      const input = { productImageUrl: `${SHOP}/wait.jpg`, userPhoto: PHOTO, metadata: { order } };
      ids.unshift((await own.tryOns.create(input, { wait: 0 })).id);
    }
    expect(await idsOf(own.tryOns.list({ limit: 2 }))).toEqual(ids);
    expect(await idsOf(own.tryOns.list({ metadata: { order: '2' }, status: 'queued' }))).toEqual([ids[1]]);
    const page = await own.tryOns.list({ limit: 1 }).page();
    expect(page.pagination).toEqual({ limit: 1, hasMore: true, nextStartingAfter: ids[0] });
    expect(await idsOf(own.tryOns.list({ startingAfter: ids[0] ?? '' }))).toEqual(ids.slice(1));
    const hour = 3_600_000;
    expect(await idsOf(own.tryOns.list({ created: { lt: new Date(Date.now() - hour) } }))).toEqual([]);
    expect(await idsOf(own.tryOns.list({ created: { gte: new Date(Date.now() - hour) } }))).toEqual(ids);
  });
});

describe('a try-on by the product’s name alone', () => {
  it('shows the picture of the catalogue', async () => {
    const imageUrl = `${SHOP}/shirt.jpg`;
    const { id } = await drape.products.create({ imageUrl, externalId: 'SKU-by-name', category: 'top' });
    const tryOn = await drape.tryOns.createAndWait({ productId: 'SKU-by-name', userPhoto: PHOTO });
    expect(tryOn).toMatchObject({ status: 'completed', productId: id, productImageUrl: imageUrl });
  });
});

describe('a product image that is sent itself', () => {
  it('is tried on, alone and in a batch, or kept in the catalogue', async () => {
    const alone = await drape.tryOns.createAndWait({ productImage: PHOTO, userPhoto: PHOTO, productCategory: 'top' });
    expect(alone).toMatchObject({ status: 'completed', productImageUrl: null, productId: null });
    const { items } = await drape.tryOns.createBatch({ userPhoto: PHOTO, products: [{ productImage: PHOTO }] });
    expect(items[0]?.status).toBe('accepted');
    const made = await drape.products.create({ image: new Blob([new Uint8Array(PHOTO)]), externalId: 'SKU-sent' });
    expect(made.imageUrl).toBeNull();
    const named = await drape.tryOns.createAndWait({ productId: 'SKU-sent', userPhoto: PHOTO });
    expect(named).toMatchObject({ status: 'completed', productId: made.id });
    const changed = await drape.products.update(made.id, { imageUrl: `${SHOP}/shirt-2.jpg` });
    expect(changed.imageUrl).toBe(`${SHOP}/shirt-2.jpg`);
  });
});

describe('an upload', () => {
  it('goes to the store, and stands in place of a picture', async () => {
    const photo = await drape.uploads.upload(PHOTO);
    expect(photo).toMatchObject({ contentType: 'image/png', bytes: PHOTO.length, livemode: true });
    const { id: productImage } = await drape.uploads.upload(new Blob([new Uint8Array(PHOTO)]));
    const tryOn = await drape.tryOns.createAndWait({ userPhoto: photo.id, productImage, productCategory: 'top' });
    expect(tryOn.status).toBe('completed');
    const again = drape.tryOns.create({ userPhoto: photo.id, productImageUrl: `${SHOP}/shirt.jpg` });
    expect(await codeOf(again)).toBe('upload_used');
  });
});

describe('a batch', () => {
  it('is one photo on several products, accepted or refused one by one', async () => {
    const products = [{ productImageUrl: `${SHOP}/shirt.jpg` }, { productId: 'SKU-unknown' }];
    const { batchId, items } = await drape.tryOns.createBatch({ userPhoto: PHOTO, products }, { wait: 0 });
    expect(items).toMatchObject([
      { index: 0, status: 'accepted', error: null },
      { index: 1, status: 'refused', error: { code: 'product_not_found' } },
    ]);
    const id = items[0]?.id ?? '';
    expect(await drape.tryOns.waitFor(id)).toMatchObject({ id, status: 'completed' });
    expect(await idsOf(drape.tryOns.list({ batchId }))).toEqual([id]);
  });
});

describe('products', () => {
  it('are listed, changed and deleted', async () => {
    const own = new Drape({ apiKey: await service.newKey(), baseUrl: service.url });
    const ids: string[] = [];
    for (const title of ['Linen tee', 'Linen skirt', 'Coat'])
      ids.unshift((await own.products.create({ imageUrl: `${SHOP}/${ids.length}.jpg`, title })).id);
    const [coat = '', skirt, tee] = ids;
    expect(await idsOf(own.products.list({ limit: 2 }))).toEqual(ids);
    expect(await idsOf(own.products.list({ q: 'linen' }))).toEqual([skirt, tee]);
    expect(await own.products.update(coat, { externalId: 'C-1', category: 'jacket' })).toMatchObject({
      externalId: 'C-1',
      title: 'Coat',
      category: { value: 'jacket', source: 'client' },
    });
    expect(await own.products.delete('C-1')).toMatchObject({ id: coat });
    expect(await codeOf(own.products.retrieve(coat))).toBe('product_not_found');
  });
});

describe('keys', () => {
  it('are created, listed, changed, rotated and revoked', async () => {
    const own = new Drape({ apiKey: await service.newKey(), baseUrl: service.url });
    const made = await own.keys.create({ kind: 'rk', name: 'checkout', scopes: ['sessions:read'] });
    const checkout = new Drape({ apiKey: made.key ?? '', baseUrl: service.url });
    expect((await checkout.sessions.page()).data).toEqual([]);
    expect(await codeOf(checkout.keys.list().page())).toBe('insufficient_scope');
    expect(await idsOf(own.keys.list({ limit: 1 }))).toContain(made.id);
    expect(await own.keys.update(made.id, { name: 'till' })).toMatchObject({ id: made.id, name: 'till' });
    const next = await own.keys.rotate(made.id, { overlapDays: 0 });
    expect(await own.keys.retrieve(made.id)).toMatchObject({ replacedBy: next.id });
    expect(await own.keys.revoke(next.id)).toMatchObject({ id: next.id, status: 'revoked' });
  });
});

describe('a file of products', () => {
  const rowsOf = async (of: Drape, id: string) => {
    const rows: (string | null)[] = [];
    for await (const { row, status, externalId } of of.products.imports.rows(id, { limit: 1 })) {
      rows.push(`${row} ${status} ${externalId}`);
    }
    return rows;
  };

  it('is imported into the catalogue, and reports the outcome of each row', async () => {
    const own = new Drape({ apiKey: await service.newKey(), baseUrl: service.url });
    const csv = `externalId,imageUrl,title\nA-1,${SHOP}/a.jpg,Chemise à carreaux\nA-2,nowhere,\nA-3,${SHOP}/c.jpg,\n`;
    const queued = await own.products.import(csv, { idempotencyKey: 'spring' });
    expect(queued).toMatchObject({ format: 'csv', counts: { total: 3 } });
    expect((await own.products.import(csv, { idempotencyKey: 'spring' })).id).toBe(queued.id);
    const done = await own.products.imports.waitFor(queued.id);
    expect(done).toMatchObject({ status: 'completed', counts: { created: 2, failed: 1, pending: 0 } });
    expect(await rowsOf(own, done.id)).toEqual(['2 created A-1', '3 failed A-2', '4 created A-3']);
    const failed = (await own.products.imports.rows(done.id, { status: 'failed' }).page()).data;
    expect(failed).toMatchObject([{ row: 3, error: { code: 'invalid_product_image_url' } }]);
    expect((await own.products.retrieve('A-1')).title).toBe('Chemise à carreaux');
  });

  const line = JSON.stringify({ externalId: 'L-1', imageUrl: `${SHOP}/l.jpg`, title: 'Chemise à pois' });
  const bytes = Buffer.from(line);
  // Cut within the two bytes of à.
  const cut = bytes.indexOf(0xc3) + 1;
  it.each([
    ['a text', () => line],
    ['a Buffer', () => bytes],
    ['a Blob', () => new Blob([line])],
    ['a stream of Node', () => Readable.from([bytes.subarray(0, cut), bytes.subarray(cut)])],
    [
      'a stream of the web',
      () =>
        new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(bytes.subarray(0, cut));
            controller.enqueue(bytes.subarray(cut));
            controller.close();
          },
        }),
    ],
  ])('is taken as %s of JSON lines', async (_name, source) => {
    const own = new Drape({ apiKey: await service.newKey(), baseUrl: service.url });
    const { id, format } = await own.products.import(source());
    expect(format).toBe('ndjson');
    expect(await own.products.imports.waitFor(id)).toMatchObject({ counts: { created: 1 } });
    expect((await own.products.retrieve('L-1')).title).toBe('Chemise à pois');
  });
});

describe('webhooks', () => {
  it('are created, listed, given a new secret and deleted', async () => {
    const own = new Drape({ apiKey: await service.newKey(), baseUrl: service.url });
    const made = await own.webhooks.create({ url: 'https://shop.example/hooks', events: ['tryon.completed'] });
    expect(await own.webhooks.retrieve(made.id)).not.toHaveProperty('secret');
    const { secret } = await own.webhooks.rotateSecret(made.id);
    expect([secret.startsWith('whsec_'), secret === made.secret]).toEqual([true, false]);
    const { id } = await own.tryOns.createAndWait({ productImageUrl: `${SHOP}/a.jpg`, userPhoto: PHOTO });
    const { data } = await own.tryOns.deliveries(id).page();
    expect(data).toMatchObject([{ event: 'tryon.completed', resourceId: id, webhookId: made.id }]);
    expect(await idsOf(own.webhooks.deliveries(made.id))).toEqual([data[0]?.id]);
    const of = async (options: Parameters<typeof own.webhooks.deliveries>[1]) =>
      idsOf(own.webhooks.deliveries(made.id, options));
    expect(await of({ tryOnId: id, eventType: 'tryon.completed', created: { lt: new Date() } })).toHaveLength(1);
    expect(await of({ status: 'delivered' })).toEqual([]);
    expect(await of({ created: { gte: new Date() } })).toEqual([]);
    const pinged = await own.webhooks.ping(made.id);
    expect(pinged).toMatchObject({ event: 'ping', status: 'pending' });
    expect(await of({ limit: 1 })).toEqual([pinged.id, data[0]?.id]);
    const changed = await own.webhooks.update(made.id, { events: ['*'], enabled: false });
    expect(changed).toMatchObject({ url: made.url, events: ['*'], enabled: false });
    expect(await own.webhooks.redeliver(made.id, data[0]?.id ?? '')).toMatchObject({ status: 'pending' });
    expect(await own.tryOns.redeliver(id, data[0]?.id ?? '')).toMatchObject({ status: 'pending' });
    expect(await own.webhooks.delete(made.id)).toMatchObject({ id: made.id });
    expect(await idsOf(own.webhooks.list())).toEqual([]);
  });

  it('are given one new secret where the answer to the call was lost', async () => {
    let calls = 0;
    const lost: typeof fetch = () => Promise.reject(new TypeError(`lost ${(calls += 1)}`));
    const unlucky = new Drape({ apiKey: 'k', baseUrl: service.url, fetch: lost });
    expect(await codeOf(unlucky.webhooks.rotateSecret('whk_1'))).toBe('connection_failed');
    expect(calls).toBe(1);
  });
});

describe('usage', () => {
  it('says what the account used', async () => {
    const own = new Drape({ apiKey: await service.newKey(), baseUrl: service.url });
    await own.tryOns.createAndWait({ productImageUrl: `${SHOP}/a.jpg`, userPhoto: PHOTO });
    expect(await own.usage.retrieve({ groupBy: 'outcome' })).toMatchObject({
      groupBy: 'outcome',
      rows: [{ group: 'completed', tryOns: 1 }],
      total: { tryOns: 1, completed: 1 },
    });
  });
});

describe('requests', () => {
  it('are found by the id that an error names', async () => {
    const own = new Drape({ apiKey: await service.newKey(), baseUrl: service.url });
    const refused = await own.products.retrieve('SKU-none').catch((error: unknown) => error);
    const requestId = refused instanceof DrapeError ? (refused.requestId ?? '') : '';
    let log = await own.requests.list({ status: 404 }).page();
    for (const until = Date.now() + 10_000; log.data.length === 0 && Date.now() < until;)
      log = await own.requests.list({ status: 404 }).page();
    expect(log.data).toMatchObject([{ id: requestId, route: '/v1/products/{id}', errorCode: 'product_not_found' }]);
    expect(await own.requests.retrieve(requestId)).toMatchObject({ id: requestId, status: 404 });
  });
});
