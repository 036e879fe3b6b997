import { request } from 'node:http';
import { CHECKS_PREFIX } from '@drape/storage';
import { waitFor } from '@drape/testkit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startGateway } from './harness';
import { goodBody, png } from './pictures';
import { startCheckWorker, WITHOUT_LEGS, type CheckWorker } from './photo-checks';
import { gateway, key, services, useGateway } from './running';

useGateway();

const userPhoto = goodBody()['userPhoto'];
const PHOTO = { userPhoto };

let worker: CheckWorker | undefined;

afterEach(async () => {
  await worker?.close();
  worker = undefined;
});

const startWorker = (options?: Parameters<typeof startCheckWorker>[1]) =>
  (worker = startCheckWorker(services, options));

const check = (body: unknown, headers: Record<string, string> = { prefer: 'wait=10' }) =>
  gateway.send('POST', '/v1/photos/check', { key, body, headers });
const left = () => services.store.list(CHECKS_PREFIX);

describe('POST /v1/photos/check', () => {
  it('has a worker check the photo, returns what it found, and keeps nothing', async () => {
    const { seen } = startWorker();
    const { status, body, headers } = await check(PHOTO);
    expect(status).toBe(200);
    expect(body['data']).toEqual({ ...WITHOUT_LEGS, usable: true, usableFor: ['top', 'jacket'] });
    expect(headers.get('preference-applied')).toBe('wait=10');
    expect(headers.get('server-timing')).toMatch(/store;dur=/);
    expect(seen.map((bytes) => bytes && Buffer.from(bytes))).toEqual([png(600, 800)]);
    expect(await left()).toEqual([]);
  });

  it('judges for the category that is asked for', async () => {
    startWorker();
    const pants = await check({ ...PHOTO, productCategory: 'pants' });
    expect(pants.body['data']).toMatchObject({
      usable: false,
      usableFor: ['top', 'jacket'],
      problems: WITHOUT_LEGS.problems,
    });
    const top = await check({ ...PHOTO, productCategory: 'top' });
    expect(top.body['data']).toMatchObject({ usable: true, problems: [], warnings: [{ code: 'side_view' }] });
  });

  it('finds a worker’s findings although its message was lost', async () => {
    startWorker({ wakes: false });
    expect((await check(PHOTO)).body['data']).toMatchObject({ status: 'checked' });
  });

  it('is unchecked where no worker processes it in time, and keeps nothing then either', async () => {
    const unknown = { status: 'unchecked', usable: null, usableFor: [], problems: [], warnings: [], photo: null };
    const { status, body, headers } = await check(PHOTO, {});
    expect([status, body['data'], headers.get('retry-after')]).toEqual([200, unknown, '1']);
    expect(await left()).toEqual([]);
    const { seen } = startWorker({ findings: { ...WITHOUT_LEGS, status: 'unchecked' } });
    expect((await check(PHOTO)).body['data']).toEqual(unknown);
    expect(seen[0]).toBeNull();
  });

  it.each([
    [{ userPhoto: png(100, 100).toString('base64') }, 400, 'photo_too_small'],
    [{ userPhoto: '' }, 400, 'invalid_user_photo'],
    [{ ...PHOTO, productCategory: 'hat' }, 400, 'invalid_product_category'],
    [{ ...PHOTO, sessionId: 'a' }, 400, 'unknown_parameter'],
    [{}, 400, 'missing_parameter'],
  ])('refuses what a try-on refuses: %#', async (body, status, code) => {
    const reply = await check(body);
    expect([reply.status, reply.body['error']['code']]).toEqual([status, code]);
  });

  it('names every fault at once', async () => {
    const { body } = await check({ userPhoto: '***', productCategory: 'hat' });
    expect(body['error']['details']).toMatchObject([{ param: 'productCategory' }, { param: 'userPhoto' }]);
  });

  it('checks no more photos of an account at once than its plan allows try-ons', async () => {
    const shop = await services.createKey({ inFlightMax: 2 });
    const ask = () => gateway.send('POST', '/v1/photos/check', { key: shop.key, body: PHOTO });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body['error']).toMatchObject({ code: 'too_many_in_flight', retryable: true });
    expect((await ask()).status).toBe(200);
  });

  it('serves a publishable key from its origin', async () => {
    startWorker();
    const origin = 'https://shop.example';
    const page = await services.createKey({ kind: 'pk', allowedOrigins: [origin] });
    const options = { key: page.key, body: PHOTO, headers: { origin, prefer: 'wait=10' } };
    const { status, headers } = await gateway.send('POST', '/v1/photos/check', options);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin]);
  });

  it('is 503 without Redis, and keeps nothing', async () => {
    const alone = await startGateway({ ...services.env, REDIS_URL: 'redis://127.0.0.1:1' });
    const { status, body, headers } = await alone.send('POST', '/v1/photos/check', { key, body: PHOTO });
    expect([status, body['error']['code'], headers.get('retry-after')]).toEqual([503, 'service_unavailable', '2']);
    expect(await left()).toEqual([]);
    await alone.stop();
  });

  it('deletes the photo although the client has disconnected', async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'wait=60' };
    const { port } = gateway;
    const sent = request({ port, method: 'POST', path: '/v1/photos/check', headers, agent: false });
    sent.on('error', () => undefined).end(JSON.stringify(PHOTO));
    await waitFor(async () => (await left()).length > 0, { what: 'the photo to lie in the store' });
    sent.destroy();
    await waitFor(async () => (await left()).length === 0, { what: 'the photo to be deleted' });
  });
});
