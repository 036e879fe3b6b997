import { createTcpProxy, liveOwner, waitFor } from '@drape/testkit';
import { describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { finishTryOn, startGateway } from './harness';
import { openTryOnOf } from './open-try-on';
import { goodBody, png } from './pictures';
import { gateway, key, services, useGateway } from './running';
import { textOf } from './text-of';

useGateway();

describe('POST /v1/tryon, nobody rendering', () => {
  it('answers 200 with the id, explicit nulls and where to ask again', async () => {
    const { status, headers, body, id } = await gateway.send('POST', '/v1/tryon', { key, body: goodBody() });
    expect(status).toBe(200);
    expect(body['success']).toBe(true);
    expect(body['data']).toMatchObject({
      ...{ status: 'queued', resultImageUrl: null, fitScore: null, recommendations: [], progress: 0, error: null },
      id: expect.stringMatching(/^try_[0-9A-Z]{26}$/),
      sessionId: expect.stringMatching(/^ses_/),
      productId: expect.stringMatching(/^prd_/),
    });
    expect(headers.get('location')).toBe(`/v1/tryon/${id}`);
    expect(headers.get('retry-after')).toBe('1');
    expect(headers.get('preference-applied')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('stores the photo, inserts the row and puts nothing but ids into the queue', async () => {
    const bytes = png(600, 800);
    const extra = {
      productCategory: 'top',
      sessionId: 'cart-7',
      metadata: { order: '7' },
      size: 'M',
      outputFormat: 'webp',
    };
    const { body, id } = await gateway.send('POST', '/v1/tryon', { key, body: goodBody(extra) });
    const row = await services.db.tryOns.find(id);
    expect(row).toMatchObject({
      ...{ status: 'queued', categoryRequested: 'top', sessionId: 'cart-7', size: 'M', outputFormat: 'webp' },
      ...{ metadata: { order: '7' }, photoBytes: bytes.length, gatewayId: gateway.gatewayId },
    });
    expect(Buffer.from((await services.store.get(row?.photoKey ?? '')) ?? []).equals(bytes)).toBe(true);
    expect(body['data']).toMatchObject({ productCategory: 'top', categorySource: 'client', metadata: { order: '7' } });

    const redis = new Redis(services.env['REDIS_URL'] ?? '');
    const data = await redis.hget(`${services.env['DRAPE_QUEUE_PREFIX']}:tryon:${id}`, 'data');
    redis.disconnect();
    expect(JSON.parse(data ?? 'null')).toEqual({
      ...{ v: 1, tryOnId: id, gatewayId: gateway.gatewayId },
      requestId: body['requestId'],
    });
  });

  it('returns what was asked for, and the deadline', async () => {
    const inputs = {
      size: 'M',
      fitPreference: 'slim',
      department: 'women',
      outputFormat: 'webp',
      retentionSeconds: 3600,
      minQuality: 'poor',
      consent: { given: true, policyVersion: '2026-10' },
    };
    const headers = { prefer: 'wait=0', 'cancel-after': '60' };
    const { body, id } = await gateway.send('POST', '/v1/tryon', { key, body: goodBody(inputs), headers });
    expect(body['data']).toMatchObject({ ...inputs, productImageUrl: goodBody()['productImageUrl'] });
    const { createdAt, deadlineAt } = body['data'];
    expect(Date.parse(textOf(deadlineAt)) - Date.parse(textOf(createdAt))).toBe(60_000);
    const read = await gateway.send('GET', `/v1/tryon/${id}`, { key });
    expect(read.body['data']).toMatchObject(inputs);
  });

  it('fills in what was not asked for', async () => {
    const { body } = await gateway.send('POST', '/v1/tryon', { key, body: goodBody(), headers: { prefer: 'wait=0' } });
    expect(body['data']).toMatchObject({
      size: null,
      fitPreference: null,
      department: null,
      outputFormat: 'jpeg',
      retentionSeconds: 604_800,
      minQuality: 'fair',
      consent: null,
    });
    const { createdAt, deadlineAt } = body['data'];
    expect(Date.parse(textOf(deadlineAt)) - Date.parse(textOf(createdAt))).toBe(120_000);
    const bare = goodBody({ consent: { given: true } });
    const consented = await gateway.send('POST', '/v1/tryon', { key, body: bare, headers: { prefer: 'wait=0' } });
    expect(consented.body['data']['consent']).toEqual({ given: true, policyVersion: null });
  });

  it('puts each further try-on of an account behind those of others', async () => {
    const other = await services.createKey();
    const send = () =>
      gateway.send('POST', '/v1/tryon', { key: other.key, body: goodBody(), headers: { prefer: 'wait=0' } });
    const priorities: (number | undefined)[] = [];
    for (let i = 0; i < 3; i++) {
      priorities.push((await services.db.tryOns.find((await send()).id))?.priority);
    }
    expect(priorities).toEqual([1, 2, 3]);
  });

  it('warns of a small photo', async () => {
    const body = goodBody({ userPhoto: png(300, 400).toString('base64') });
    const reply = await gateway.send('POST', '/v1/tryon', { key, body, headers: { prefer: 'wait=0' } });
    expect(reply.body['data']['warnings']).toMatchObject([{ code: 'low_resolution_photo' }]);
  });

  it.each([
    ['base64url', (bytes: Buffer) => bytes.toString('base64url')],
    ['a data URI', (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`],
    ['lines of 76', (bytes: Buffer) => bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n')],
  ])('takes a photo as %s', async (_name, encode) => {
    const body = goodBody({ userPhoto: encode(png(600, 800)) });
    const reply = await gateway.send('POST', '/v1/tryon', { key, body, headers: { prefer: 'wait=0' } });
    expect(reply.status).toBe(200);
    const row = await services.db.tryOns.find(reply.id);
    expect(row?.photoBytes).toBe(png(600, 800).length);
  });
});

describe('Prefer', () => {
  it.each([
    ['wait=0', 200, 'wait=0'],
    ['respond-async', 202, 'respond-async'],
    ['respond-async, wait=1', 202, 'respond-async, wait=1'],
    ['handling=lenient', 200, null],
  ])('%s is answered %d', async (prefer, status, applied) => {
    const reply = await gateway.send('POST', '/v1/tryon', { key, body: goodBody(), headers: { prefer } });
    expect([reply.status, reply.headers.get('preference-applied')]).toEqual([status, applied]);
    expect(reply.body['data']['status']).toBe('queued');
  });
});

describe('POST /v1/tryon, rendered in time', () => {
  it('answers with a result URL that downloads, and GET answers the same', async () => {
    const patient = await startGateway({ ...services.env, DRAPE_WAIT_MS: '10000' });
    const { key: own, accountId } = await services.createKey();
    const picture = Buffer.from('not looked at by the gateway');
    const pending = patient.send('POST', '/v1/tryon', { key: own, body: goodBody() });
    await finishTryOn({ services, id: await openTryOnOf(accountId), picture });
    const { status, headers, body, id } = await pending;

    expect([status, body['success'], headers.get('retry-after')]).toEqual([200, true, null]);
    expect(body['data']).toMatchObject({
      ...{ status: 'completed', fitScore: 61, recommendations: ['Add measurements.'], stage: 'done', progress: 1 },
      ...{ productCategory: 'top', attempts: 1, timings: { renderMs: 12 } },
      image: { width: 300, height: 400, format: 'jpeg', bytes: picture.length },
    });
    const resultImageUrl: unknown = body['data']['resultImageUrl'];
    if (typeof resultImageUrl !== 'string') throw new Error('no result URL');
    const download = await fetch(resultImageUrl);
    expect(Buffer.from(await download.arrayBuffer()).equals(picture)).toBe(true);

    const again = await patient.send('GET', `/v1/tryon/${id}`, { key: own });
    expect({ ...again.body['data'], resultImageUrl: '' }).toEqual({ ...body['data'], resultImageUrl: '' });
    await patient.stop();
  });

  it('answers 200 with success false and the reason when the render failed, on POST and GET alike', async () => {
    const patient = await startGateway({ ...services.env, DRAPE_WAIT_MS: '10000' });
    const { key: own, accountId } = await services.createKey();
    const pending = patient.send('POST', '/v1/tryon', { key: own, body: goodBody() });
    const id = await openTryOnOf(accountId);
    await finishTryOn({ services, id });
    const posted = await pending;
    const got = await patient.send('GET', `/v1/tryon/${id}`, { key: own });
    for (const { status, body } of [posted, got]) {
      expect([status, body['success'], body['data']['status']]).toEqual([200, false, 'failed']);
      expect(body['error']).toEqual(body['data']['error']);
      expect(body['error']).toEqual({
        ...{ type: 'render_error', code: 'person_not_detected', message: 'No person was found in the photo.' },
        retryable: false,
        docUrl: `${patient.url}/docs/errors#person_not_detected`,
      });
    }
    await patient.stop();
  });

  it('is answered even when the wake-up gets lost', async () => {
    const patient = await startGateway({ ...services.env, DRAPE_WAIT_MS: '10000' });
    const { key: own, accountId } = await services.createKey();
    const pending = patient.send('POST', '/v1/tryon', { key: own, body: goodBody() });
    const id = await openTryOnOf(accountId);
    const claimed = await services.db.tryOns.claim(id, { leaseMs: 1000 });
    await services.db.tryOns.fail(id, claimed?.attempt ?? 0, { code: 'render_failed', detail: '' });
    expect((await pending).body['data']['status']).toBe('failed');
    await patient.stop();
  });
});

describe('while a service is away', () => {
  it('Redis: keeps the row and answers queued', async () => {
    const alone = await startGateway({ ...services.env, REDIS_URL: 'redis://127.0.0.1:1' });
    const { status, headers, body, id } = await alone.send('POST', '/v1/tryon', { key, body: goodBody() });
    expect([status, body['data']['status']]).toEqual([200, 'queued']);
    expect(headers.get('x-ratelimit-limit')).toBe('2000');
    expect(await services.db.tryOns.find(id)).toMatchObject({ status: 'queued' });
    expect((await alone.send('GET', `/v1/tryon/${id}`, { key })).status).toBe(200);
    await alone.stop();
  });

  it('Postgres: answers 503 with Retry-After, is not ready, and stores nothing', async () => {
    const alone = await startGateway({ ...services.env, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
    const before = await services.store.list('photos/');
    const sinceMs = performance.now();
    const { status, headers, body } = await alone.send('POST', '/v1/tryon', { key, body: goodBody() });
    expect(performance.now() - sinceMs).toBeLessThan(3_000);
    expect([status, headers.get('retry-after'), body['error']['code']]).toEqual([503, '2', 'service_unavailable']);
    expect((await alone.send('GET', '/readyz')).status).toBe(503);
    expect((await alone.send('GET', '/healthz')).status).toBe(200);
    expect(await services.store.list('photos/')).toEqual(before);
    await alone.stop();
  });

  it('Postgres that hangs: answers 503 with Retry-After, stores nothing, and continues when it has recovered', async () => {
    const proxy = await createTcpProxy(services.env['DATABASE_URL'] ?? '');
    const alone = await startGateway({ ...services.env, DATABASE_URL: proxy.url });
    const { key: ownKey, accountId } = await services.createKey();
    const post = () => alone.send('POST', '/v1/tryon', { key: ownKey, body: goodBody() });
    const before = await services.store.list('photos/');
    const refused = async () => {
      const sinceMs = performance.now();
      const { status, headers, body } = await post();
      expect([status, headers.get('retry-after'), body['error']['code']]).toEqual([503, '2', 'service_unavailable']);
      return performance.now() - sinceMs;
    };
    try {
      proxy.swallow();
      // A connection is waited for 2 s; the rest is what a busy machine adds.
      expect(await refused()).toBeLessThan(5_000);
      expect((await alone.send('GET', '/readyz')).status).toBe(503);
      expect(await services.store.list('photos/')).toEqual(before);
      proxy.mend();
      expect((await post()).status).toBe(200);
      proxy.swallow();
      // A statement on an open connection is waited for 1.5 s; then the server has 1 s to say that it is at work on it.
      expect(await refused()).toBeLessThan(5_000);
      proxy.mend();
      expect((await post()).status).toBe(200);
      expect(await services.db.tryOns.countOpen(liveOwner(accountId))).toBe(2);
    } finally {
      await alone.stop();
      await proxy.stop();
    }
  }, 60_000);

  it('the object store: answers 503 and writes no row', async () => {
    const alone = await startGateway({ ...services.env, S3_ENDPOINT: 'http://127.0.0.1:1' });
    const own = await services.createKey();
    const { status, body } = await alone.send('POST', '/v1/tryon', { key: own.key, body: goodBody() });
    expect([status, body['error']['code']]).toEqual([503, 'service_unavailable']);
    expect(await services.db.tryOns.countOpen(liveOwner(own.accountId))).toBe(0);
    await alone.stop();
  });

  it('the workers: answers 503 queue_full when too many try-ons wait', async () => {
    const env = {
      ...services.env,
      DRAPE_QUEUE_PREFIX: `${services.env['DRAPE_QUEUE_PREFIX']}x`,
      DRAPE_QUEUE_DEPTH_MAX: '1',
    };
    const small = await startGateway(env);
    const send = () => small.send('POST', '/v1/tryon', { key, body: goodBody(), headers: { prefer: 'wait=0' } });
    expect((await send()).status).toBe(200);
    const refused = await waitFor(async () => {
      const reply = await send();
      return reply.status === 503 ? reply : null;
    });
    expect([refused.body['error']['code'], refused.headers.get('retry-after')]).toEqual(['queue_full', '30']);
    await small.stop();
  });
});
