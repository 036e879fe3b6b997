import { beforeAll, describe, expect, it } from '@jest/globals';
import type { TestKey } from './harness';
import { goodBody } from './pictures';
import { gateway, services, useGateway } from './running';
import { textOf } from './text-of';

const SHOP = 'https://shop.example';
let secret: TestKey;

useGateway();

beforeAll(async () => {
  secret = await services.createKey();
});

const send = (key: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  gateway.send(method, path, {
    key,
    headers: { prefer: 'wait=0', ...headers },
    ...(body === undefined ? {} : { body }),
  });

async function mint(body: Record<string, unknown> = {}): Promise<{ token: string; sessionId: string }> {
  const answer = await send(secret.key, 'POST', '/v1/client-tokens', body);
  expect(answer.status).toBe(200);
  const { token, sessionId } = answer.body['data'];
  return { token: textOf(token), sessionId: textOf(sessionId) };
}

const codeOf = (answer: { status: number; body: Record<string, Record<string, unknown>> }) => [
  answer.status,
  answer.body['error']?.['code'],
];

describe('a client token', () => {
  it('tries on, measures and reads within its session', async () => {
    const { token, sessionId } = await mint({ sessionId: 'shopper-1' });
    expect(sessionId).toBe('shopper-1');
    const made = await send(token, 'POST', '/v1/tryon', goodBody());
    expect([made.status, made.body['data']['sessionId']]).toEqual([200, 'shopper-1']);
    expect((await send(token, 'GET', `/v1/tryon/${made.id}`)).status).toBe(200);
    expect((await send(token, 'GET', `/v1/products/${textOf(made.body['data']['productId'])}`)).status).toBe(200);
    const measured = await send(token, 'POST', '/v1/measurements', { chest: 98 });
    expect([measured.status, measured.body['data']['sessionId']]).toEqual([200, 'shopper-1']);
  });

  it('sees nothing outside it: neither other try-ons nor products that it has not tried', async () => {
    const { token } = await mint();
    const { id, body } = await send(secret.key, 'POST', '/v1/tryon', goodBody({ sessionId: 'somebody' }));
    expect(codeOf(await send(token, 'GET', `/v1/tryon/${id}`))).toEqual([404, 'tryon_not_found']);
    const product = `/v1/products/${textOf(body['data']['productId'])}`;
    expect(codeOf(await send(token, 'GET', product))).toEqual([404, 'product_not_found']);
    const other = await send(token, 'POST', '/v1/tryon', goodBody({ sessionId: 'somebody' }));
    expect(codeOf(other)).toEqual([404, 'session_not_found']);
    const refused = await send(token, 'GET', '/v1/sessions');
    expect(codeOf(refused)).toEqual([403, 'insufficient_scope']);
    expect(refused.body['error']['message']).toMatch(/^The client token needs the permission sessions:read; it has /);
    expect(codeOf(await send(token, 'POST', '/v1/client-tokens', {}))).toEqual([403, 'insufficient_scope']);
  });

  it('ends with its session, even where one of the same name is created again', async () => {
    const { token, sessionId } = await mint({ sessionId: 'erased' });
    expect((await send(token, 'POST', '/v1/measurements', { chest: 98 })).status).toBe(200);
    await send(secret.key, 'DELETE', `/v1/sessions/${sessionId}`);
    await mint({ sessionId: 'erased' });
    await expectWithin(
      1_500,
      async () =>
        codeOf(await send(token, 'POST', '/v1/measurements', { chest: 98 })).join() === '401,revoked_client_token',
    );
  });

  it('ends with the key that made it', async () => {
    const own = await services.createKey();
    const { body } = await send(own.key, 'POST', '/v1/client-tokens', {});
    const token = textOf(body['data']['token']);
    expect((await send(token, 'POST', '/v1/measurements', { chest: 98 })).status).toBe(200);
    await services.db.apiKeys.revoke(own.accountId, own.keyId);
    await expectWithin(
      1_500,
      async () =>
        codeOf(await send(token, 'POST', '/v1/measurements', { chest: 98 })).join() === '401,revoked_client_token',
    );
  });

  it('may do no more than the key that made it, also where that key loses a permission', async () => {
    const scopes = ['tokens:write', 'tryon:write', 'measurements:write'] as const;
    const rk = await services.createKey({ accountId: secret.accountId, kind: 'rk', scopes });
    const { body } = await send(rk.key, 'POST', '/v1/client-tokens', { sessionId: 'visit-7' });
    const token = textOf(body['data']['token']);
    const { id } = await send(secret.key, 'POST', '/v1/tryon', goodBody({ sessionId: 'visit-7' }));
    const read = await send(token, 'GET', `/v1/tryon/${id}`);
    expect(read.body['error']).toMatchObject({
      code: 'insufficient_scope',
      requiredScope: 'tryon:read',
      grantedScopes: ['tryon:write', 'measurements:write'],
    });
    expect((await send(token, 'POST', '/v1/measurements', { chest: 98 })).status).toBe(200);
    const change = { scopes: ['tokens:write', 'tryon:write'] };
    expect((await send(secret.key, 'PATCH', `/v1/keys/${rk.keyId}`, change)).status).toBe(200);
    await expectWithin(
      1_500,
      async () =>
        codeOf(await send(token, 'POST', '/v1/measurements', { chest: 98 })).join() === '403,insufficient_scope',
    );
  });

  it('cannot be made by a key that has no permission to give', async () => {
    const rk = await services.createKey({ accountId: secret.accountId, kind: 'rk', scopes: ['tokens:write'] });
    const refused = await send(rk.key, 'POST', '/v1/client-tokens', { sessionId: 'visit-7' });
    expect(codeOf(refused)).toEqual([403, 'scope_not_grantable']);
  });

  it('creates as many try-ons as it may, however many are requested at once', async () => {
    const { token } = await mint({ maxTryOns: 2 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(token, 'POST', '/v1/tryon', goodBody())));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body['error']).toMatchObject({ code: 'client_token_used_up', retryable: false });
  });

  it('works in the pages that it names, and can be read there', async () => {
    const { token } = await mint({ origins: [SHOP] });
    const here = await send(token, 'POST', '/v1/measurements', { chest: 98 }, { origin: SHOP });
    expect([here.status, here.headers.get('access-control-allow-origin')]).toEqual([200, SHOP]);
    const there = await send(token, 'POST', '/v1/measurements', { chest: 98 }, { origin: 'https://evil.example' });
    expect(codeOf(there)).toEqual([403, 'origin_not_allowed']);
  });

  it('is rejected where it was changed or is not a token', async () => {
    const { token } = await mint();
    const changed = token.replace(/.(?=.$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
    for (const wrong of [changed, 'drp_ct_live_abc.def', 'drp_ct_']) {
      expect(codeOf(await send(wrong, 'POST', '/v1/measurements', { chest: 98 }))).toEqual([
        401,
        'invalid_client_token',
      ]);
    }
  });

  it('of a test key works on test data', async () => {
    const test = await services.createKey({ accountId: secret.accountId, env: 'test' });
    const { body } = await send(test.key, 'POST', '/v1/client-tokens', {});
    expect(body['data']['token']).toMatch(/^drp_ct_test_/);
    const made = await send(textOf(body['data']['token']), 'POST', '/v1/tryon', goodBody());
    expect(made.body['data']['livemode']).toBe(false);
  });
});

describe('POST /v1/client-tokens', () => {
  it('names each fault of its body', async () => {
    const body = { ttlSeconds: 100_000, origins: ['shop.example'], maxTryOns: 0 };
    const { status, body: answer } = await send(secret.key, 'POST', '/v1/client-tokens', body);
    const details = answer['error']['details'] as unknown as { param: string }[];
    expect([status, details.map(({ param }) => param)]).toEqual([400, ['ttlSeconds', 'maxTryOns', 'origins.0']]);
  });

  it('is for secret keys', async () => {
    const pk = await services.createKey({ kind: 'pk', allowedOrigins: [SHOP] });
    expect(codeOf(await send(pk.key, 'POST', '/v1/client-tokens', {}, { origin: SHOP }))).toEqual([
      403,
      'insufficient_scope',
    ]);
  });
});

/** Revocation is seen within a second, and not always at once. */
async function expectWithin(ms: number, holds: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + ms;
  while (!(await holds())) expect(performance.now()).toBeLessThan(until);
}
