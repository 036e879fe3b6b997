import { Drape, DrapeError, TryOnFailedError, type CreateTryOnInput, type TryOnEvent } from '@drape/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PHOTO, SHOP, startService, type TestService } from './service';

let service: TestService;
let apiKey: string;
let drape: Drape;

beforeAll(async () => {
  service = await startService();
  apiKey = await service.newKey();
  drape = new Drape({ apiKey, baseUrl: service.url });
});

afterAll(() => service?.stop());

const input = (path = '/shirt.jpg', more: Partial<CreateTryOnInput> = {}): CreateTryOnInput => ({
  ...{ productImageUrl: SHOP + path, userPhoto: PHOTO, productCategory: 'top' },
  ...more,
});
const caught = (promise: Promise<unknown>): Promise<DrapeError> =>
  promise.then(
    () => {
      throw new Error('nothing was thrown');
    },
    (error: unknown) => error as DrapeError,
  );

it('waits for as long as it asked the service to, on top of its own timeout', async () => {
  const applied: (string | null)[] = [];
  const spy: typeof fetch = async (url, init) => {
    const reply = await fetch(url, init);
    applied.push(reply.headers.get('preference-applied'));
    return reply;
  };
  const hasty = new Drape({ apiKey, baseUrl: service.url, timeoutMs: 1000, maxRetries: 0, fetch: spy });
  const { status } = await hasty.tryOns.create(input('/wait.jpg'), { wait: 2 });
  expect([status, applied]).toEqual(['queued', ['wait=2']]);
});

it('asks for texts in the language that it was given', async () => {
  const seen: (string | null)[] = [];
  const spy: typeof fetch = async (url, init) => {
    const reply = await fetch(url, init);
    seen.push(reply.headers.get('content-language'));
    return reply;
  };
  const german = new Drape({ apiKey, baseUrl: service.url, language: 'de-AT', fetch: spy });
  await german.tryOns.create(input('/wait.jpg'), { wait: 0 });
  expect(seen).toEqual(['de']);
});

describe('photos', () => {
  it('are checked for a category, or for all', async () => {
    const pants = await drape.photos.check({ userPhoto: PHOTO, productCategory: 'pants' });
    expect(pants).toMatchObject({ usable: false, usableFor: ['top', 'jacket'], problems: [{ needed: ['legs'] }] });
    expect(await drape.photos.check({ userPhoto: PHOTO })).toMatchObject({ status: 'checked', usable: true });
  });

  it('that cannot be photos are rejected as those of a try-on are', async () => {
    const error = await caught(drape.photos.check({ userPhoto: Buffer.from('no picture') }));
    expect(error).toMatchObject({ name: 'InvalidRequestError', code: 'photo_not_an_image', param: 'userPhoto' });
  });

  it('are unchecked where nobody waits', async () => {
    expect(await drape.photos.check({ userPhoto: PHOTO }, { wait: 0 })).toMatchObject({
      status: 'unchecked',
      usable: null,
    });
  });
});

