import { waitFor } from '@drape/testkit';
import { describe, expect, it } from '@jest/globals';
import { finishTryOn, type Reply, type TestKey } from './harness';
import { goodBody, png } from './pictures';
import { gateway, services, useGateway } from './running';
import { textOf } from './text-of';

useGateway();

const DAY_MS = 86_400_000;
const PICTURE = png(300, 400);
const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
/** Also where the test runs over midnight. */
const AROUND = `from=${dayOf(Date.now() - DAY_MS)}&to=${dayOf(Date.now() + DAY_MS)}`;

interface Row {
  readonly group: string | null;
  readonly requests: number | null;
  readonly tryOns: number;
  readonly completed: number;
  readonly renderMs: number;
}

const ask = (key: string, query: string): Promise<Reply> => gateway.send('GET', `/v1/usage?${query}`, { key });

async function usageOf({ key }: TestKey, groupBy: string): Promise<{ rows: Row[]; total: Row }> {
  const reply = await ask(key, `${AROUND}&groupBy=${groupBy}`);
  expect(reply.status).toBe(200);
  return JSON.parse(JSON.stringify(reply.body['data']));
}

async function create({ key }: TestKey, body: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const reply = await gateway.send('POST', '/v1/tryon', { key, body: goodBody(body), headers: { prefer: 'wait=0' } });
  expect(reply.status).toBe(200);
  return reply.id;
}

const NOTHING = { tryOns: 0, completed: 0, failed: 0, canceled: 0, expired: 0, cached: 0, renderMs: 0 };

describe('try-ons in GET /v1/usage', () => {
  it('count once when they end, by key, category, outcome and time', async () => {
    const first = await services.createKey();
    const second = await services.createKey({ accountId: first.accountId });
    const good = await create(first);
    const again = await create(second);
    const bad = await create(second, { productCategory: 'dress' });
    expect((await usageOf(first, 'day')).total).toMatchObject(NOTHING);
    await finishTryOn({ services, id: good, picture: PICTURE });
    await finishTryOn({ services, id: again, picture: PICTURE, cached: true });
    await finishTryOn({ services, id: bad });
    expect(await services.db.tryOns.fail(bad, 1, { code: 'render_failed', detail: 'late' })).toBe(false);

    const all = { ...NOTHING, tryOns: 3, completed: 2, failed: 1, cached: 1, renderMs: 12 };
    for (const group of ['hour', 'day']) expect((await usageOf(first, group)).total).toMatchObject(all);
    const byKey = await usageOf(first, 'key');
    expect(byKey.rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ group: first.keyId, tryOns: 1, completed: 1, renderMs: 12 }),
        expect.objectContaining({ group: second.keyId, tryOns: 2, completed: 1, failed: 1, cached: 1, renderMs: 0 }),
      ]),
    );
    expect((await usageOf(first, 'category')).rows).toEqual([
      { ...NOTHING, group: 'dress', requests: null, tryOns: 1, failed: 1 },
      { ...NOTHING, group: 'top', requests: null, tryOns: 2, completed: 2, cached: 1, renderMs: 12 },
    ]);
    const byOutcome = await usageOf(first, 'outcome');
    expect(byOutcome.rows.map(({ group, tryOns }) => [group, tryOns])).toEqual([
      ['completed', 2],
      ['failed', 1],
    ]);
    expect(byOutcome.total).toMatchObject({ ...all, requests: null });
    const [hour] = (await usageOf(first, 'hour')).rows.slice(-1);
    expect(hour?.group).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00Z$/);
  });

  it('count exactly when many end at the same time', async () => {
    const key = await services.createKey({ plan: 'enterprise', limitPerHour: 10_000 });
    const ids = await Promise.all(Array.from({ length: 24 }, () => create(key)));
    await Promise.all(ids.map((id, index) => (index % 3 === 0 ? finishTryOn({ services, id }) : cancel(key, id))));
    const { total } = await usageOf(key, 'day');
    expect(total).toMatchObject({ ...NOTHING, tryOns: 24, failed: 8, canceled: 16 });
  });

  it('stay counted when they are erased, and count as canceled where they had not ended', async () => {
    const key = await services.createKey();
    const done = await create(key, { sessionId: 'gone' });
    await finishTryOn({ services, id: done, picture: PICTURE });
    await create(key, { sessionId: 'gone' });
    const open = await create(key, { sessionId: 'kept' });
    await gateway.send('DELETE', `/v1/tryon/${open}`, { key: key.key });
    await gateway.send('DELETE', '/v1/sessions/gone', { key: key.key });
    expect((await usageOf(key, 'day')).total).toMatchObject({
      ...NOTHING,
      tryOns: 3,
      completed: 1,
      canceled: 2,
      renderMs: 12,
    });
  });

  it('are those of the mode and the account of the key that asks', async () => {
    const live = await services.createKey();
    const test = await services.createKey({ accountId: live.accountId, env: 'test' });
    const stranger = await services.createKey();
    await finishTryOn({ services, id: await create(live) });
    expect((await usageOf(live, 'day')).total.tryOns).toBe(1);
    expect((await usageOf(test, 'day')).total.tryOns).toBe(0);
    expect((await usageOf(stranger, 'day')).total.tryOns).toBe(0);
    expect((await ask(test.key, AROUND)).body['data']['livemode']).toBe(false);
  });
});

