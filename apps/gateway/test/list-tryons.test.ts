import { newId, type Owner } from '@drape/contracts';
import type { NewTryOn } from '@drape/db';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { finishTryOn, type Reply } from './harness';
import { gateway, services, useGateway } from './running';
import { textOf } from './text-of';

useGateway();

interface Shop {
  readonly key: string;
  readonly keyId: string;
  readonly owner: Owner;
}

let shop: Shop;

beforeEach(async () => {
  const { key, keyId, accountId } = await services.createKey();
  shop = { key, keyId, owner: { accountId, env: 'live' } };
});

/** A try-on on record, as a gateway makes it, without a job. */
async function make(more: Partial<NewTryOn> = {}): Promise<string> {
  const id = newId('try');
  const { db } = services;
  const owner = more.owner ?? shop.owner;
  const session = await db.sessions.getOrCreate(owner, more.sessionId ?? null);
  await db.tryOns.insertQueued({
    id,
    owner,
    requestId: newId('req'),
    gatewayId: 'gtw_test',
    productImageUrl: 'https://shop.example/shirt.jpg',
    photoKey: `photos/${id}`,
    photoSha256: '0'.repeat(64),
    photoBytes: 9,
    ...more,
    sessionId: session.id,
  });
  return id;
}

/** Several, the first made last: as the list has them. */
async function makeMany(count: number, more: Partial<NewTryOn> = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.unshift(await make(more));
  return ids.sort().reverse();
}

const get = (query = '', key = shop.key, headers: Readonly<Record<string, string>> = {}) =>
  gateway.send('GET', `/v1/tryon${query}`, { key, headers });
const idsOf = ({ body }: Reply): string[] => (body['data'] as unknown as { id: string }[]).map(({ id }) => id);
const listed = async (query: string, key = shop.key, headers = {}) => idsOf(await get(query, key, headers));