describe('tryOns', () => {
  it.each([
    ['bytes', PHOTO],
    ['base64', PHOTO.toString('base64')],
    ['a data URI', `data:image/png;base64,${PHOTO.toString('base64')}`],
    ['a Blob', new Blob([new Uint8Array(PHOTO)])],
  ])('takes the photo as %s', async (_name, userPhoto) => {
    const tryOn = await drape.tryOns.create(input('/wait.jpg', { userPhoto, metadata: { order: '7' } }), { wait: 0 });
    expect(tryOn).toMatchObject({ status: 'queued', resultImageUrl: null, metadata: { order: '7' } });
  });

  it('asks for a minimum quality', async () => {
    const made = await drape.tryOns.create(input('/wait.jpg', { minQuality: 'good' }), { wait: 0 });
    expect(made).toMatchObject({ minQuality: 'good' });
    // As JavaScript may call it.
    const refused = await caught(drape.tryOns.create(input('/wait.jpg', JSON.parse('{"minQuality":"best"}'))));
    expect(refused).toMatchObject({ name: 'InvalidRequestError', param: 'minQuality' });
  });

  it('creates and waits for the picture', async () => {
    const tryOn = await drape.tryOns.createAndWait(input());
    expect(tryOn).toMatchObject({ status: 'completed', fitScore: 61, error: null });
    expect(await drape.tryOns.retrieve(tryOn.id)).toMatchObject({ id: tryOn.id, status: 'completed' });
    const url = await drape.tryOns.imageUrl(tryOn.id);
    expect(await (await fetch(url)).text()).toBe('x');
  });

  it('gives a failed try-on as a record, and throws where a picture was waited for', async () => {
    const { id } = await drape.tryOns.create(input('/fail.jpg'), { wait: 0 });
    const error = await caught(drape.tryOns.waitFor(id));
    expect(error).toBeInstanceOf(TryOnFailedError);
    expect(error).toMatchObject({ code: 'person_not_detected', retryable: false, tryOn: { id, status: 'failed' } });
    expect(await drape.tryOns.retrieve(id)).toMatchObject({ status: 'failed', error: { code: 'person_not_detected' } });
    expect(await caught(drape.tryOns.imageUrl(id))).toMatchObject({ name: 'ConflictError', status: 409 });
  });

  it('gives up waiting after its time, and when it is told to', async () => {
    const { id } = await drape.tryOns.create(input('/wait.jpg'), { wait: 0 });
    expect(await caught(drape.tryOns.waitFor(id, { timeoutMs: 900 }))).toMatchObject({
      ...{ name: 'DrapeTimeoutError', code: 'timeout', retryable: true },
    });
    const stop = new AbortController();
    const waiting = drape.tryOns.waitFor(id, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 200);
    await expect(waiting).rejects.toThrow('enough');
  });

  it('cancels once, and erases', async () => {
    const { id } = await drape.tryOns.create(input('/wait.jpg'), { wait: 0 });
    expect(await drape.tryOns.cancel(id)).toMatchObject({ id, status: 'canceled' });
    expect(await caught(drape.tryOns.waitFor(id))).toMatchObject({ name: 'TryOnFailedError', code: 'canceled' });
    expect(await drape.tryOns.delete(id)).toMatchObject({ id, deletedAt: expect.any(String) });
    expect(await caught(drape.tryOns.retrieve(id))).toMatchObject({ name: 'NotFoundError', code: 'tryon_not_found' });
  });

  it('creates one try-on per idempotency key', async () => {
    const idempotencyKey = 'order 7';
    const first = await drape.tryOns.create(input(), { wait: 0, idempotencyKey });
    const second = await drape.tryOns.create(input(), { wait: 0, idempotencyKey });
    expect(second.id).toBe(first.id);
    const reused = await caught(drape.tryOns.create(input('/other.jpg'), { idempotencyKey }));
    expect(reused).toMatchObject({ name: 'ConflictError', status: 422, code: 'idempotency_key_reused' });
  });

  it('reports what happens, to the end', async () => {
    const { id } = await drape.tryOns.create(input(), { wait: 0 });
    const events: TryOnEvent[] = [];
    for await (const event of drape.tryOns.events(id)) events.push(event);
    expect(events[0]).toMatchObject({ type: 'progress', data: { id } });
    expect(events.at(-1)).toMatchObject({ type: 'completed', data: { id, fitScore: 61 } });
  });

  it('closes the stream with the loop, and throws the rejection', async () => {
    const { id } = await drape.tryOns.create(input('/wait.jpg'), { wait: 0 });
    for await (const event of drape.tryOns.events(id)) {
      expect(event.type).toBe('progress');
      break;
    }
    const unknown = drape.tryOns.events('try_01K0000000000000000000000A').next();
    expect(await caught(unknown)).toMatchObject({ name: 'NotFoundError' });
  });
});

