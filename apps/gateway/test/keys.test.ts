import { SCOPES, type Scope } from '@drape/contracts';
import { waitFor } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, type Reply, type TestGateway } from './harness';
import type { Loose } from './response-check';
import { accountId, gateway, key, services, useGateway } from './running';

const DAY_MS = 86_400_000;
const NOWHERE = 'key_01K0000000000000000000000A';

/** A second gateway of the same service: changes must reach it too. */
let second: TestGateway;

useGateway();

beforeAll(async () => {
  second = await startGateway(services.env);
});

afterAll(async () => {
  await second?.stop();
});

const create = (body: object, asking: string = key): Promise<Reply> =>
  gateway.send('POST', '/v1/keys', { key: asking, body });
const codeOf = ({ status, body }: Reply) => [status, body['error']?.['code']];
const text = (value: unknown): string => String(value);
const list = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const secretOf = ({ body }: Reply): string => text(body['data']?.['key']);

/** What a key gets from each gateway. */
const statuses = (asking: string, path = '/v1/sessions') =>
  Promise.all([gateway, second].map(async (one) => (await one.send('GET', path, { key: asking })).status));

/** A key of an account with these permissions and no others. */
const keyWith = async (scopes: readonly Scope[], account?: string): Promise<string> =>
  (await services.createKey({ scopes, ...(account === undefined ? {} : { accountId: account }) })).key;

