import { createRateLimiter } from '@drape/access';
import { testPrefix, testRedisUrl, waitFor } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { startGateway, startServices, type Reply, type TestGateway, type TestServices } from './harness';
import { goodBody } from './pictures';

const PATH = '/v1/tryon/try_01K0000000000000000000000A';

describe('the limiter', () => {
  let connections: Redis[];
  beforeAll(() => {
    connections = [new Redis(testRedisUrl()), new Redis(testRedisUrl())];
  });
  afterAll(() => {
    for (const redis of connections) redis.disconnect();
  });

  it('lets exactly the limit through over two instances', async () => {
    const prefix = testPrefix();
    const limiters = connections.map((redis) => createRateLimiter({ redis, prefix }));
    const takes = Array.from({ length: 200 }, async (_, i) =>
      limiters[i % 2]?.take({ subject: 'a', limit: 50, member: `r${i}` }),
    );
    const passed = (await Promise.all(takes)).filter((state) => state?.allowed);
    const remaining = passed.map((state) => state?.remaining ?? -1).sort((a, b) => b - a);
    expect(remaining).toEqual(Array.from({ length: 50 }, (_, i) => 49 - i));
  });

  it('lets the next one through when a unit leaves the window, and not before', async () => {
    const [redis] = connections;
    if (redis === undefined) throw new Error('no connection');
    const windowMs = 400;
    const limiter = createRateLimiter({ redis, prefix: testPrefix(), windowMs });
    const take = (member: string) => limiter.take({ subject: 'a', limit: 1, member });
    expect(await take('1')).toMatchObject({ allowed: true, remaining: 0 });
    const refused = await waitFor(async () => {
      const state = await take('2');
      return state.allowed ? null : state;
    });
    expect(refused.waitMs).toBeLessThanOrEqual(windowMs);
    await new Promise((resolve) => setTimeout(resolve, refused.waitMs + 2));
    expect((await take('3')).allowed).toBe(true);
  });

  it('gives a unit back', async () => {
    const [redis] = connections;
    if (redis === undefined) throw new Error('no connection');
    const own = createRateLimiter({ redis, prefix: testPrefix() });
    expect((await own.take({ subject: 'a', limit: 1, member: '1' })).remaining).toBe(0);
    await own.refund('a', '1');
    expect((await own.take({ subject: 'a', limit: 1, member: '2' })).allowed).toBe(true);
    expect((await own.take({ subject: 'b', limit: 1, member: '3' })).allowed).toBe(true);
  });

  it('fails open to its share of the limit while Redis is away, and asks it again later', async () => {
    let nowMs = 0;
    let away = true;
    const [redis] = connections;
    if (redis === undefined) throw new Error('no connection');
    const fallbacks: unknown[] = [];
    const limiter = createRateLimiter({
      redis: {
        eval: (...args: Parameters<Redis['eval']>) => (away ? Promise.reject(new Error('away')) : redis.eval(...args)),
        zrem: (...args: Parameters<Redis['zrem']>) => redis.zrem(...args),
      } as Pick<Redis, 'eval' | 'zrem'>,
      ...{ prefix: testPrefix(), gateways: 4, now: () => nowMs, onFallback: (error) => fallbacks.push(error) },
    });
    const states = [];
    for (let i = 0; i < 30; i++) states.push(await limiter.take({ subject: 'a', limit: 100, member: String(i) }));
    expect(states.filter((state) => state.allowed)).toHaveLength(25);
    expect(fallbacks).toHaveLength(1);
    away = false;
    nowMs += 1000;
    expect(await limiter.take({ subject: 'a', limit: 100, member: 'x' })).toMatchObject({ limit: 100, remaining: 99 });
  });
});

