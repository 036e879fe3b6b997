import { renderAdvice } from '@drape/fit';
import { describe, expect, it } from '@jest/globals';
import { newId, warning, WARNINGS, type FailureCode, type FailureFields } from '@drape/contracts';
import { finishTryOn, startGateway } from './harness';
import { goodBody } from './pictures';
import { gateway, key, services, useGateway } from './running';
import { textOf } from './text-of';

useGateway();

async function createTryOn(): Promise<string> {
  const options = { key, body: goodBody(), headers: { prefer: 'wait=0' } };
  return (await gateway.send('POST', '/v1/tryon', options)).id;
}

describe('GET /v1/tryon/:id', () => {
  it('answers at once with the state of an unfinished try-on', async () => {
    const id = await createTryOn();
    const { status, headers, body } = await gateway.send('GET', `/v1/tryon/${id}`, { key });
    expect([status, body['data']['status'], headers.get('retry-after')]).toEqual([200, 'queued', '1']);
    await services.db.tryOns.claim(id, { leaseMs: 60_000 });
    await services.db.tryOns.setStage(id, 1, 'pose');
    const running = await gateway.send('GET', `/v1/tryon/${id}`, { key });
    expect(running.body['data']).toMatchObject({ status: 'processing', stage: 'pose', progress: 0.375, attempts: 1 });
  });

  it('gives the same 404 for an unknown id, a malformed one, and one of another account', async () => {
    const id = await createTryOn();
    const stranger = await services.createKey();
    const replies = [
      await gateway.send('GET', `/v1/tryon/${newId('try')}`, { key }),
      await gateway.send('GET', '/v1/tryon/%00', { key }),
      await gateway.send('GET', `/v1/tryon/${id}`, { key: stranger.key }),
    ];
    for (const { status, body } of replies) {
      expect(status).toBe(404);
      expect(body['error']).toEqual(replies[0]?.body['error']);
      expect(body['error']['code']).toBe('tryon_not_found');
    }
  });

  it('waits for the end with Prefer: wait=N, also on a gateway that does not get the wake-up', async () => {
    const elsewhere = await startGateway(services.env);
    for (const one of [gateway, elsewhere]) {
      const id = await createTryOn();
      const pending = one.send('GET', `/v1/tryon/${id}`, { key, headers: { prefer: 'wait=20' } });
      await finishTryOn({ services, id });
      const { headers, body } = await pending;
      expect(body['data']['status']).toBe('failed');
      expect(headers.get('preference-applied')).toBe('wait=20');
    }
    await elsewhere.stop();
  });

  it('shows the shop its request, its key and how long its render took', async () => {
    const own = await services.createKey();
    const body = goodBody();
    const made = await gateway.send('POST', '/v1/tryon', { key: own.key, body, headers: { prefer: 'wait=0' } });
    await finishTryOn({ services, id: made.id, picture: Buffer.from('x') });
    const got = await gateway.send('GET', `/v1/tryon/${made.id}`, { key: own.key });
    const facts = { requestId: made.body['requestId'], apiKeyId: own.keyId, stages: [{ name: 'pose', ms: 5 }] };
    expect(got.body['data']).toMatchObject(facts);
    expect(got.body['requestId']).not.toBe(facts.requestId);
  });

  it.each(['publishable key', 'client token'])('tells nothing of that to a %s', async (holder) => {
    const secret = await services.createKey();
    const origin = 'https://shop.example';
    const pk = await services.createKey({ accountId: secret.accountId, kind: 'pk', allowedOrigins: [origin] });
    const minted = await gateway.send('POST', '/v1/client-tokens', { key: secret.key, body: { sessionId: 'visit' } });
    const asker = holder === 'client token' ? textOf(minted.body['data']['token']) : pk.key;
    const ask = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
      gateway.send(method, path, {
        key: asker,
        headers: { origin, ...headers },
        ...(body === undefined ? {} : { body }),
      });
    const { id, body: first } = await ask('POST', '/v1/tryon', { prefer: 'wait=0' }, goodBody());
    await finishTryOn({ services, id, picture: Buffer.from('x') });
    const session = { 'x-drape-session': textOf(first['data']['sessionId']) };
    const { body: one } = await ask('GET', `/v1/tryon/${id}`, session);
    const { body: list } = await ask('GET', '/v1/tryon', session);
    const nothing = { stages: [], requestId: null, apiKeyId: null };
    expect(first['data']).toMatchObject(nothing);
    expect(one['data']).toMatchObject({ status: 'completed', ...nothing });
    expect(list['data']).toMatchObject([nothing]);
  });

  it('shows no picture where none was to be stored, and says so', async () => {
    const body = goodBody({ retentionSeconds: 0 });
    const posted = await gateway.send('POST', '/v1/tryon', { key, body, headers: { prefer: 'wait=0' } });
    const id = posted.id;
    await finishTryOn({ services, id, picture: Buffer.from('x') });
    const { body: got } = await gateway.send('GET', `/v1/tryon/${id}`, { key });
    expect(got['data']).toMatchObject({ status: 'completed', fitScore: 61, resultImageUrl: null, image: null });
    const codes = JSON.parse(JSON.stringify(got['data']['warnings'])) as { code: string; about: string }[];
    expect(codes).toContainEqual(expect.objectContaining({ code: 'result_not_kept', about: 'request' }));
  });

  it('says that a try-on past its deadline has expired, and which deadline that was', async () => {
    const id = newId('try');
    const { accountId } = await services.createKey();
    const { key: own } = await services.createKey({ accountId });
    const owner = { accountId, env: 'live' } as const;
    const session = await services.db.sessions.getOrCreate(owner, null);
    await services.db.tryOns.insertQueued({
      id,
      owner,
      sessionId: session.id,
      requestId: 'req_1',
      gatewayId: 'gtw_1',
      deadlineMs: -1,
      ...{
        productImageUrl: 'https://a.example/',
        photoKey: `photos/${id}`,
        photoSha256: 'a'.repeat(64),
        photoBytes: 1,
      },
    });
    await services.db.tryOns.expireOverdue(10);
    const { status, body } = await gateway.send('GET', `/v1/tryon/${id}`, { key: own });
    expect([status, body['success'], body['data']['status'], body['error']['code']]).toEqual([
      ...[200, false, 'expired', 'deadline_exceeded'],
    ]);
    expect(body['error']).toMatchObject({
      message: `The try-on was not finished by its deadline, ${textOf(body['data']['deadlineAt'])}.`,
      retryable: true,
    });
  });

  const failures: readonly (readonly [string, FailureCode, FailureFields])[] = [
    ['what a photo has to show that did not show enough', 'body_not_visible', { needed: ['legs'] }],
    ['what a product shows instead of its category', 'category_mismatch', { detected: 'skirt', confidence: 0.98 }],
    [
      'which categories a product may belong to',
      'category_ambiguous',
      {
        candidates: [
          { category: 'top', confidence: 0.55 },
          { category: 'jacket', confidence: 0.4 },
        ],
      },
    ],
  ];

  it.each(failures)('says in the error %s', async (_, code, fields) => {
    const id = await createTryOn();
    const { attempt = 0 } = (await services.db.tryOns.claim(id, { leaseMs: 60_000 })) ?? {};
    await services.db.tryOns.fail(id, attempt, { code, detail: 'It is so.', fields });
    const { body } = await gateway.send('GET', `/v1/tryon/${id}`, { key });
    expect(body['error']).toMatchObject({ code, message: 'It is so.', ...fields });
    expect(body['data']['error']).toEqual(body['error']);
  });

  it('shows the shopper what is for the shopper, and the merchant’s advice beside it', async () => {
    const id = await createTryOn();
    const advice = renderAdvice(['photo_sharper', 'garment_category_guessed'], 'top');
    await finishTryOn({ services, id, picture: Buffer.from('x'), advice });
    const { body } = await gateway.send('GET', `/v1/tryon/${id}`, { key });
    expect(body['data']['advice']).toMatchObject([
      { code: 'photo_sharper', about: 'shopper' },
      { code: 'garment_category_guessed', about: 'merchant' },
    ]);
    expect(body['data']['recommendations']).toEqual(['A larger photo in good light would bring out more detail.']);
  });

  it('says of each warning whether it is about the photo or the product', async () => {
    const id = await createTryOn();
    const warnings = [warning('large_fill'), { code: 'garment_unclear', message: 'Unclear.' }];
    await finishTryOn({ services, id, picture: Buffer.from('x'), warnings });
    const { body } = await gateway.send('GET', `/v1/tryon/${id}`, { key });
    expect(body['data']['warnings']).toEqual([
      { code: 'large_fill', message: WARNINGS.large_fill.text, about: 'photo' },
      { code: 'garment_unclear', message: 'Unclear.', about: 'product' },
    ]);
  });
});