describe('GET /v1/tryon', () => {
  it('returns the same records as each try-on by itself, the latest first, ten by default', async () => {
    const ids = await makeMany(11);
    const [newest = ''] = ids;
    await finishTryOn({ services, id: newest, picture: Buffer.from('a picture') });
    const { status, body } = await get();
    expect([status, idsOf({ body } as Reply)]).toEqual([200, ids.slice(0, 10)]);
    expect(body['pagination']).toEqual({ limit: 10, hasMore: true, nextStartingAfter: ids[9] });
    const first = body['data'][0] ?? {};
    const alone = (await gateway.send('GET', `/v1/tryon/${newest}`, { key: shop.key })).body['data'];
    expect({ ...first, resultImageUrl: null }).toEqual({ ...alone, resultImageUrl: null });
    expect((await fetch(textOf(first['resultImageUrl']))).status).toBe(200);
    for (const record of [body['data'][1], body['data'][9]]) {
      const { queuePosition } = (await gateway.send('GET', `/v1/tryon/${textOf(record?.['id'])}`, { key: shop.key }))
        .body['data'];
      expect(record?.['queuePosition']).toBe(queuePosition);
    }
  });

  it('leaves nothing out and shows nothing twice while new ones come in', async () => {
    const ids = await makeMany(7);
    const seen: string[] = [];
    let path: string | undefined = '/v1/tryon?limit=3';
    while (path !== undefined) {
      const reply: Reply = await gateway.send('GET', path, { key: shop.key });
      seen.push(...idsOf(reply));
      await make();
      path = /^<(.*)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(ids);
  });

  it('keeps the filters in the link to the next page', async () => {
    const ids = await makeMany(2, { metadata: { order: '7 & 8' } });
    await make();
    const { headers } = await get(`?limit=1&metadata[order]=${encodeURIComponent('7 & 8')}`);
    const next = /<(.*)>/.exec(headers.get('link') ?? '')?.[1] ?? '';
    const reply = await gateway.send('GET', next, { key: shop.key });
    expect(idsOf(reply)).toEqual([ids[1]]);
    expect(reply.body['pagination']).toEqual({ limit: 1, hasMore: false, nextStartingAfter: null });
  });

  it('uses the language that is asked for', async () => {
    const id = await make();
    await finishTryOn({ services, id, picture: Buffer.from('x') });
    const reply = await get('', shop.key, { 'accept-language': 'de' });
    expect([reply.headers.get('content-language'), reply.body['data'][0]?.['advice']]).not.toEqual(['en', []]);
    expect(reply.headers.get('content-language')).toBe('de');
  });
});

describe('whose try-ons are listed', () => {
  it('those of the account and of its live or test data alone', async () => {
    const [own] = await makeMany(1);
    const test = await services.createKey({ accountId: shop.owner.accountId, env: 'test' });
    const inTest = await make({ owner: { ...shop.owner, env: 'test' } });
    const stranger = await services.createKey();
    expect(await listed('')).toEqual([own]);
    expect(await listed('', test.key)).toEqual([inTest]);
    expect(await listed('', stranger.key)).toEqual([]);
  });

  it('for a publishable key those that it made in the session it names', async () => {
    const page = { kind: 'pk', accountId: shop.owner.accountId, allowedOrigins: ['https://shop.example'] } as const;
    const { key, keyId: apiKeyId } = await services.createKey(page);
    const origin = { origin: 'https://shop.example' };
    const own = await make({ sessionId: 'visit-1', apiKeyId });
    await make({ sessionId: 'visit-2', apiKeyId });
    await make({ sessionId: 'visit-1', apiKeyId: shop.keyId });
    expect(await listed('', key, { ...origin, 'x-drape-session': 'visit-1' })).toEqual([own]);
    expect(await listed('?sessionId=visit-2', key, { ...origin, 'x-drape-session': 'visit-1' })).toEqual([]);
    const unnamed = await get('', key, origin);
    expect([unnamed.status, unnamed.body['error']['param']]).toEqual([400, 'X-Drape-Session']);
  });
});

describe('a client token', () => {
  it('lists the try-ons and products of its session, and goes on after no other’s', async () => {
    const minted = await gateway.send('POST', '/v1/client-tokens', { key: shop.key, body: { sessionId: 'shopper-1' } });
    const token = textOf(minted.body['data']['token']);
    const made = await services.db.products.put(shop.owner, { url: 'https://shop.example/2.jpg' }, {});
    const productId = made.kind === 'put' ? made.id : null;
    const own = await make({ sessionId: 'shopper-1', productId });
    const other = await make({ sessionId: 'shopper-2' });
    await services.db.products.put(shop.owner, { url: 'https://shop.example/3.jpg' }, {});
    expect(await listed('', token)).toEqual([own]);
    expect(await listed('?sessionId=shopper-2', token)).toEqual([]);
    expect((await get(`?starting_after=${other}`, token)).status).toBe(400);
    expect(idsOf(await gateway.send('GET', '/v1/products', { key: token }))).toEqual([productId]);
  });
});

describe('starting_after', () => {
  it('continues after an entry that the filter leaves out', async () => {
    const [newest = '', middle = '', oldest] = await makeMany(3);
    await finishTryOn({ services, id: middle });
    expect(await listed(`?status=queued&starting_after=${middle}`)).toEqual([oldest]);
    expect(await listed(`?starting_after=${newest}`)).toEqual([middle, oldest]);
  });

  it('is 400 for what is not an entry of the list: unknown, of another account, of test data, erased', async () => {
    const stranger = await services.createKey();
    const theirs = await make({ owner: { accountId: stranger.accountId, env: 'live' } });
    const inTest = await make({ owner: { ...shop.owner, env: 'test' } });
    const erased = await make();
    await gateway.send('DELETE', `/v1/tryon/${erased}`, { key: shop.key });
    for (const id of [newId('try'), theirs, inTest, erased, 'x']) {
      const { status, body } = await get(`?starting_after=${id}`);
      const { code, param } = body['error'];
      expect([status, code, param]).toEqual([400, 'invalid_starting_after', 'starting_after']);
    }
  });
});

describe('each filter', () => {
  it('status', async () => {
    const [done = '', waiting] = await makeMany(2);
    await finishTryOn({ services, id: done, picture: Buffer.from('x') });
    expect([await listed('?status=completed'), await listed('?status=queued')]).toEqual([[done], [waiting]]);
  });

  it('sessionId and batchId', async () => {
    const id = await make({ sessionId: 'cart-1', batchId: 'batch-1' });
    await make({ sessionId: 'cart-2' });
    expect([await listed('?sessionId=cart-1'), await listed('?batchId=batch-1')]).toEqual([[id], [id]]);
  });

  it('productId, ours and the shop’s', async () => {
    const { products } = services.db;
    const product = await products.put(shop.owner, { url: 'https://shop.example/1.jpg' }, { externalId: 'SKU-1' });
    const productId = product.kind === 'put' ? product.id : null;
    const id = await make({ productId });
    await make();
    expect(await listed(`?productId=${productId}`)).toEqual([id]);
    expect([await listed('?productId=SKU-1'), await listed('?productId=SKU-2')]).toEqual([[id], []]);
  });

  it('category, found or asked for', async () => {
    const [found, asked] = [await make(), await make({ categoryRequested: 'dress' })];
    await finishTryOn({ services, id: found, picture: Buffer.from('x') });
    expect([await listed('?category=top'), await listed('?category=dress')]).toEqual([[found], [asked]]);
  });

  it('quality, also of a picture that was not shown', async () => {
    const [good, poor] = [await make(), await make()];
    await make();
    await finishTryOn({ services, id: good, picture: Buffer.from('x') });
    const claimed = await services.db.tryOns.claim(poor, { leaseMs: 60_000 });
    const quality: { level: 'poor'; score: number; reasons: [] } = { level: 'poor', score: 12, reasons: [] };
    const judged = { category: 'top', categorySource: 'client', quality, evidence: {} } as const;
    const failure = { code: 'result_not_presentable', detail: 'Not shown.', fields: {}, judged } as const;
    await services.db.tryOns.fail(poor, claimed?.attempt ?? 0, failure);
    expect([await listed('?quality=good'), await listed('?quality=poor'), await listed('?quality=fair')]).toEqual([
      [good],
      [poor],
      [],
    ]);
    expect((await get('?quality=bad')).body['error']['param']).toBe('quality');
  });

  it('errorCode, as the records show it', async () => {
    const [failed, late] = [await make(), await make({ deadlineMs: 0 })];
    await finishTryOn({ services, id: failed });
    await services.db.tryOns.expireOverdue(10);
    expect(await listed('?errorCode=person_not_detected')).toEqual([failed]);
    expect(await listed('?errorCode=deadline_exceeded')).toEqual([late]);
  });

  it('created[gte] and created[lt], the bound itself counting as later', async () => {
    const [later = '', earlier = ''] = await makeMany(2);
    const at = async (id: string) =>
      textOf((await gateway.send('GET', `/v1/tryon/${id}`, { key: shop.key })).body['data']['createdAt']);
    const bound = encodeURIComponent(await at(later));
    const sameMs = (await at(later)) === (await at(earlier));
    expect(await listed(`?created[gte]=${bound}`)).toEqual(sameMs ? [later, earlier] : [later]);
    expect(await listed(`?created[lt]=${bound}`)).toEqual(sameMs ? [] : [earlier]);
    const zoned = encodeURIComponent('2020-01-01T00:00:00+02:00');
    expect(await listed(`?created[gte]=${zoned}`)).toHaveLength(2);
  });

  it('metadata, all that is named', async () => {
    const both = await make({ metadata: { order: '7', channel: 'web' } });
    await make({ metadata: { order: '7' } });
    expect(await listed('?metadata[order]=7&metadata[channel]=web')).toEqual([both]);
    expect(await listed('?metadata%5Border%5D=7')).toHaveLength(2);
    expect(await listed('?metadata[order]=8')).toEqual([]);
  });

  it.each([
    ['limit=0', 'invalid_limit', 'limit'],
    ['limit=101', 'invalid_limit', 'limit'],
    ['limit=5&limit=6', 'invalid_limit', 'limit'],
    ['status=done', 'invalid_parameter', 'status'],
    ['category=hat', 'invalid_parameter', 'category'],
    ['errorCode=too_ugly', 'invalid_parameter', 'errorCode'],
    ['sessionId=', 'invalid_session_id', 'sessionId'],
    ['productId=a%20b', 'invalid_product_id', 'productId'],
    ['created[gte]=2026-11-21', 'invalid_parameter', 'created[gte]'],
    ['created[lt]=2026-11-21T12:00:00+01:00', 'invalid_parameter', 'created[lt]'],
    ['created[lt]=2026-13-21T12:00:00Z', 'invalid_parameter', 'created[lt]'],
    ['created[gt]=2026-11-21T12:00:00Z', 'unknown_parameter', 'created[gt]'],
    ['created=2026-11-21T12:00:00Z', 'unknown_parameter', 'created'],
    ['metadata[a]=1&metadata[b]=1&metadata[c]=1&metadata[d]=1', 'invalid_metadata', 'metadata'],
    [`metadata[${'k'.repeat(41)}]=1`, 'invalid_parameter', `metadata[${'k'.repeat(41)}]`],
    ['metadata[a]=%00', 'invalid_parameter', 'metadata[a]'],
    ['metadata[]=1', 'unknown_parameter', 'metadata[]'],
    ['metadata=1', 'unknown_parameter', 'metadata'],
  ])('refuses %s as %s of %s', async (query, code, param) => {
    const { status, body } = await get(`?${query}`);
    expect([status, body['error']['code'], body['error']['param']]).toEqual([400, code, param]);
  });

  it('names every parameter at fault, and says how to write a plus sign', async () => {
    const { body } = await get('?status=done&limit=x&created[lt]=2026-11-21T12:00:00+01:00');
    const details = body['error']['details'] as unknown as { param: string; message: string }[];
    expect(details.map(({ param }) => param).sort()).toEqual(['created[lt]', 'limit', 'status']);
    expect(details.map(({ message }) => message).join(' ')).toMatch(/%2B/);
  });
});
