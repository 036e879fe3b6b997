import { photoKey, resultPrefix } from '@drape/storage';
import { describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { finishTryOn, startGateway, startServices } from './harness';
import { goodBody } from './pictures';
import { gateway, services, useGateway } from './running';

useGateway();

const newKey = async () => (await services.createKey()).key;
const tryOn = async (key: string, sessionId: string) => {
  const options = { key, body: goodBody({ sessionId }), headers: { prefer: 'wait=0' } };
  return (await gateway.send('POST', '/v1/tryon', options)).id;
};
const get = (key: string, path: string) => gateway.send('GET', path, { key });

describe('GET /v1/sessions', () => {
  it('lists by last use, a page at a time, and says where the next page is', async () => {
    const key = await newKey();
    for (const id of ['a', 'b', 'c']) await tryOn(key, id);
    await gateway.send('POST', '/v1/measurements', { key, body: { sessionId: 'a', height: 178 } });
    const first = await get(key, '/v1/sessions?limit=2');
    expect(first.body['data']).toMatchObject([{ id: 'a' }, { id: 'c' }]);
    expect(first.body['pagination']).toEqual({ limit: 2, offset: 0, total: 3, hasMore: true });
    expect(first.headers.get('link')).toBe('</v1/sessions?limit=2&offset=2>; rel="next"');
    const second = await get(key, '/v1/sessions?limit=2&offset=2');
    expect(second.body['data']).toMatchObject([{ id: 'b' }]);
    expect(second.body['pagination']['hasMore']).toBe(false);
    expect(second.headers.get('link')).toBeNull();
  });

  it('is empty for a new account, and shows nothing of others', async () => {
    const { body } = await get(await newKey(), '/v1/sessions');
    expect([body['data'], body['pagination']]).toEqual([[], { limit: 10, offset: 0, total: 0, hasMore: false }]);
  });

  it.each(['limit=0', 'limit=101', 'limit=ten', 'limit=', 'offset=-1', 'offset=100001', 'limit=1&limit=2'])(
    'refuses %s instead of clamping it',
    async (query) => {
      const { status, body } = await get(await newKey(), `/v1/sessions?${query}`);
      expect([status, body['error']['code']]).toEqual([400, `invalid_${query.split('=')[0]}`]);
    },
  );

  it('names both parameters at fault, and unknown ones', async () => {
    const key = await newKey();
    const both = await get(key, '/v1/sessions?limit=0&offset=x');
    expect(both.body['error']['details']).toHaveLength(2);
    expect((await get(key, '/v1/sessions?page=2')).body['error']['code']).toBe('unknown_parameter');
  });
});

describe('GET /v1/sessions/:id', () => {
  it('tells what happened in it', async () => {
    const key = await newKey();
    const done = await tryOn(key, 'visit');
    await finishTryOn({ services, id: done, picture: Buffer.from('x') });
    const last = await tryOn(key, 'visit');
    const measured = await gateway.send('POST', '/v1/measurements', { key, body: { sessionId: 'visit', chest: 98 } });
    const { body } = await get(key, '/v1/sessions/visit');
    expect(body['data']).toMatchObject({
      ...{ id: 'visit', clientSupplied: true, tryOnCount: 2, measurementsId: measured.id },
      statusCounts: { queued: 1, completed: 1, failed: 0 },
      lastTryOn: { id: last, status: 'queued' },
    });
    expect(body['data']['products']).toHaveLength(1);
  });

  it('gives the same 404 for an unknown id, an impossible one, and one of another account', async () => {
    const key = await newKey();
    await tryOn(key, 'mine');
    const replies = [
      await get(key, '/v1/sessions/nowhere'),
      await get(key, '/v1/sessions/%00'),
      await get(await newKey(), '/v1/sessions/mine'),
    ];
    for (const { status, body } of replies) expect([status, body['error']['code']]).toEqual([404, 'session_not_found']);
  });
});

describe('DELETE /v1/sessions/:id', () => {
  it('erases photos, results, try-ons and measurements, and nothing else', async () => {
    const key = await newKey();
    const done = await tryOn(key, 'gone');
    await finishTryOn({ services, id: done, picture: Buffer.from('x') });
    const open = await tryOn(key, 'gone');
    const other = await tryOn(key, 'stays');
    const measured = await gateway.send('POST', '/v1/measurements', { key, body: { sessionId: 'gone', chest: 98 } });
    const { status, body } = await gateway.send('DELETE', '/v1/sessions/gone', { key });
    expect(status).toBe(200);
    expect(body['data']['erased']).toMatchObject({ tryOns: 2, results: 1, measurements: 1, uploads: 0 });
    for (const id of [done, open]) {
      expect((await get(key, `/v1/tryon/${id}`)).status).toBe(404);
      expect(await services.store.exists(photoKey(id))).toBe(false);
      expect(await services.store.list(resultPrefix(id))).toEqual([]);
    }
    expect((await get(key, `/v1/measurements/${measured.id}`)).status).toBe(404);
    expect((await get(key, '/v1/sessions/gone')).status).toBe(404);
    expect((await get(key, `/v1/tryon/${other}`)).status).toBe(200);
    expect(await services.store.exists(photoKey(other))).toBe(true);
  });

  it('answers a receipt that anybody can check with the published keys', async () => {
    const { key, accountId } = await services.createKey();
    await tryOn(key, 'proof');
    const { body } = await gateway.send('DELETE', '/v1/sessions/proof', { key });
    const { receipt, ...facts } = JSON.parse(JSON.stringify(body['data']));
    const keys = await gateway.send('GET', '/.well-known/jwks.json');
    const { payload } = await jwtVerify(receipt, createLocalJWKSet(JSON.parse(keys.text)), { issuer: 'drape' });
    expect(payload).toMatchObject({ ...facts, accountId, livemode: true });
    expect(keys.text).not.toContain('"d"');
  });

  it('leaves one signing key however many gateways start at once', async () => {
    const fresh = await startServices();
    const gateways = await Promise.all([1, 2, 3].map(() => startGateway(fresh.env)));
    const sets = await Promise.all(gateways.map((one) => one.send('GET', '/.well-known/jwks.json')));
    expect(new Set(sets.map((set) => set.text)).size).toBe(1);
    expect(JSON.parse(sets[0]?.text ?? '{}').keys).toHaveLength(1);
    await Promise.all(gateways.map((one) => one.stop()));
    await fresh.stop();
  });

  it('is 404 the second time, and for other accounts', async () => {
    const key = await newKey();
    await tryOn(key, 'once');
    expect((await gateway.send('DELETE', '/v1/sessions/once', { key: await newKey() })).status).toBe(404);
    expect((await gateway.send('DELETE', '/v1/sessions/once', { key })).status).toBe(200);
    expect((await gateway.send('DELETE', '/v1/sessions/once', { key })).status).toBe(404);
  });
});
