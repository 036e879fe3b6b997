import { describe, expect, it } from '@jest/globals';
import { createTimings } from '../src/http/server-timing';
import { finishTryOn } from './harness';
import { goodBody, png } from './pictures';
import { gateway, services, useGateway } from './running';

useGateway();

/** `auth;dur=0.4, total;dur=3` as names and milliseconds. */
function parse(header: string | null): Record<string, number> {
  const parts = (header ?? '').split(', ').map((part) => /^(\w+);dur=([\d.]+)$/.exec(part) ?? []);
  return Object.fromEntries(parts.map(([, name = '', ms]) => [name, Number(ms)]));
}

describe('createTimings', () => {
  it('adds up parts, names them in their order, leaves out what did not occur', async () => {
    let nowMs = 100;
    const timings = createTimings(() => nowMs);
    const work = async (ms: number) => {
      nowMs += ms;
    };
    await timings.measure('store', () => work(10));
    await timings.measure('auth', () => work(0.44));
    await timings.measure('store', () => work(5));
    expect(timings.header()).toBe('auth;dur=0.4, store;dur=15, total;dur=15.4');
  });

  it('counts what failed too', async () => {
    let nowMs = 0;
    const timings = createTimings(() => nowMs);
    const failing = timings.measure('store', async () => {
      nowMs += 7;
      throw new Error('away');
    });
    await expect(failing).rejects.toThrow('away');
    expect(timings.header()).toBe('store;dur=7, total;dur=7');
  });
});

// That it stands on every answer is held by the response check of the harness, in every test.
describe('Server-Timing', () => {
  it('tells auth and total of a refusal, of a page and of a preflight', async () => {
    for (const [method, path] of [
      ['GET', '/v1/tryon/try_none'],
      ['GET', '/docs'],
      ['OPTIONS', '/v1/tryon'],
      ['PATCH', '/v1/tryon'],
    ] as const) {
      const { headers } = await gateway.send(method, path);
      expect([path, Object.keys(parse(headers.get('server-timing')))]).toEqual([path, ['auth', 'total']]);
    }
  });

  it('tells the store, and with a finished try-on its queue and render', async () => {
    const { key } = await services.createKey();
    const created = await gateway.send('POST', '/v1/tryon', { key, body: goodBody() });
    const first = parse(created.headers.get('server-timing'));
    expect(Object.keys(first)).toEqual(['auth', 'store', 'total']);
    expect(first['total']).toBeGreaterThan(first['store'] ?? Infinity);

    await finishTryOn({ services, id: created.id, picture: png(300, 400) });
    const read = await gateway.send('GET', `/v1/tryon/${created.id}`, { key });
    const { queue, render } = parse(read.headers.get('server-timing'));
    const { queueMs, renderMs } = read.body['data']['timings'];
    expect([queue, render]).toEqual([queueMs, renderMs]);
  });
});