describe('POST /v1/keys', () => {
  it('makes a key that works at once, and shows it once', async () => {
    const made = await create({ kind: 'rk', name: 'Nightly', scopes: ['sessions:read', 'tryon:read'] });
    expect(made.status).toBe(200);
    expect(made.body['data']).toMatchObject({
      livemode: true,
      name: 'Nightly',
      kind: 'rk',
      env: 'live',
      scopes: ['tryon:read', 'sessions:read'],
      allowedOrigins: [],
      status: 'active',
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
      replacedBy: null,
    });
    const secret = secretOf(made);
    expect(secret).toMatch(/^drp_rk_live_/);
    expect(made.body['data']['last4']).toBe(secret.slice(-4));
    expect(await statuses(secret)).toEqual([200, 200]);
    expect(await statuses(secret, '/v1/webhooks')).toEqual([403, 403]);
    for (const path of ['/v1/keys?limit=100', `/v1/keys/${made.id}`]) {
      const shown = await gateway.send('GET', path, { key });
      expect(shown.text).toContain(made.id);
      expect(shown.text).not.toContain(secret);
    }
  });

  it('gives a secret key all permissions of the creating key, and a publishable key those of them that a page may have', async () => {
    const asking = await keyWith(['keys:manage', 'tryon:read', 'sessions:read']);
    const secret = await create({ kind: 'sk' }, asking);
    expect(list(secret.body['data']['scopes'])).toEqual(['tryon:read', 'sessions:read', 'keys:manage']);
    const open = await create({ kind: 'pk', allowedOrigins: ['https://shop.example'] }, asking);
    expect(list(open.body['data']['scopes'])).toEqual(['tryon:read']);
    const poor = await keyWith(['keys:manage']);
    expect(codeOf(await create({ kind: 'pk', allowedOrigins: ['https://shop.example'] }, poor))).toEqual([
      403,
      'scope_not_grantable',
    ]);
  });

  it('gives no permission that the creating key does not have', async () => {
    const asking = await keyWith(['keys:manage', 'tryon:read']);
    const refused = await create({ kind: 'rk', scopes: ['tryon:read', 'tryon:write', 'webhooks:manage'] }, asking);
    expect(codeOf(refused)).toEqual([403, 'scope_not_grantable']);
    expect(refused.body['error']).toMatchObject({
      param: 'scopes',
      message: 'The key that asks cannot give tryon:write, webhooks:manage: it has tryon:read, keys:manage.',
      grantedScopes: ['tryon:read', 'keys:manage'],
    });
  });

  it('makes keys of its own mode only', async () => {
    const test = (await services.createKey({ accountId, env: 'test' })).key;
    const made = await create({ kind: 'sk' }, test);
    expect(made.body['data']).toMatchObject({ livemode: false, env: 'test' });
    expect(secretOf(made)).toMatch(/^drp_sk_test_/);
    expect(codeOf(await create({ kind: 'sk', env: 'live' }, test))).toEqual([400, 'invalid_env']);
    expect(codeOf(await create({ kind: 'sk', env: 'test' }))).toEqual([400, 'invalid_env']);
  });

  it.each([
    [{}, 'missing_parameter', /kind is required/],
    [{ kind: 'xk' }, 'invalid_parameter', /kind must be one of sk, rk, pk; got "xk"/],
    [{ kind: 'rk' }, 'missing_parameter', /scopes is required for a restricted key/],
    [{ kind: 'rk', scopes: [] }, 'invalid_scopes', /scopes must have 1 to \d+ items; got none/],
    [{ kind: 'rk', scopes: ['tryon:eat'] }, 'invalid_scopes', /must be one of tryon:write/],
    [{ kind: 'pk', scopes: ['tryon:read'] }, 'missing_parameter', /allowedOrigins is required/],
    [
      { kind: 'pk', scopes: ['sessions:read'], allowedOrigins: ['https://a.example'] },
      'invalid_scopes',
      /publishable key may be tryon:write, .*; got sessions:read/,
    ],
    [{ kind: 'pk', allowedOrigins: ['https://a.example/'] }, 'invalid_allowed_origins', /no slash at the end/],
    [{ kind: 'pk', allowedOrigins: ['https://*.example'] }, 'invalid_allowed_origins', /must be an origin/],
    [{ kind: 'pk', allowedOrigins: ['null'] }, 'invalid_allowed_origins', /must be an origin/],
    [{ kind: 'sk', allowedOrigins: ['https://a.example'] }, 'invalid_allowed_origins', /for publishable keys/],
    [{ kind: 'sk', expiresAt: '2020-01-01T00:00:00Z' }, 'invalid_expires_at', /in the future/],
    [{ kind: 'sk', expiresAt: '2999-01-01T00:00:00Z' }, 'invalid_expires_at', /within 10 years/],
    [{ kind: 'sk', expiresAt: '2030-99-99T00:00:00Z' }, 'invalid_expires_at', /in the future/],
    [{ kind: 'sk', expiresAt: 'tomorrow' }, 'invalid_expires_at', /expiresAt/],
  ])('refuses %j with %s', async (body, code, message) => {
    const refused = await create(body);
    expect(codeOf(refused)).toEqual([400, code]);
    expect(text(refused.body['error']['message'])).toMatch(message);
  });

  it('takes a local page’s origin on any port', async () => {
    const origins = ['https://shop.example', 'http://localhost:*'];
    const made = await create({ kind: 'pk', allowedOrigins: origins });
    expect(list(made.body['data']['allowedOrigins'])).toEqual(origins);
  });

  it('ends a key at its time', async () => {
    const expiresAt = new Date(Date.now() + 1500).toISOString();
    const made = await create({ kind: 'rk', scopes: ['sessions:read'], expiresAt });
    expect(made.body['data']['expiresAt']).toBe(expiresAt);
    await waitFor(async () => (await statuses(secretOf(made))).every((status) => status === 401));
    const shown = await gateway.send('GET', `/v1/keys/${made.id}`, { key });
    expect(shown.body['data']['status']).toBe('expired');
  });

  it('creates one key for repetitions of a request, and does not show it again', async () => {
    const options = { key, body: { kind: 'rk', scopes: ['tryon:read'] }, headers: { 'idempotency-key': 'once' } };
    const first = await gateway.send('POST', '/v1/keys', options);
    const again = await gateway.send('POST', '/v1/keys', options);
    expect([again.status, again.id]).toEqual([200, first.id]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect([secretOf(first).slice(0, 4), again.body['data']['key']]).toEqual(['drp_', null]);
    const other = { ...options, body: { kind: 'rk', scopes: ['tryon:write'] } };
    expect(codeOf(await gateway.send('POST', '/v1/keys', other))).toEqual([422, 'idempotency_key_reused']);
  });

  it('is rejected above 200 active keys; ended ones do not count', async () => {
    const full = await services.createKey();
    const filler = (index: number) =>
      services.createKey({ accountId: full.accountId, ...(index === 0 ? { expiresAt: new Date(0) } : {}) });
    await Promise.all(Array.from({ length: 199 }, (_, index) => filler(index)));
    const last = await create({ kind: 'sk' }, full.key);
    expect(last.status).toBe(200);
    expect(codeOf(await create({ kind: 'sk' }, full.key))).toEqual([409, 'key_limit_reached']);
    await gateway.send('DELETE', `/v1/keys/${last.id}`, { key: full.key });
    const both = await Promise.all([create({ kind: 'sk' }, full.key), create({ kind: 'sk' }, full.key)]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('GET /v1/keys', () => {
  it('lists the keys of the account and mode in pages, latest first', async () => {
    const own = await services.createKey();
    const test = await services.createKey({ accountId: own.accountId, env: 'test' });
    const made = await create({ kind: 'rk', scopes: ['tryon:read'] }, own.key);
    const page = await gateway.send('GET', '/v1/keys?limit=1', { key: own.key });
    const idsOf = (reply: Reply): unknown => (list(reply.body['data']) as { id: string }[]).map(({ id }) => id);
    expect(idsOf(page)).toEqual([made.id]);
    expect(list(page.body['pagination'])).toEqual({ limit: 1, offset: 0, total: 2, hasMore: true });
    expect(page.headers.get('link')).toBe('</v1/keys?limit=1&offset=1>; rel="next"');
    expect(idsOf(await gateway.send('GET', '/v1/keys?offset=1', { key: own.key }))).toEqual([own.keyId]);
    expect(idsOf(await gateway.send('GET', '/v1/keys', { key: test.key }))).toEqual([test.keyId]);
    expect(codeOf(await gateway.send('GET', '/v1/keys?limit=0', { key: own.key }))).toEqual([400, 'invalid_limit']);
  });
});

describe('what another mode or account owns', () => {
  const attempts = [
    ['GET', '', undefined],
    ['PATCH', '', { name: 'mine' }],
    ['DELETE', '', undefined],
    ['POST', '/rotate', {}],
  ] as const;

  it.each(attempts)('is to %s %s as if it were not there', async (method, rest, body) => {
    const live = await services.createKey();
    const test = await services.createKey({ accountId: live.accountId, env: 'test' });
    const stranger = await services.createKey();
    const sent = body === undefined ? {} : { body };
    const errors = [];
    for (const [asking, id] of [
      [live.key, NOWHERE],
      [stranger.key, live.keyId],
      [test.key, live.keyId],
      [live.key, test.keyId],
    ] as const) {
      const reply = await gateway.send(method, `/v1/keys/${id}${rest}`, { key: asking, ...sent });
      errors.push([...codeOf(reply), reply.body['error']['message']]);
    }
    expect(errors).toEqual(errors.map(() => [404, 'key_not_found', 'There is no API key with this id.']));
    expect(await statuses(live.key)).toEqual([200, 200]);
    expect(await statuses(test.key)).toEqual([200, 200]);
  });
});

describe('PATCH /v1/keys/{id}', () => {
  const patch = (id: string, body: object, asking: string = key) =>
    gateway.send('PATCH', `/v1/keys/${id}`, { key: asking, body });

  it('changes what is named, on every gateway', async () => {
    const made = await create({ kind: 'rk', name: 'a', scopes: ['sessions:read'] });
    expect(await statuses(secretOf(made))).toEqual([200, 200]);
    const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
    const changed = await patch(made.id, { name: 'b', scopes: ['tryon:read'], expiresAt });
    expect(changed.body['data']).toMatchObject({ name: 'b', scopes: ['tryon:read'], expiresAt });
    await waitFor(async () => (await statuses(secretOf(made))).every((status) => status === 403), { timeoutMs: 1000 });
    const kept = await patch(made.id, {});
    expect(kept.body['data']).toMatchObject({ name: 'b', scopes: ['tryon:read'], expiresAt });
    expect((await patch(made.id, { expiresAt: null })).body['data']['expiresAt']).toBeNull();
  });

  it('moves a publishable key to other pages', async () => {
    const made = await create({ kind: 'pk', allowedOrigins: ['https://a.example'] });
    await patch(made.id, { allowedOrigins: ['https://b.example'] });
    const from = async (origin: string) =>
      (
        await second.send('GET', '/v1/tryon/try_01K0000000000000000000000A', {
          key: secretOf(made),
          headers: { origin },
        })
      ).status;
    await waitFor(async () => (await from('https://b.example')) === 404, { timeoutMs: 1000 });
    expect(await from('https://a.example')).toBe(403);
    expect(codeOf(await patch(made.id, { scopes: ['sessions:read'] }))).toEqual([400, 'invalid_scopes']);
  });

  it('neither gives a permission that the requesting key does not have, nor changes a stronger key', async () => {
    const weak = await keyWith(['keys:manage', 'tryon:read'], accountId);
    const own = await create({ kind: 'rk', scopes: ['tryon:read'] }, weak);
    expect(codeOf(await patch(own.id, { scopes: ['tryon:write'] }, weak))).toEqual([403, 'scope_not_grantable']);
    const strong = await create({ kind: 'rk', scopes: ['tryon:write'] });
    expect(codeOf(await patch(strong.id, { name: 'x' }, weak))).toEqual([403, 'scope_not_grantable']);
    const rotation = await gateway.send('POST', `/v1/keys/${strong.id}/rotate`, { key: weak, body: {} });
    expect(codeOf(rotation)).toEqual([403, 'scope_not_grantable']);
    expect((await gateway.send('DELETE', `/v1/keys/${strong.id}`, { key: weak })).status).toBe(200);
  });

  it('lets a key give up its own permission to manage keys', async () => {
    const own = await services.createKey();
    expect((await patch(own.keyId, { scopes: ['sessions:read'] }, own.key)).status).toBe(200);
    expect(codeOf(await patch(own.keyId, { name: 'back' }, own.key))).toEqual([403, 'insufficient_scope']);
  });

  it('rejects keys that have ended', async () => {
    const made = await create({ kind: 'rk', scopes: ['tryon:read'] });
    await gateway.send('DELETE', `/v1/keys/${made.id}`, { key });
    const refused = await patch(made.id, { expiresAt: null });
    expect(codeOf(refused)).toEqual([409, 'key_not_active']);
    expect(refused.body['error']['message']).toBe(`The key ${made.id} is revoked: create a new one.`);
  });
});

describe('DELETE /v1/keys/{id}', () => {
  it('ends the key on every gateway within a second, and its record stays', async () => {
    const made = await create({ kind: 'rk', scopes: ['sessions:read'] });
    expect(await statuses(secretOf(made))).toEqual([200, 200]);
    const revoked = await gateway.send('DELETE', `/v1/keys/${made.id}`, { key });
    expect(revoked.body['data']).toMatchObject({ status: 'revoked', revokedAt: expect.any(String) });
    await waitFor(async () => (await statuses(secretOf(made))).every((status) => status === 401), { timeoutMs: 1000 });
    const again = await gateway.send('DELETE', `/v1/keys/${made.id}`, { key });
    expect([again.status, again.body['data']['revokedAt']]).toEqual([200, revoked.body['data']['revokedAt']]);
  });

  it('lets a key end itself', async () => {
    const own = await services.createKey();
    expect((await gateway.send('DELETE', `/v1/keys/${own.keyId}`, { key: own.key })).status).toBe(200);
    expect((await gateway.send('GET', '/v1/keys', { key: own.key })).status).toBe(401);
  });
});

describe('POST /v1/keys/{id}/rotate', () => {
  const rotate = (id: string, body: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    gateway.send('POST', `/v1/keys/${id}/rotate`, { key, body, headers });
  const endOf = (reply: Loose): number => Date.parse(text(reply['expiresAt']));
  const show = async (id: string) => (await gateway.send('GET', `/v1/keys/${id}`, { key })).body['data'];

  it('creates an equal key, and lets both work during the overlap', async () => {
    const expiresAt = new Date(Date.now() + 30 * DAY_MS).toISOString();
    const old = await create({ kind: 'pk', name: 'Shop', allowedOrigins: ['https://a.example'], expiresAt });
    const fresh = await rotate(old.id, { overlapDays: 7 });
    expect(fresh.body['data']).toMatchObject({
      name: 'Shop',
      kind: 'pk',
      scopes: list(old.body['data']['scopes']),
      allowedOrigins: ['https://a.example'],
      expiresAt,
      replacedBy: null,
    });
    expect(secretOf(fresh)).toMatch(/^drp_pk_live_/);
    const left = await show(old.id);
    expect(left['replacedBy']).toBe(fresh.id);
    expect(Math.abs(endOf(left) - Date.now() - 7 * DAY_MS)).toBeLessThan(60_000);
  });

  it('ends the old key at once without an overlap, on every gateway', async () => {
    const old = await create({ kind: 'rk', scopes: ['sessions:read'] });
    expect(await statuses(secretOf(old))).toEqual([200, 200]);
    const fresh = await rotate(old.id, { overlapDays: 0 });
    await waitFor(async () => (await statuses(secretOf(old))).every((status) => status === 401), { timeoutMs: 1000 });
    expect(await statuses(secretOf(fresh))).toEqual([200, 200]);
  });

  it('does not make an old key last longer than it would have', async () => {
    const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
    const old = await create({ kind: 'rk', scopes: ['tryon:read'], expiresAt });
    await rotate(old.id, { overlapDays: 7 });
    expect((await show(old.id))['expiresAt']).toBe(expiresAt);
  });

  it('happens once per key, and then names the key that took its place', async () => {
    const old = await create({ kind: 'rk', scopes: ['tryon:read'] });
    const both = await Promise.all([rotate(old.id), rotate(old.id)]);
    const fresh = both.find(({ status }) => status === 200);
    const late = both.find(({ status }) => status === 409);
    expect(late?.body['error']).toMatchObject({
      code: 'key_already_rotated',
      message: `The key ${old.id} was rotated already: ${fresh?.id} took its place.`,
    });
    const patched = await gateway.send('PATCH', `/v1/keys/${old.id}`, { key, body: { expiresAt: null } });
    expect(codeOf(patched)).toEqual([409, 'key_already_rotated']);
    expect((await rotate(text(fresh?.id))).status).toBe(200);
  });

  it('rejects keys that have ended, and overlaps of more than a week', async () => {
    const old = await create({ kind: 'rk', scopes: ['tryon:read'] });
    expect(codeOf(await rotate(old.id, { overlapDays: 8 }))).toEqual([400, 'invalid_parameter']);
    await gateway.send('DELETE', `/v1/keys/${old.id}`, { key });
    expect(codeOf(await rotate(old.id))).toEqual([409, 'key_not_active']);
  });

  it('creates one successor for repetitions of a request', async () => {
    const old = await create({ kind: 'rk', scopes: ['tryon:read'] });
    const first = await rotate(old.id, {}, { 'idempotency-key': 'rotate-once' });
    const again = await rotate(old.id, {}, { 'idempotency-key': 'rotate-once' });
    expect([again.status, again.id, again.body['data']['key']]).toEqual([200, first.id, null]);
  });
});

describe('keys:manage', () => {
  it('is needed, and enough', async () => {
    const all = await keyWith(SCOPES.filter((scope) => scope !== 'keys:manage'));
    expect(codeOf(await gateway.send('GET', '/v1/keys', { key: all }))).toEqual([403, 'insufficient_scope']);
    const only = await keyWith(['keys:manage']);
    expect((await gateway.send('GET', '/v1/keys', { key: only })).status).toBe(200);
  });
});
