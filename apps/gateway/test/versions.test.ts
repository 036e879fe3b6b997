import { createServer, type Server } from 'node:http';
import { createRateLimiter, HOUR_MS, SlidingLogs } from '@drape/access';
import { buildOpenApi, isLongEnough, NEWEST_API_VERSION } from '@drape/contracts';
import { createLogger, systemClock } from '@drape/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { createApp } from '../src/app';
import { createGatewayMetrics } from '../src/metrics/gateway-metrics';
import { createPublicUrl } from '../src/http/public-url';
import type { Route } from '../src/routes';
import { NO_TRACING } from '@drape/telemetry';
import { createTokenAuthority } from '../src/tokens/token-authority';
import { sendRaw } from './harness';
import { goodBody } from './pictures';
import { accountId, gateway, key, services, useGateway } from './running';

useGateway();

const UNKNOWN = '2020-01-01';

describe('Drape-Version', () => {
  it('is on every response, including errors and what is not a request of the API', async () => {
    const replies = [
      await gateway.send('GET', '/v1/sessions', { key }),
      await gateway.send('POST', '/v1/tryon', { key, body: goodBody(), headers: { prefer: 'wait=0' } }),
      await gateway.send('GET', '/v1/sessions'),
      await gateway.send('GET', '/v1/nowhere'),
      await gateway.send('OPTIONS', '/v1/tryon'),
      await gateway.send('GET', '/healthz'),
      await gateway.send('GET', '/v1/openapi.json'),
    ];
    expect(replies.map(({ headers }) => headers.get('drape-version'))).toEqual(replies.map(() => NEWEST_API_VERSION));
    const head = { authorization: `Bearer ${key}`, 'x-filler': 'x'.repeat(20_000) };
    const broken = await sendRaw(gateway.port, { method: 'GET', path: '/v1/sessions', headers: head });
    expect([broken.status, broken.headers['drape-version']]).toEqual([431, NEWEST_API_VERSION]);
  });

  it('may be named by the request; an unknown one is rejected, naming the known ones', async () => {
    const named = { 'drape-version': NEWEST_API_VERSION };
    const good = await gateway.send('GET', '/v1/sessions', { key, headers: named });
    expect([good.status, good.headers.get('drape-version')]).toEqual([200, NEWEST_API_VERSION]);
    for (const version of [UNKNOWN, '', 'newest']) {
      const refused = await gateway.send('GET', '/v1/sessions', { key, headers: { 'drape-version': version } });
      expect([refused.status, refused.headers.get('drape-version')]).toEqual([400, NEWEST_API_VERSION]);
      expect(refused.body['error']).toMatchObject({
        code: 'invalid_version',
        param: 'Drape-Version',
        message: `Drape-Version must be one of ${NEWEST_API_VERSION}; got "${version}".`,
      });
    }
  });

  it('is set when an account is made, and never fails for one that only a newer gateway knows', async () => {
    expect((await services.db.accounts.find(accountId))?.drapeVersion).toBe(NEWEST_API_VERSION);
    const future = await services.createKey();
    await services.db.accounts.update(future.accountId, JSON.parse('{"drapeVersion":"2999-01-01"}'));
    expect((await services.db.accounts.find(future.accountId))?.drapeVersion).toBe('2999-01-01');
    const reply = await gateway.send('GET', '/v1/sessions', { key: future.key });
    expect([reply.status, reply.headers.get('drape-version')]).toEqual([200, NEWEST_API_VERSION]);
  });

  it('can be sent and read by pages', async () => {
    const origin = 'https://shop.example';
    const ask = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'drape-version' };
    const preflight = await gateway.send('OPTIONS', '/v1/tryon', { headers: ask });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Drape-Version');
    const pk = await services.createKey({ kind: 'pk', allowedOrigins: [origin] });
    const { headers } = await gateway.send('GET', '/v1/sessions', { key: pk.key, headers: { origin } });
    expect(headers.get('access-control-expose-headers')).toMatch(/Drape-Version, Deprecation, Sunset/);
  });
});

/** A route of this test's own, which is to go. */
const OLD: Route = {
  method: 'get',
  path: '/v1/old',
  operationId: 'getOld',
  tag: 'Old',
  scope: 'tryon:read',
  summary: 'Something old',
  deprecated: { since: '2026-11-01', sunset: '2027-11-01' },
  responses: { 200: { description: 'It.', schema: { type: 'object' } } },
  errors: [],
  handle: async () => ({ status: 200, data: {} }),
};

describe('a deprecated route', () => {
  let server: Server;
  let redis: Redis;
  let url: string;

  beforeAll(async () => {
    const { db, env } = services;
    redis = new Redis(env['REDIS_URL'] ?? '');
    const prefix = env['DRAPE_QUEUE_PREFIX'] ?? '';
    const app = createApp({
      routes: [OLD],
      db,
      findKeyByHash: (hash) => db.apiKeys.findByHash(hash),
      tokens: createTokenAuthority({ db, clock: systemClock }),
      log: createLogger({ name: 't', level: 'silent' }),
      clock: systemClock,
      proxies: 0,
      isDraining: () => false,
      publicUrl: createPublicUrl(undefined, () => 0),
      journal: { record: () => undefined },
      metrics: createGatewayMetrics({ isScraped: false }),
      tracing: NO_TRACING,
      limiter: createRateLimiter({ redis, prefix, gateways: 1, timeoutMs: 500 }),
      addresses: new SlidingLogs(HOUR_MS, () => Date.now()),
      ipLimit: 100,
      pageAddressLimit: 100,
    });
    server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    url = `http://127.0.0.1:${address.port}`;
  });

  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    redis.disconnect();
  });

  it('says since when and until when on each of its answers, errors included', async () => {
    const answers = [];
    for (const [path, headers] of [
      ['/v1/old', { authorization: `Bearer ${key}` }],
      ['/v1/old?zzz=1', { authorization: `Bearer ${key}` }],
      ['/v1/old', {}],
    ] as const) {
      const reply = await fetch(url + path, { headers });
      answers.push([reply.status, reply.headers.get('deprecation'), reply.headers.get('sunset')]);
    }
    const announced = ['@1793491200', 'Mon, 01 Nov 2027 00:00:00 GMT'];
    expect(answers).toEqual([200, 400, 401].map((status) => [status, ...announced]));
  });

  it('is marked in the document, and no other is', () => {
    const { deprecated, ...plain } = OLD;
    expect(deprecated).toBeDefined();
    const document = buildOpenApi([OLD, { ...plain, path: '/v1/new' }], { version: '1' });
    const { paths } = JSON.parse(JSON.stringify(document));
    expect(paths['/v1/old'].get).toMatchObject({ deprecated: true, 'x-sunset': '2027-11-01' });
    expect(paths['/v1/new'].get).not.toHaveProperty('deprecated');
  });

  it('stays for twelve months', () => {
    for (const { deprecated } of gateway.routes)
      expect(deprecated === undefined || isLongEnough(deprecated)).toBe(true);
  });
});
