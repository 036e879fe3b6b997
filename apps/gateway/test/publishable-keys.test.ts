import { beforeAll, describe, expect, it } from '@jest/globals';
import type { TestKey } from './harness';
import { goodBody } from './pictures';
import { gateway, services, useGateway } from './running';

const SHOP = 'https://shop.example';
let pk: TestKey;

useGateway();

beforeAll(async () => {
  pk = await services.createKey({ kind: 'pk', allowedOrigins: [SHOP] });
});

const send = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
  key: string | null = pk.key,
) =>
  gateway.send(method, path, {
    key,
    headers: { prefer: 'wait=0', ...headers },
    ...(body === undefined ? {} : { body }),
  });

describe('a publishable key', () => {
  it('works from its origins only', async () => {
    const { status, headers } = await send('POST', '/v1/tryon', { origin: SHOP }, goodBody());
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, SHOP]);
    expect(headers.get('access-control-expose-headers')).toMatch(
      /Request-Id.*Retry-After.*Location.*ETag.*X-RateLimit-Limit/,
    );
    expect(headers.get('vary')).toContain('Origin');
    for (const origin of [{}, { origin: 'https://evil.example' }, { origin: 'http://shop.example' }]) {
      const refused = await send('POST', '/v1/tryon', { ...origin }, goodBody());
      expect([refused.status, refused.body['error']['code']]).toEqual([403, 'origin_not_allowed']);
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('reads only what its own session created', async () => {
    const { id, body } = await send('POST', '/v1/tryon', { origin: SHOP }, goodBody());
    const session: string = JSON.parse(JSON.stringify(body['data']['sessionId']));
    const read = async (headers: Record<string, string>, key: string | null = pk.key) =>
      (await send('GET', `/v1/tryon/${id}`, { origin: SHOP, ...headers }, undefined, key)).status;
    expect(await read({ 'x-drape-session': session })).toBe(200);
    expect(await read({})).toBe(404);
    expect(await read({ 'x-drape-session': 'another' })).toBe(404);
    const sibling = await services.createKey({ accountId: pk.accountId, kind: 'pk', allowedOrigins: [SHOP] });
    expect(await read({ 'x-drape-session': session }, sibling.key)).toBe(404);
    const secret = await services.createKey({ accountId: pk.accountId });
    expect(await read({}, secret.key)).toBe(200);
  });

  it('never has more than its four permissions, whatever was granted', async () => {
    const { status, body } = await send('GET', '/v1/sessions', { origin: SHOP });
    expect([status, body['error']['grantedScopes']]).toEqual([
      403,
      ['tryon:write', 'tryon:read', 'measurements:write', 'products:read'],
    ]);
  });

  it('is let through a preflight from any key’s origin, and from no other', async () => {
    const ask = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
    const yes = await send('OPTIONS', '/v1/tryon', { origin: SHOP, ...ask }, undefined, null);
    expect([yes.status, yes.headers.get('access-control-allow-origin')]).toEqual([204, SHOP]);
    expect(yes.headers.get('access-control-allow-headers')).toContain('Authorization');
    const no = await send('OPTIONS', '/v1/tryon', { origin: 'https://evil.example', ...ask }, undefined, null);
    expect([no.status, no.headers.get('access-control-allow-origin')]).toEqual([204, null]);
  });
});

describe('a secret key', () => {
  it('never gets Access-Control-Allow-Origin', async () => {
    const { key } = await services.createKey();
    const { status, headers } = await send('GET', '/v1/sessions', { origin: SHOP }, undefined, key);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });
});
