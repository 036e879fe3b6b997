import { createTcpProxy } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, startServices, type TestServices } from './harness';
import { goodBody } from './pictures';

let services: TestServices;

beforeAll(async () => {
  services = await startServices();
});

afterAll(() => services?.stop());

/** What the gateway took, by its own word: `send` also compares the answer with the document, for which it must read that first. */
const tookMs = (headers: Headers): number => Number(/total;dur=([\d.]+)/.exec(headers.get('server-timing') ?? '')?.[1]);

describe('while Redis accepts what it is sent and answers nothing', () => {
  it('the gateway accepts a try-on and answers within 2 s', async () => {
    const proxy = await createTcpProxy(services.env['REDIS_URL'] ?? '');
    const gateway = await startGateway({ ...services.env, REDIS_URL: proxy.url, DRAPE_WAIT_MS: '1800' });
    const { key } = await services.createKey();
    expect((await gateway.send('GET', '/readyz')).status).toBe(200);
    proxy.swallow();
    const { status, headers, body, id } = await gateway.send('POST', '/v1/tryon', { key, body: goodBody() });
    expect([status, body['data']['status']]).toEqual([200, 'queued']);
    expect((await services.db.tryOns.find(id))?.status).toBe('queued');
    // 0.5 s for the limiter and 1 s for the queue; the rest is what a busy machine adds.
    expect(tookMs(headers)).toBeLessThan(2500);
    await gateway.stop();
    await proxy.stop();
  });

  it('the gateway gives up a photo check within 2 s, and keeps nothing of it', async () => {
    const proxy = await createTcpProxy(services.env['REDIS_URL'] ?? '');
    const gateway = await startGateway({ ...services.env, REDIS_URL: proxy.url });
    const { key } = await services.createKey();
    expect((await gateway.send('GET', '/readyz')).status).toBe(200);
    proxy.swallow();
    const body = { userPhoto: goodBody()['userPhoto'] };
    const reply = await gateway.send('POST', '/v1/photos/check', { key, body, headers: { prefer: 'wait=20' } });
    expect([reply.status, reply.body['error']['code']]).toEqual([503, 'service_unavailable']);
    expect(tookMs(reply.headers)).toBeLessThan(2500);
    expect(await services.store.list('checks/')).toEqual([]);
    await gateway.stop();
    await proxy.stop();
  });
});