const cancel = ({ key }: TestKey, id: string) => gateway.send('POST', `/v1/tryon/${id}/cancel`, { key });

describe('requests in GET /v1/usage', () => {
  it('are those that used a unit of the hourly limit', async () => {
    const key = await services.createKey({ limitPerHour: 9 });
    const other = await services.createKey({ accountId: key.accountId });
    const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      gateway.send('GET', path, { key: key.key, headers });
    const first = await get('/v1/sessions');
    const tag = first.headers.get('etag') ?? '';
    expect((await get('/v1/sessions', { 'if-none-match': tag })).status).toBe(304);
    expect((await get('/v1/nowhere')).status).toBe(404);
    expect((await get('/v1/sessions?limit=0')).status).toBe(400);
    expect((await get('/healthz')).status).toBe(200);
    const last = await gateway.send('GET', '/v1/sessions', { key: other.key });
    const used = 9 - Number(last.headers.get('x-ratelimit-remaining'));
    expect(used).toBe(4);
    const read = async (): Promise<Record<string, number | null>> => {
      const rows = await services.db.usage.read({
        owner: { accountId: key.accountId, env: 'live' },
        from: new Date(Date.now() - DAY_MS),
        until: new Date(Date.now() + DAY_MS),
        groupBy: 'key',
      });
      return Object.fromEntries(rows.map(({ group, requests }) => [group, requests]));
    };
    const sum = async () => Object.values(await read()).reduce((all, requests) => Number(all) + Number(requests), 0);
    await waitFor(async () => (await sum()) === used);
    expect(await read()).toEqual({ [key.keyId]: 3, [other.keyId]: 1 });
    for (let i = 0; i < 7; i++) await get('/v1/sessions');
    await waitFor(async () => (await sum()) === 9);
  });
});

describe('GET /v1/usage', () => {
  it('returns the last 30 days by day by default, and today with hours', async () => {
    const { key } = await services.createKey();
    const before = Date.now();
    const { body } = await ask(key, '');
    const days = [dayOf(before), dayOf(Date.now())];
    expect(days).toContain(body['data']['to']);
    expect(body['data']).toMatchObject({ groupBy: 'day', livemode: true });
    expect(Date.parse(textOf(body['data']['to'])) - Date.parse(textOf(body['data']['from']))).toBe(29 * DAY_MS);
    const hours = (await ask(key, 'groupBy=hour')).body['data'];
    expect(hours['from']).toBe(hours['to']);
  });

  it.each([
    ['from=yesterday', /from must be a day such as 2026-11-21; got "yesterday"/],
    ['from=2026-02-30', /from must be a day/],
    ['from=2026-11-01T00:00:00Z', /from must be a day/],
    ['from=2026-11-02&to=2026-11-01', /from must not be later than to, from 2026-11-02 to 2026-11-01/],
    ['from=2026-01-01&to=2026-04-03', /at most 92 days with groupBy=day, to included; got 93 days/],
    ['from=2026-01-01&to=2026-01-08&groupBy=hour', /at most 7 days with groupBy=hour, to included; got 8 days/],
    ['groupBy=week', /groupBy must be one of hour, day, key, category, outcome; got "week"/],
  ])('refuses %s', async (query, message) => {
    const { key } = await services.createKey();
    const { status, body } = await ask(key, query);
    expect([status, body['error']['code']]).toEqual([400, 'invalid_parameter']);
    expect(textOf(body['error']['message'])).toMatch(message);
  });

  it('accepts as many days as are allowed', async () => {
    const { key } = await services.createKey();
    expect((await ask(key, 'from=2026-01-01&to=2026-04-02')).status).toBe(200);
    expect((await ask(key, 'from=2026-01-01&to=2026-01-07&groupBy=hour')).status).toBe(200);
  });

  it('needs usage:read', async () => {
    const { key } = await services.createKey({ scopes: ['tryon:read'] });
    expect((await ask(key, '')).body['error']['code']).toBe('insufficient_scope');
  });
});