describe('sessions', () => {
  it('lists everything across pages, page by page, or one page', async () => {
    const own = new Drape({ apiKey: await service.newKey(), baseUrl: service.url });
    for (const sessionId of ['a', 'b', 'c']) await own.measurements.create({ sessionId, height: 178 });
    const ids: string[] = [];
    for await (const { id } of own.sessions.list({ limit: 2 })) ids.push(id);
    expect(ids).toEqual(['c', 'b', 'a']);
    const sizes: number[] = [];
    for await (const { data } of own.sessions.list({ limit: 2 }).pages()) sizes.push(data.length);
    expect(sizes).toEqual([2, 1]);
    const page = await own.sessions.list({ limit: 1, offset: 1 }).page();
    expect([page.data.map(({ id }) => id), page.pagination.hasMore]).toEqual([['b'], true]);
    expect(await own.sessions.retrieve('a')).toMatchObject({ id: 'a', clientSupplied: true });
    expect(await own.sessions.delete('a')).toMatchObject({ id: 'a', erased: { measurements: 1 } });
    expect(await caught(own.sessions.retrieve('a'))).toMatchObject({ code: 'session_not_found' });
  });
});

describe('measurements', () => {
  it('are created and read again', async () => {
    const made = await drape.measurements.create({ height: 178, weight: 76, chest: 98 });
    expect(made).toMatchObject({ measurements: { chest: 98 }, unit: 'cm' });
    expect(await drape.measurements.retrieve(made.id)).toEqual(made);
  });
});

describe('products', () => {
  it('are registered, read by either id, and accept charts as JSON and CSV', async () => {
    const made = await drape.products.create({ imageUrl: `${SHOP}/tee.jpg`, externalId: 'tee-7/red' });
    expect(made).toMatchObject({ externalId: 'tee-7/red', status: 'pending' });
    expect(await drape.products.retrieve('tee-7/red')).toEqual(made);
    const json = await drape.products.setSizeChart(made.id, {
      kind: 'garment',
      rows: [{ size: 'M', chest: [98, 102] }],
    });
    expect(json.sizeChart).toMatchObject({
      source: 'merchant',
      kind: 'garment',
      rows: [{ size: 'M', chest: [98, 102] }],
    });
    const csv = await drape.products.setSizeChart('tee-7/red', 'size,chest\nS,34-36\nM,37-39\n', { unit: 'in' });
    expect(csv.sizeChart).toMatchObject({ kind: 'body', unit: 'in', rows: [{ size: 'S' }, { size: 'M' }] });
    expect(await caught(drape.products.setSizeChart(made.id, 'size\n'))).toMatchObject({ code: 'invalid_size_chart' });
  });
});

describe('errors', () => {
  it('name every parameter at fault', async () => {
    const error = await caught(drape.sessions.page({ limit: 0, offset: -1 }));
    expect(error).toMatchObject({
      ...{ name: 'InvalidRequestError', status: 400, code: 'invalid_limit', param: 'limit', retryable: false },
      requestId: expect.stringMatching(/^req_/),
      details: [{ param: 'limit' }, { param: 'offset' }],
    });
    expect(error).toBeInstanceOf(DrapeError);
  });

  it('distinguish 401 from 403', async () => {
    const stranger = new Drape({ apiKey: 'drp_sk_live_x', baseUrl: service.url });
    expect(await caught(stranger.sessions.page())).toMatchObject({ name: 'AuthenticationError', status: 401 });
    const { key } = await service.services.createKey({ scopes: ['tryon:read'] });
    const limited = new Drape({ apiKey: key, baseUrl: service.url });
    expect(await caught(limited.sessions.page())).toMatchObject({ name: 'PermissionError', status: 403 });
  });

  it('report a rate limit at once where the wait is long, and keep its state', async () => {
    const { key } = await service.services.createKey({ limitPerHour: 2 });
    const small = new Drape({ apiKey: key, baseUrl: service.url });
    expect(small.rateLimit).toBeNull();
    await small.sessions.page();
    expect(small.rateLimit).toMatchObject({ limit: 2, remaining: 1, resetAt: expect.any(Date) });
    await small.sessions.page();
    const error = await caught(small.sessions.page());
    expect(error).toMatchObject({ name: 'RateLimitError', status: 429, retryable: true });
    expect(error.retryAfterSec).toBeGreaterThan(3000);
    expect(small.rateLimit?.remaining).toBe(0);
  });

  it('say that the server is unreachable, and that the address is wrong', async () => {
    const nobody = new Drape({ apiKey, baseUrl: 'http://127.0.0.1:1', maxRetries: 0 });
    expect(await caught(nobody.sessions.page())).toMatchObject({ name: 'DrapeConnectionError', status: 0 });
    const odd = new Drape({ apiKey, baseUrl: `${service.url}/docs/errors?`, maxRetries: 0 });
    expect(await caught(odd.sessions.page())).toMatchObject({ name: expect.stringMatching(/Error$/) });
    expect(() => new Drape({ apiKey, baseUrl: 'example.com' })).toThrow('baseUrl');
  });
});

