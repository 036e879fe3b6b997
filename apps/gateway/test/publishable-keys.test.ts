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
  });

  it('is rejected elsewhere, with a reason that the page can read', async () => {
    for (const origin of ['https://evil.example', 'http://shop.example']) {
      const { status, body, headers } = await send('POST', '/v1/tryon', { origin }, goodBody());
      expect([status, headers.get('access-control-allow-origin')]).toEqual([403, origin]);
      expect(body['error']).toMatchObject({
        code: 'origin_not_allowed',
        message: expect.stringContaining(`"${origin}"`),
      });
      expect(body).not.toHaveProperty('data');
    }
    const bare = await send('POST', '/v1/tryon', {}, goodBody());
    expect([bare.status, bare.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    expect(bare.body['error']).toMatchObject({ message: expect.stringContaining('no Origin header') });
  });

  it('may be used from any port of this machine where its list says so', async () => {
    const local = await services.createKey({ kind: 'pk', allowedOrigins: ['http://localhost:*'] });
    const from = async (origin: string) => {
      const { status, headers } = await send('GET', '/v1/products/prd_x', { origin }, undefined, local.key);
      return [status, headers.get('access-control-allow-origin')];
    };
    expect(await from('http://localhost:5173')).toEqual([404, 'http://localhost:5173']);
    expect(await from('http://localhost')).toEqual([404, 'http://localhost']);
    expect(await from('http://localhost.evil.example')).toEqual([403, 'http://localhost.evil.example']);
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

  it('passes a preflight from everywhere, without credentials: the request itself is rejected', async () => {
    const ask = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
    for (const origin of [SHOP, 'https://evil.example']) {
      const { status, headers } = await send('OPTIONS', '/v1/tryon', { origin, ...ask }, undefined, null);
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, origin]);
      expect(headers.get('access-control-allow-headers')).toContain('Authorization');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
});

describe('a page without a key', () => {
  it('can read why it is rejected, and nothing else', async () => {
    const refused = await send('GET', '/v1/sessions', { origin: SHOP }, undefined, null);
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, SHOP]);
    const open = await send('GET', '/v1/openapi.json', { origin: SHOP }, undefined, null);
    expect([open.status, open.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });
});

describe('a secret key', () => {
  it('never gets Access-Control-Allow-Origin', async () => {
    const { key } = await services.createKey();
    for (const [path, expected] of [
      ['/v1/sessions', 200],
      ['/v1/sessions?limit=0', 400],
    ] as const) {
      const { status, headers } = await send('GET', path, { origin: SHOP }, undefined, key);
      expect([status, headers.get('access-control-allow-origin')]).toEqual([expected, null]);
    }
  });
});
