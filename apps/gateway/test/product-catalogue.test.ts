import { newId, type Owner } from '@drape/contracts';
import type { ProductFindings } from '@drape/db';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Reply } from './harness';
import { goodBody } from './pictures';
import { gateway, services, useGateway } from './running';
import { textOf } from './text-of';

useGateway();

interface Shop {
  readonly key: string;
  readonly owner: Owner;
}

let shop: Shop;

beforeEach(async () => {
  const { key, accountId } = await services.createKey();
  shop = { key, owner: { accountId, env: 'live' } };
});

const FINDINGS: ProductFindings = {
  category: 'top',
  categorySource: 'detected',
  categoryConfidence: 0.93,
  analyzerVersion: 'engine-3',
  analysis: {
    colors: [],
    pattern: { value: 'solid', confidence: 0.9 },
    sleeveLength: { value: 'short', confidence: 0.9 },
    neckline: null,
    length: { value: 'regular', confidence: 0.9 },
    photoType: { value: 'on_model', confidence: 0.95 },
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

const imageUrl = () => `https://shop.example/${newId('evt')}.jpg`;
const send = (method: string, path: string, body?: unknown, key = shop.key) =>
  gateway.send(method, `/v1/products${path}`, { key, ...(body === undefined ? {} : { body }) });
const post = (body: Readonly<Record<string, unknown>> = {}) => send('POST', '', { imageUrl: imageUrl(), ...body });
const patch = (name: string, body: unknown, key = shop.key) => send('PATCH', `/${name}`, body, key);
const idsOf = ({ body }: Reply): string[] => (body['data'] as unknown as { id: string }[]).map(({ id }) => id);
const listed = async (query: string, key = shop.key) => idsOf(await send('GET', query, undefined, key));
const errorOf = ({ status, body }: Reply) => [status, body['error']['code'], body['error']['productId']];
const describeProduct = async (id: string) => {
  const row = await services.db.products.find(shop.owner, id);
  const seen = { imageUrl: row?.imageUrl ?? null, imageKey: row?.imageKey ?? null, category: row?.category ?? null };
  return services.db.products.describe(id, FINDINGS, seen);
};

describe('GET /v1/products', () => {
  it('returns the same records as each product by itself, the latest first, page by page', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push((await post({ title: `Tee ${i}` })).id);
    ids.sort().reverse();
    const first = await send('GET', '?limit=3');
    expect([idsOf(first), first.body['pagination']]).toEqual([
      ids.slice(0, 3),
      { limit: 3, hasMore: true, nextStartingAfter: ids[2] },
    ]);
    expect(first.body['data'][0]).toEqual((await send('GET', `/${ids[0]}`)).body['data']);
    await post();
    const next = /<(.*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await gateway.send('GET', next, { key: shop.key });
    expect([idsOf(second), second.body['pagination']['hasMore']]).toEqual([ids.slice(3), false]);
  });

  it('counts the try-ons of each', async () => {
    const { id } = await post();
    const { body } = await gateway.send('POST', '/v1/tryon', {
      key: shop.key,
      body: goodBody(),
      headers: { prefer: 'wait=0' },
    });
    const counts = (await send('GET', '')).body['data'] as unknown as { id: string; tryOnCount: number }[];
    expect(new Map(counts.map((one) => [one.id, one.tryOnCount]))).toEqual(
      new Map([
        [id, 0],
        [body['data']['productId'] as unknown as string, 1],
      ]),
    );
  });

  it('filters by status, category, externalId and the start of the title', async () => {
    const shirt = (await post({ title: 'Linen shirt', category: 'top', externalId: 'L-1' })).id;
    const skirt = (await post({ title: 'linen 100% skirt', category: 'skirt' })).id;
    await describeProduct(skirt);
    expect([await listed('?status=ready'), await listed('?status=pending')]).toEqual([[skirt], [shirt]]);
    expect([await listed('?category=top'), await listed('?externalId=L-1')]).toEqual([[shirt], [shirt]]);
    expect((await listed('?q=LINEN')).sort()).toEqual([shirt, skirt].sort());
    expect([await listed('?q=linen%20100%25'), await listed('?q=%25')]).toEqual([[skirt], []]);
  });

  it('shows the account’s live products alone, and to a page what it tried on in the session it names', async () => {
    const own = (await post()).id;
    const { accountId } = shop.owner;
    const test = await services.createKey({ accountId, env: 'test' });
    const stranger = await services.createKey();
    expect([await listed(''), await listed('', test.key), await listed('', stranger.key)]).toEqual([[own], [], []]);
    const page = await services.createKey({ accountId, kind: 'pk', allowedOrigins: ['https://shop.example'] });
    const headers = { origin: 'https://shop.example', prefer: 'wait=0' };
    const tried = await gateway.send('POST', '/v1/tryon', { key: page.key, body: goodBody(), headers });
    const { sessionId, productId } = tried.body['data'] as unknown as { sessionId: string; productId: string };
    const seen = { key: page.key, headers: { ...headers, 'x-drape-session': sessionId } };
    const pageOf = await gateway.send('GET', '/v1/products', seen);
    expect(idsOf(pageOf)).toEqual([productId]);
    // How often all shoppers tried it on is the shop's to know.
    expect(pageOf.body['data']).not.toHaveProperty('0.tryOnCount');
    expect((await gateway.send('GET', `/v1/products/${productId}`, seen)).body['data']).not.toHaveProperty(
      'tryOnCount',
    );
    const toShop = await gateway.send('GET', `/v1/products/${productId}`, { key: shop.key });
    expect(toShop.body['data']['tryOnCount']).toBe(1);
    const unnamed = await gateway.send('GET', '/v1/products', { key: page.key, headers });
    expect([unnamed.status, unnamed.body['error']['param']]).toEqual([400, 'X-Drape-Session']);
  });

  it('leaves out what pages brought, until the shop registers it', async () => {
    const own = (await post()).id;
    const { accountId } = shop.owner;
    const page = await services.createKey({ accountId, kind: 'pk', allowedOrigins: ['https://shop.example'] });
    const headers = { origin: 'https://shop.example', prefer: 'wait=0' };
    const minted = await gateway.send('POST', '/v1/client-tokens', { key: shop.key, body: {} });
    const tryOn = async (key: string, url: string) => {
      const body = goodBody({ productImageUrl: url });
      const made = await gateway.send('POST', '/v1/tryon', { key, body, headers });
      return textOf(made.body['data']['productId']);
    };
    const brought: string[] = [];
    for (const key of [page.key, textOf(minted.body['data']['token']), page.key, page.key]) {
      brought.push(await tryOn(key, `https://shop.example/brought-${brought.length}.jpg`));
    }
    expect(await listed('')).toEqual([own]);
    expect(await listed('?include=untended')).toEqual([...brought].reverse().concat(own));
    expect((await post({ imageUrl: 'https://shop.example/brought-0.jpg' })).id).toBe(brought[0]);
    await patch(brought[1] ?? '', { title: 'Tee' });
    expect(await tryOn(shop.key, 'https://shop.example/brought-2.jpg')).toBe(brought[2]);
    expect(await listed('')).toEqual([...brought.slice(0, 3).reverse(), own]);
    // A page that tries it on again takes nothing out.
    await tryOn(page.key, 'https://shop.example/brought-0.jpg');
    expect(await listed('?include=untended')).toEqual([...brought].reverse().concat(own));
    expect(await listed('')).toEqual([...brought.slice(0, 3).reverse(), own]);
  });

  it.each([
    ['limit=0', 'invalid_limit', 'limit'],
    ['status=done', 'invalid_parameter', 'status'],
    ['category=hat', 'invalid_parameter', 'category'],
    ['q=', 'invalid_parameter', 'q'],
    ['externalId=a%20b', 'invalid_parameter', 'externalId'],
    ['starting_after=prd_1', 'invalid_starting_after', 'starting_after'],
    ['offset=1', 'unknown_parameter', 'offset'],
  ])('refuses %s as %s of %s', async (query, code, param) => {
    const { status, body } = await send('GET', `?${query}`);
    expect([status, body['error']['code'], body['error']['param']]).toEqual([400, code, param]);
  });
});

describe('PATCH /v1/products/:id', () => {
  it('changes what is named, keeps the rest, and removes with null', async () => {
    const made = await post({ title: 'Tee', externalId: 'SKU-1', category: 'top' });
    const changed = await patch('SKU-1', { title: 'White tee' });
    expect(changed.body['data']).toEqual({ ...made.body['data'], title: 'White tee' });
    const bare = await patch(made.id, { title: null, externalId: null, category: null });
    expect(bare.body['data']).toEqual({ ...made.body['data'], title: null, externalId: null, category: null });
    expect((await send('GET', '/SKU-1')).status).toBe(404);
  });

  it('moves a SKU from one product to another', async () => {
    const [old, fresh] = [await post({ externalId: 'SKU-2' }), await post()];
    expect(errorOf(await patch(fresh.id, { externalId: 'SKU-2' }))).toEqual([409, 'external_id_taken', old.id]);
    const again = await send('POST', '', { imageUrl: imageUrl(), externalId: 'SKU-2' });
    expect(errorOf(again)).toEqual([409, 'external_id_taken', old.id]);
    await patch(old.id, { externalId: null });
    expect((await patch(fresh.id, { externalId: 'SKU-2' })).body['data']).toMatchObject({ externalId: 'SKU-2' });
  });

  it('forgets what was found in the old picture, and what was guessed', async () => {
    const { id } = await post({ title: 'Tee' });
    await describeProduct(id);
    const url = imageUrl();
    const { body } = await patch(id, { imageUrl: url });
    expect(body['data']).toMatchObject({
      id,
      status: 'pending',
      imageUrl: url,
      title: 'Tee',
      category: null,
      image: null,
      analyzedAt: null,
      analyzerVersion: null,
    });
  });

  it('lets the picture be analysed anew for another category, but not for the same picture and category', async () => {
    const { id } = await post({ category: 'top' });
    await describeProduct(id);
    const { imageUrl: same } = (await send('GET', `/${id}`)).body['data'];
    expect((await patch(id, { imageUrl: same, category: 'top' })).body['data']['status']).toBe('ready');
    const other = (await patch(id, { category: 'dress' })).body['data'];
    expect(other).toMatchObject({ status: 'pending', category: { value: 'dress', source: 'client' }, image: null });
  });

  it('drops what a worker found for a picture or category that was changed meanwhile', async () => {
    const { id, body } = await post();
    const seen = { imageUrl: body['data']['imageUrl'] as unknown as string, imageKey: null, category: null };
    await patch(id, { imageUrl: imageUrl() });
    const failure = { code: 'garment_not_detected', detail: 'No garment.' } as const;
    expect(await services.db.products.describe(id, FINDINGS, seen)).toBe(false);
    expect(await services.db.products.fail(id, failure, seen)).toBe(false);
    expect((await send('GET', `/${id}`)).body['data']['status']).toBe('pending');
    expect(await describeProduct(id)).toBe(true);
  });

  it('names the product that has the new picture already', async () => {
    const [first, second] = [await post(), await post()];
    const { imageUrl: url } = first.body['data'];
    expect(errorOf(await patch(second.id, { imageUrl: url }))).toEqual([409, 'product_image_taken', first.id]);
  });

  it.each([
    [{}, 'invalid_body', undefined],
    [{ imageUrl: 'http://127.0.0.1/a.jpg' }, 'product_image_url_not_allowed', 'imageUrl'],
    [{ imageUrl: 'https://test.drape.invalid/ok' }, 'product_image_url_not_allowed', 'imageUrl'],
    [{ imageUrl: null }, 'invalid_parameter', 'imageUrl'],
    [{ category: 'hat' }, 'invalid_parameter', 'category'],
    [{ title: '' }, 'invalid_parameter', 'title'],
    [{ externalId: 'a b' }, 'invalid_parameter', 'externalId'],
    [{ sizeChart: null }, 'unknown_parameter', 'sizeChart'],
  ])('refuses %j as %s of %s', async (body, code, param) => {
    const { id } = await post();
    const reply = await patch(id, body);
    expect([reply.status, reply.body['error']['code'], reply.body['error']['param']]).toEqual([400, code, param]);
  });

  it('is 404 for what does not exist, and for another account’s', async () => {
    const { id } = await post({ externalId: 'SKU-3' });
    const stranger = await services.createKey();
    for (const [name, key] of [[newId('prd'), shop.key] as const, [id, stranger.key] as const])
      expect(errorOf(await patch(name, { title: 'x' }, key))).toEqual([404, 'product_not_found', undefined]);
    expect((await send('GET', `/${id}`)).body['data']['title']).toBeNull();
  });
});

describe('DELETE /v1/products/:id', () => {
  it('removes it, leaves its try-ons, and is 404 from then on', async () => {
    const { body, id: tryOnId } = await gateway.send('POST', '/v1/tryon', {
      key: shop.key,
      body: goodBody({ productId: 'SKU-4' }),
      headers: { prefer: 'wait=0' },
    });
    const productId = body['data']['productId'] as unknown as string;
    const gone = await send('DELETE', '/SKU-4');
    expect([gone.status, gone.id]).toEqual([200, productId]);
    expect(errorOf(await send('DELETE', `/${productId}`))).toEqual([404, 'product_not_found', undefined]);
    const left = await gateway.send('GET', `/v1/tryon/${tryOnId}`, { key: shop.key });
    expect([left.status, left.body['data']['productId']]).toEqual([200, null]);
    expect((await post({ externalId: 'SKU-4' })).status).toBe(200);
  });

  it('is possible for nobody else, and needs products:write', async () => {
    const { id } = await post();
    const { accountId } = shop.owner;
    const stranger = await services.createKey();
    const reader = await services.createKey({ accountId, kind: 'rk', scopes: ['products:read', 'tryon:write'] });
    expect((await send('DELETE', `/${id}`, undefined, stranger.key)).status).toBe(404);
    expect((await send('DELETE', `/${id}`, undefined, reader.key)).status).toBe(403);
    expect((await patch(id, { title: 'x' }, reader.key)).status).toBe(403);
    expect((await send('GET', `/${id}`)).status).toBe(200);
  });
});
