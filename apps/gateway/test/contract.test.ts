import { describe, expect, it } from '@jest/globals';
import type { RequestOptions, TestGateway } from './harness';
import { signUp } from './open-browser';
import { makeThings } from './own-things';
import { gateway, services, useGateway } from './running';

/** What holds for each route of the table, whatever it does. New routes are tested here by being in the table. */
useGateway({ DRAPE_SIGN_UP: 'open' });

const concrete = (path: string) => path.replaceAll(/\{\w+\}/g, 'try_01K0000000000000000000000A');

/** Runs the check over all routes that it concerns and fails with the list of those that break it. */
async function each(
  concerns: (route: TestGateway['routes'][number]) => boolean,
  check: (method: string, path: string, route: TestGateway['routes'][number]) => Promise<unknown>,
  expected: unknown,
): Promise<void> {
  const routes = gateway.routes.filter(concerns);
  expect(routes.length).toBeGreaterThan(0);
  const found: unknown[] = [];
  for (const route of routes) {
    const method = route.method.toUpperCase();
    found.push([method, route.path, await check(method, concrete(route.path), route)]);
  }
  expect(found).toEqual(routes.map((route) => [route.method.toUpperCase(), route.path, expected]));
}

const body = (route: TestGateway['routes'][number]) => (route.body === undefined ? {} : { body: {} });

/** What makes somebody who may ask: a key, or the cookie of an owner on the dashboard's own page. */
async function askerOf(): Promise<(route: TestGateway['routes'][number]) => RequestOptions> {
  const { key } = await services.createKey();
  const owner = await signUp(gateway);
  const page = { origin: gateway.url };
  return ({ member, ownPage }) => {
    if (member !== undefined) return { headers: { ...page, cookie: owner.cookie(), 'drape-mode': 'live' } };
    return ownPage === true ? { headers: page } : { key };
  };
}

describe('every route with a scope', () => {
  it('is 401 without a key and with a wrong one', async () => {
    const check = async (method: string, path: string, route: TestGateway['routes'][number]) => [
      (await gateway.send(method, path, body(route))).body['error']['code'],
      (await gateway.send(method, path, { ...body(route), key: 'drp_sk_live_x' })).body['error']['code'],
    ];
    await each((route) => route.scope !== null, check, ['missing_api_key', 'invalid_api_key']);
  });

  it('is 403 with a key that has every other scope', async () => {
    const all = ['tryon:write', 'tryon:read', 'sessions:read', 'measurements:write', 'products:read'] as const;
    const check = async (method: string, path: string, route: TestGateway['routes'][number]) => {
      const { key } = await services.createKey({ scopes: all.filter((scope) => scope !== route.scope) });
      const reply = await gateway.send(method, path, { key, ...body(route) });
      return [reply.status, JSON.stringify(reply.body['error']['requiredScope']) === JSON.stringify(route.scope)];
    };
    await each((route) => route.scope !== null, check, [403, true]);
  });

  it('is a 404 for another account, as if nothing were there', async () => {
    const { pathOf: own, sentTo } = await makeThings(gateway, services);
    const { key } = await services.createKey();
    const replyTo = async (method: string, path: string, route: TestGateway['routes'][number]) => {
      const reply = await gateway.send(method, path, { key, ...sentTo(route) });
      return [reply.status, reply.body['error']['code'], reply.body['error']['message']];
    };
    const check = async (method: string, unknown: string, route: TestGateway['routes'][number]) => {
      const theirs = await replyTo(method, own(route.path), route);
      const nobodys = await replyTo(method, unknown, route);
      return [theirs[0], JSON.stringify(theirs) === JSON.stringify(nobodys)];
    };
    await each((route) => route.scope !== null && route.path.includes('{'), check, [404, true]);
  });

  it('is 429 over the limit, and stays 429', async () => {
    const check = async (method: string, path: string, route: TestGateway['routes'][number]) => {
      const { key } = await services.createKey({ limitPerHour: 1 });
      await gateway.send(method, path, { key, ...body(route) });
      const second = await gateway.send(method, path, { key, ...body(route) });
      const third = await gateway.send(method, path, { key, ...body(route) });
      return [second.status, third.status, third.headers.get('x-ratelimit-remaining')];
    };
    await each((route) => route.scope !== null, check, [429, 429, '0']);
  });
});

