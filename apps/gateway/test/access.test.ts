import { generateApiKey } from '@drape/access';
import type { ApiKeyRecord } from '@drape/db';
import { describe, expect, it } from '@jest/globals';
import { createKeyCache } from '../src/keys/key-cache';
import { sendRaw } from './harness';
import { goodBody } from './pictures';
import { gateway, services, useGateway } from './running';

useGateway();

const PATH = '/v1/tryon/try_01K0000000000000000000000A';

describe('an API key', () => {
  it.each([
    ['missing', {}, 'missing_api_key'],
    ['of another scheme', { authorization: 'Basic YTpi' }, 'missing_api_key'],
    ['empty', { authorization: 'Bearer ' }, 'missing_api_key'],
    ['mistyped', { authorization: 'Bearer drp_sk_live_00000000000000000000000000000000' }, 'invalid_api_key'],
    ['unknown', { authorization: `Bearer ${generateApiKey({ kind: 'sk', env: 'live' }).key}` }, 'invalid_api_key'],
  ])('that is %s is 401', async (_name, headers, code) => {
    const reply = await gateway.send('GET', PATH, { headers });
    expect([reply.status, reply.body['error']['code']]).toEqual([401, code]);
    expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  it('followed by something else is 401', async () => {
    const { key } = await services.createKey();
    for (const more of [' x', `  ${key}`, ', Basic YTpi']) {
      const { status, body } = await gateway.send('GET', PATH, { headers: { authorization: `Bearer ${key}${more}` } });
      expect([more, status, body['error']['code']]).toEqual([more, 401, 'invalid_api_key']);
    }
    expect((await gateway.send('GET', PATH, { headers: { authorization: `bearer  ${key} ` } })).status).toBe(404);
  });

  it('that has expired, or expires while it is cached, is 401', async () => {
    const old = await services.createKey({ expiresAt: new Date(Date.now() - 1000) });
    expect((await gateway.send('GET', PATH, { key: old.key })).body['error']['code']).toBe('expired_api_key');
  });

  it('that is revoked stops working once the gateways have forgotten it', async () => {
    const { key, keyId, accountId } = await services.createKey();
    expect((await gateway.send('GET', PATH, { key })).status).toBe(404);
    await services.db.apiKeys.revoke(accountId, keyId);
    gateway.forgetKeys();
    const reply = await gateway.send('GET', PATH, { key });
    expect([reply.status, reply.body['error']['code']]).toEqual([401, 'revoked_api_key']);
  });

  it('without the permission is 403 and says which it needs', async () => {
    const { key } = await services.createKey({ scopes: ['tryon:read', 'products:read'] });
    const reply = await gateway.send('POST', '/v1/tryon', { key, body: goodBody() });
    expect(reply.status).toBe(403);
    expect(reply.body['error']).toMatchObject({
      ...{ code: 'insufficient_scope', requiredScope: 'tryon:write', grantedScopes: ['tryon:read', 'products:read'] },
    });
  });

  it('is asked for before the body is sent', async () => {
    const { key } = await services.createKey();
    let continued = 0;
    const send = (headers: Record<string, string>) => {
      const length = { 'content-length': '2', 'content-type': 'application/json', expect: '100-continue' };
      const onContinue = () => continued++;
      return sendRaw(gateway.port, {
        ...{ method: 'POST', path: '/v1/tryon', body: Buffer.from('{}'), onContinue },
        headers: { ...length, ...headers },
      });
    };
    expect((await send({})).status).toBe(401);
    expect((await send({ authorization: `Bearer ${key}`, 'content-length': '99999999' })).status).toBe(413);
    expect(continued).toBe(0);
    expect((await send({ authorization: `Bearer ${key}` })).status).toBe(400);
    expect(continued).toBe(1);
  });
});

describe('the key cache', () => {
  const record: ApiKeyRecord = {
    ...{ id: 'key_1', accountId: 'acc_1', name: '', kind: 'sk', env: 'live', last4: 'abcd', scopes: [] },
    ...{
      allowedOrigins: [],
      status: 'active',
      accountStatus: 'active',
      minQuality: 'fair',
      retentionSeconds: 604_800,
      expiresAt: new Date(20_000),
    },
    createdAt: new Date(0),
    lastUsedAt: null,
    revokedAt: null,
    replacedBy: null,
    family: ['key_1'],
    drapeVersion: '2026-11-01',
    plan: { name: 'free', limitPerHour: 100, inFlightMax: 2 },
  };

  it('looks a key up once in 30 s, shares a look-up, and does not cache unknown keys', async () => {
    let nowMs = 0;
    let lookUps = 0;
    const used: string[] = [];
    const cache = createKeyCache({
      clock: { now: () => nowMs, monotonic: () => nowMs },
      findKeyByHash: async (hash) => {
        lookUps++;
        return hash === 'known' ? record : null;
      },
      onUse: (id) => used.push(id),
    });
    const both = await Promise.all([cache.find('known'), cache.find('known')]);
    expect([lookUps, both[0], both[1]]).toEqual([1, record, record]);
    nowMs = 25_000;
    expect((await cache.find('known'))?.status).toBe('expired');
    expect(lookUps).toBe(1);
    nowMs = 30_000;
    await cache.find('known');
    expect([lookUps, used]).toEqual([2, ['key_1', 'key_1']]);
    await cache.find('other');
    await cache.find('other');
    expect(lookUps).toBe(4);
  });

  it('does not cache a failure', async () => {
    let fail = true;
    const cache = createKeyCache({
      clock: { now: () => 0, monotonic: () => 0 },
      findKeyByHash: () => (fail ? Promise.reject(new Error('down')) : Promise.resolve(record)),
    });
    await expect(cache.find('known')).rejects.toThrow('down');
    fail = false;
    expect(await cache.find('known')).toBe(record);
  });
});