describe('retries', () => {
  /** Lets these answers come before the real ones; an Error is thrown. */
  const flaky =
    (answers: (Response | Error)[], seen: Request[] = []): typeof fetch =>
    async (url, init) => {
      seen.push(new Request(url, init));
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer ?? fetch(url, init);
    };
  const busy = (status: number, code: string, retryAfter = '0') =>
    Response.json(
      {
        success: false,
        error: { type: 'api_error', code, message: 'm', retryable: true, docUrl: '' },
        requestId: 'req_',
      },
      { status, headers: { 'Retry-After': retryAfter } },
    );

  it('repeat a lost request under the same key', async () => {
    const seen: Request[] = [];
    const answers = [new TypeError('fetch failed'), busy(503, 'service_unavailable')];
    const client = new Drape({ apiKey, baseUrl: service.url, fetch: flaky(answers, seen) });
    const tryOn = await client.tryOns.create(input('/wait.jpg'), { wait: 0 });
    expect(tryOn.status).toBe('queued');
    const keys = seen.map((request) => request.headers.get('idempotency-key'));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([
    [409, 'idempotency_request_in_progress', 2],
    [429, 'rate_limit_exceeded', 2],
    [500, 'internal_error', 2],
    [409, 'tryon_already_finished', 1],
    [400, 'invalid_limit', 1],
  ])('treat %s %s rightly', async (status, code, calls) => {
    const seen: Request[] = [];
    const client = new Drape({ apiKey, baseUrl: service.url, fetch: flaky([busy(status, code)], seen) });
    await client.sessions.page().catch(() => undefined);
    expect(seen).toHaveLength(calls);
  });

  it('wait as long as the service asks, and stop when told to', async () => {
    const client = new Drape({ apiKey, baseUrl: service.url, fetch: flaky([busy(503, 'queue_full', '1')]) });
    const startedAt = Date.now();
    await client.sessions.page();
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1000);
    const stuck = new Drape({ apiKey, baseUrl: service.url, fetch: flaky([busy(503, 'queue_full', '30')]) });
    const signal = AbortSignal.timeout(100);
    await expect(stuck.sessions.page({ signal })).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('end with the last error', async () => {
    const seen: Request[] = [];
    const answers = [1, 2, 3].map(() => new TypeError('fetch failed'));
    const client = new Drape({ apiKey, baseUrl: service.url, maxRetries: 1, fetch: flaky(answers, seen) });
    expect(await caught(client.sessions.page())).toMatchObject({
      code: 'connection_failed',
      cause: { message: 'fetch failed' },
    });
    expect(seen).toHaveLength(2);
  });

  it('treat a silent service as a timeout', async () => {
    const silent: typeof fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    const client = new Drape({ apiKey, baseUrl: service.url, timeoutMs: 50, maxRetries: 0, fetch: silent });
    expect(await caught(client.sessions.page())).toMatchObject({ name: 'DrapeTimeoutError', code: 'timeout' });
  });
});
