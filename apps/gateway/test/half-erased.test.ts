import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTcpProxy } from '@drape/testkit';
import { photoKey } from '@drape/storage';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { examine } from '../src/doctor/examine';
import { completeTryOn, finishTryOn, startGateway, type TestGateway } from './harness';
import { goodBody, png } from './pictures';
import { gateway, key, services, useGateway } from './running';

useGateway({ DRAPE_WAIT_MS: '0' });

const JPEG = png(30, 40);

/** Before the object store. `onRemoved` runs when something was removed there, before anybody hears of that. */
async function startStoreProxy(endpoint: string, onRemoved: () => void) {
  const { hostname, port } = new URL(endpoint);
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const upstream = httpRequest({ hostname, port, method, path, headers, agent: false }, (answer) => {
      if (method === 'POST' && path?.includes('delete') === true) onRemoved();
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

describe('an erasure that the database interrupts when the pictures are gone', () => {
  let breaking: TestGateway;
  let stop: () => Promise<void>;
  let mend: () => void;

  beforeEach(async () => {
    const database = await createTcpProxy(services.env['DATABASE_URL'] ?? '');
    const store = await startStoreProxy(services.env['S3_ENDPOINT'] ?? '', () => database.cut());
    breaking = await startGateway({ ...services.env, DATABASE_URL: database.url, S3_ENDPOINT: store.url });
    mend = () => database.mend();
    stop = async () => {
      await breaking.stop();
      await Promise.all([database.stop(), store.stop()]);
    };
  });
  afterEach(() => stop());

  const create = async (sessionId: string) =>
    (await gateway.send('POST', '/v1/tryon', { key, body: goodBody({ sessionId }) })).id;
  const violations = async () => {
    const how = { graceSec: 0, isDrained: false, isQuick: false, accepted: [] };
    return (await examine({ db: services.db, store: services.store, queues: null }, how)).violations;
  };

  const breakOff = async (path: string) => {
    const { status, headers, body } = await breaking.send('DELETE', path, { key });
    expect([status, body['error']['code'], headers.get('retry-after')]).toEqual([503, 'service_unavailable', '2']);
    mend();
  };

  it.each(['session', 'try-on'])(
    'of a %s leaves no try-on that promises a picture, and can be repeated',
    async (what) => {
      const id = await create(`broken-${what}`);
      await finishTryOn({ services, id, picture: JPEG });
      const path = what === 'session' ? `/v1/sessions/broken-${what}` : `/v1/tryon/${id}`;
      await breakOff(path);
      expect(await services.store.list('results/')).toEqual([]);
      expect(await violations()).toEqual([]);
      expect((await gateway.send('GET', `/v1/tryon/${id}/image`, { key })).body['error']['code']).toBe('image_expired');

      const { status, body } = await gateway.send('DELETE', path, { key });
      expect(status).toBe(200);
      // The receipt tells of what the first request took away, too.
      if (what === 'session') expect(body['data']['erased']).toMatchObject({ tryOns: 1, results: 1 });
      expect((await gateway.send('GET', `/v1/tryon/${id}`, { key })).status).toBe(404);
    },
  );

  it('keeps nothing of a render that was under way', async () => {
    const id = await create('under-way');
    const claimed = await services.db.tryOns.claim(id, { leaseMs: 60_000 });
    const resultKey = `results/${id}/1.jpg`;
    await services.store.put(resultKey, JPEG, { contentType: 'image/jpeg' });
    await breakOff('/v1/sessions/under-way');
    const attempt = claimed?.attempt ?? 0;
    expect(await completeTryOn(services, { id, attempt, key: resultKey, picture: JPEG })).toBe(true);
    expect(await services.store.exists(photoKey(id))).toBe(false);
    expect(await violations()).toEqual([]);
  });
});
