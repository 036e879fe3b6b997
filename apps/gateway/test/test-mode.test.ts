import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Reply } from './harness';
import { goodBody } from './pictures';
import { gateway, services, useGateway } from './running';

let live: string;
let test: string;

useGateway();

beforeAll(async () => {
  const account = await services.createKey();
  live = account.key;
  test = (await services.createKey({ accountId: account.accountId, env: 'test' })).key;
});

const post = (key: string, path: string) => {
  const body = goodBody({ productImageUrl: `https://test.drape.invalid${path}` });
  return gateway.send('POST', '/v1/tryon', { key, body, headers: { prefer: 'wait=0' } });
};

describe('test mode', () => {
  it('answers /429 and /500 as asked, in the usual form', async () => {
    const limited = await post(test, '/429');
    expect([limited.status, limited.body['error']['code'], limited.headers.get('retry-after')]).toEqual([
      429,
      'rate_limit_exceeded',
      '1',
    ]);
    const broken = await post(test, '/500');
    expect([broken.status, broken.body['error']['code']]).toEqual([500, 'internal_error']);
  });

  it('counts neither /429 nor /500', async () => {
    const left = (reply: Reply) => Number(reply.headers.get('x-ratelimit-remaining'));
    const before = left(await post(test, '/ok'));
    expect(left(await post(test, '/429'))).toBe(before);
    expect(left(await post(test, '/500'))).toBe(before);
    expect(left(await post(test, '/ok'))).toBe(before - 1);
  });

  it('keeps /queue/3 at its place in the queue', async () => {
    const { id } = await post(test, '/queue/3');
    const { body } = await gateway.send('GET', `/v1/tryon/${id}`, { key: test });
    expect(body['data']).toMatchObject({ status: 'queued', queuePosition: 3 });
  });

  it('accepts /ok, and names the choices for anything else', async () => {
    expect((await post(test, '/ok')).status).toBe(200);
    const { status, body } = await post(test, '/nothing');
    expect([status, body['error']['code'], body['error']['param']]).toEqual([
      400,
      'invalid_product_image_url',
      'productImageUrl',
    ]);
    expect(body['error']['message']).toMatch(/knows \/ok, \/slow/);
  });

  it('is closed to live keys', async () => {
    const { status, body } = await post(live, '/ok');
    expect([status, body['error']['code']]).toEqual([400, 'product_image_url_not_allowed']);
  });
});

describe('queuePosition', () => {
  it('counts who will be rendered before', async () => {
    const { key } = await services.createKey();
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      ids.push((await gateway.send('POST', '/v1/tryon', { key, body: goodBody(), headers: { prefer: 'wait=0' } })).id);
    }
    const at = async (id: string | undefined) => (await gateway.send('GET', `/v1/tryon/${id}`, { key })).body['data'];
    const positions = await Promise.all(ids.map(async (id) => Number((await at(id))?.['queuePosition'])));
    expect(positions[1]).toBeGreaterThan(positions[0] ?? NaN);
    expect(positions[2]).toBeGreaterThan(positions[1] ?? NaN);
    await services.db.tryOns.claim(ids[0] ?? '', { leaseMs: 60_000 });
    expect(await at(ids[0])).toMatchObject({ status: 'processing', queuePosition: null });
  });
});