describe('the gateway', () => {
  let services: TestServices;
  let gateways: TestGateway[];
  beforeAll(async () => {
    services = await startServices();
    gateways = await Promise.all([startGateway(services.env), startGateway(services.env)]);
  });
  afterAll(async () => {
    for (const gateway of gateways ?? []) await gateway.stop();
    await services?.stop();
  });

  it('lets exactly an account’s limit through, over two gateways and two keys, and says when to come back', async () => {
    const first = await services.createKey({ limitPerHour: 20 });
    const second = await services.createKey({ accountId: first.accountId });
    const keys = [first.key, second.key];
    const send = async (i: number) => gateways[i % 2]?.send('GET', PATH, { key: keys[(i >> 1) % 2] ?? '' });
    const replies = await Promise.all(Array.from({ length: 50 }, (_, i) => send(i)));
    expect(replies.filter((reply) => reply?.status === 404)).toHaveLength(20);
    const refused = replies.find((reply) => reply?.status === 429);
    expect(refused?.body['error']).toMatchObject({
      type: 'rate_limit_error',
      code: 'rate_limit_exceeded',
      retryable: true,
    });
    const seconds = Number(refused?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(3590);
    expect(seconds).toBeLessThanOrEqual(3600);
    expect(refused?.headers.get('ratelimit-policy')).toBe('"hour";q=20;w=3600');
    expect(refused?.headers.get('ratelimit')).toBe(`"hour";r=0;t=${seconds}`);
    expect(Number(refused?.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000 + 3500);
  });

  it('counts requests that are the client’s fault, and not those that are ours', async () => {
    const away = await startGateway({ ...services.env, S3_ENDPOINT: 'http://127.0.0.1:1' });
    const { key } = await services.createKey({ limitPerHour: 10 });
    const remaining = (reply: Reply) => Number(reply.headers.get('x-ratelimit-remaining'));
    expect(remaining(await away.send('GET', PATH, { key }))).toBe(9);
    expect(remaining(await away.send('GET', '/v1/nowhere', { key }))).toBe(8);
    const failed = await away.send('POST', '/v1/tryon', { key, body: goodBody() });
    expect([failed.status, remaining(failed)]).toEqual([503, 8]);
    expect(remaining(await away.send('GET', PATH, { key }))).toBe(7);
    await away.stop();
  });

  it('answers probes and preflights whatever is used up, and counts neither', async () => {
    const strict = await startGateway({ ...services.env, DRAPE_IP_LIMIT: '1' });
    const { key } = await services.createKey({ limitPerHour: 1 });
    const asks = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };
    const statuses = async (paths: readonly string[], extra: { key?: string; headers?: Record<string, string> } = {}) =>
      Promise.all(
        paths.map(async (path) => (await strict.send(extra.headers ? 'OPTIONS' : 'GET', path, extra)).status),
      );
    expect(await statuses([PATH, PATH], { headers: asks })).toEqual([204, 204]);
    expect(await statuses([PATH])).toEqual([401]);
    expect(await statuses([PATH])).toEqual([429]);
    expect(await statuses([PATH], { key })).toEqual([404]);
    expect(await statuses([PATH], { key })).toEqual([429]);
    const probes = ['/healthz', '/readyz', '/readyz?x=1'];
    expect(await statuses(probes)).toEqual([200, 200, 400]);
    expect(await statuses(probes, { key })).toEqual([200, 200, 400]);
    const odd = await Promise.all(['/healthz/', '/HealthZ'].map((path) => fetch(`${strict.url}${path}`)));
    expect(odd.map(({ status }) => status)).toEqual([200, 200]);
    expect(await statuses([PATH, '/v1/nowhere'], { headers: asks })).toEqual([204, 404]);
    await strict.stop();
  });

  describe('for one address with publishable keys', () => {
    const origin = 'https://shop.example';
    const pages = { kind: 'pk', allowedOrigins: [origin] } as const;
    let strict: TestGateway;
    beforeAll(async () => {
      strict = await startGateway({ ...services.env, DRAPE_PAGE_IP_LIMIT: '4', DRAPE_TRUST_PROXY: '1' });
    });
    afterAll(() => strict?.stop());

    const ask = (key: string, address: string) =>
      strict.send('GET', PATH, { key, headers: { origin, 'x-forwarded-for': address } });

    it('ends before they have cost the shop its hour', async () => {
      const page = await services.createKey({ ...pages, limitPerHour: 20 });
      const { accountId } = page;
      const keys = [page.key, (await services.createKey({ accountId, ...pages })).key];
      const { key: shop } = await services.createKey({ accountId });
      const replies: Reply[] = [];
      for (let i = 0; i < 30; i++) replies.push(await ask(keys[i % 2] ?? '', '203.0.113.7'));
      expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, (_, i) => (i < 4 ? 404 : 429)));
      expect(replies[29]?.body['error']).toMatchObject({
        code: 'rate_limit_exceeded',
        message: expect.stringContaining('one address with publishable keys'),
      });
      expect(replies[29]?.headers.get('ratelimit-policy')).toBe('"ip";q=4;w=3600');
      const elsewhere = await ask(page.key, '203.0.113.8');
      expect([elsewhere.status, elsewhere.headers.get('x-ratelimit-remaining')]).toEqual([404, '15']);
      const own = await ask(shop, '203.0.113.7');
      expect([own.status, own.headers.get('x-ratelimit-remaining')]).toEqual([404, '14']);
    });

    it('is never more than half of the account’s hour', async () => {
      const { key } = await services.createKey({ ...pages, limitPerHour: 5 });
      const statuses: number[] = [];
      for (let i = 0; i < 3; i++) statuses.push((await ask(key, '203.0.113.9')).status);
      expect(statuses).toEqual([404, 404, 429]);
    });
  });

  it('limits an address that has no key, but not the probes of a load balancer', async () => {
    const strict = await startGateway({ ...services.env, DRAPE_IP_LIMIT: '5' });
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await strict.send('GET', PATH)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    const probe = await strict.send('GET', '/healthz');
    expect([probe.status, probe.headers.get('ratelimit-policy')]).toEqual([200, '"ip";q=5;w=3600']);
    const { key } = await services.createKey();
    expect((await strict.send('GET', PATH, { key })).status).toBe(404);
    await strict.stop();
  });
});