describe('every route with a body', () => {
  it('is 400 for broken JSON, for nothing, and for unknown keys', async () => {
    const asker = await askerOf();
    const check = async (method: string, path: string, route: TestGateway['routes'][number]) => [
      (await gateway.send(method, path, { ...asker(route), raw: '{"a' })).body['error']['code'],
      (await gateway.send(method, path, asker(route))).body['error']['code'],
      (await gateway.send(method, path, { ...asker(route), body: { zzz: 1 } })).status,
    ];
    await each((route) => route.body !== undefined, check, ['invalid_json', 'invalid_json', 400]);
  });
});

describe('every path', () => {
  it('answers 405 with Allow to other methods, 204 to OPTIONS, 400 to an unknown query', async () => {
    const { key } = await services.createKey();
    const check = async (_method: string, path: string) => {
      const moved = await gateway.send('PROPFIND', path, { key });
      const options = await gateway.send('OPTIONS', path);
      return [moved.status, moved.body['error']['code'], moved.headers.get('allow') !== null, options.status];
    };
    await each(() => true, check, [405, 'method_not_allowed', true, 204]);
    const asker = await askerOf();
    const queried = async (method: string, path: string, route: TestGateway['routes'][number]) =>
      (await gateway.send(method, `${path}?zzz=1`, asker(route))).status;
    await each((route) => route.method === 'get', queried, 400);
  });
});

describe('every response', () => {
  it('has an id of ours, echoes the client’s, and turns into problem+json where that is asked for', async () => {
    const headers = { 'x-client-request-id': 'order 7', accept: 'application/problem+json' };
    const reply = await gateway.send('GET', '/v1/nowhere', { headers });
    expect(reply.status).toBe(404);
    expect(reply.headers.get('request-id')).toMatch(/^req_[0-9A-Z]{26}$/);
    expect(reply.headers.get('x-client-request-id')).toBe('order 7');
    expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(reply.body).toMatchObject({
      ...{
        type: `${gateway.url}/docs/errors#route_not_found`,
        title: 'There is no such path.',
        status: 404,
        code: 'route_not_found',
      },
      ...{
        detail: 'There is no path /v1/nowhere.',
        instance: '/v1/nowhere',
        requestId: reply.headers.get('request-id'),
      },
    });
  });

  it('is an envelope also for a path that cannot be decoded', async () => {
    const { key } = await services.createKey();
    const reply = await gateway.send('GET', '/v1/tryon/%ZZ', { key });
    expect([reply.status, reply.body['success']]).toEqual([404, false]);
  });

  it.each([
    ['application/problem+json;q=0', 'application/json'],
    ['application/problem+json;q=0, */*', 'application/json'],
    ['application/json, application/problem+json;q=0.5', 'application/json'],
    ['application/json;q=0.5, application/problem+json', 'application/problem+json'],
    ['*/*', 'application/json'],
    ['text/html', 'application/json'],
  ])('%s gets errors as %s', async (accept, type) => {
    const { headers } = await gateway.send('GET', '/v1/nowhere', { headers: { accept } });
    expect(headers.get('content-type')?.split(';')[0]).toBe(type);
  });

  it('suggests the parameter of the query that was meant', async () => {
    const { key } = await services.createKey();
    const { body } = await gateway.send('GET', '/v1/sessions?limt=5&zzz=1', { key });
    expect(body['error']['details']).toMatchObject([
      { param: 'limt', suggestion: 'limit', message: '"limt" is not known here. Did you mean "limit"?' },
      { param: 'zzz', message: '"zzz" is not known here. Known are limit, offset.' },
    ]);
  });

  it('reveals nothing about the server', async () => {
    const reply = await gateway.send('GET', '/healthz');
    expect(reply.headers.get('x-powered-by')).toBeNull();
  });
});

describe('the documents', () => {
  it('list every route, and explain every code at its docUrl', async () => {
    const { body: document } = await gateway.send('GET', '/v1/openapi.json');
    expect(document['openapi']).toBe('3.1.0');
    expect(Object.keys(document['paths'] ?? {})).toEqual([...new Set(gateway.routes.map((route) => route.path))]);
    const page = await gateway.send('GET', '/docs/errors');
    expect(page.text).toMatch(/<h3 id="person_not_detected"[ >]/);
  });
});
