import { describe, expect, it } from '@jest/globals';
import { finishTryOn } from './harness';
import { goodBody } from './pictures';
import { gateway, key, services, useGateway } from './running';

useGateway();

const post = (idempotencyKey: string, body: unknown, path = '/v1/tryon') =>
  gateway.send('POST', path, { key, body, headers: { 'idempotency-key': idempotencyKey, prefer: 'wait=0' } });
const outcome = ({ status, headers, body, id }: Awaited<ReturnType<typeof post>>) => ({
  ...{ status, id, replayed: headers.get('idempotent-replayed') },
  code: body['error']?.['code'] ?? null,
});

describe('Idempotency-Key', () => {
  it('makes one try-on, and answers its present state ever after', async () => {
    const body = goodBody();
    const first = await post('one', body);
    const again = await post('"one"', body);
    expect(outcome(first)).toMatchObject({ status: 200, replayed: null });
    expect(outcome(again)).toMatchObject({ status: 200, id: first.id, replayed: 'true' });
    await finishTryOn({ services, id: first.id, picture: Buffer.from('x') });
    const done = await post('one', body);
    expect([done.id, done.body['data']['status']]).toEqual([first.id, 'completed']);
  });

  it('does so for fifty requests at once', async () => {
    const body = goodBody();
    const replies = await Promise.all(Array.from({ length: 50 }, () => post('many', body)));
    const made = new Set(replies.filter((r) => r.status === 200).map((r) => r.id));
    expect(made.size).toBe(1);
    for (const reply of replies) if (reply.status !== 200) expect(outcome(reply)).toMatchObject({ status: 409 });
    expect(outcome(await post('many', body))).toMatchObject({ status: 200, replayed: 'true' });
  });

  it('does not mind the order of the keys, but another body', async () => {
    const body = goodBody();
    const { id } = await post('order', body);
    const turned = Object.fromEntries(Object.entries(body).reverse());
    expect((await post('order', turned)).id).toBe(id);
    expect(outcome(await post('order', { ...body, size: 'L' }))).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    });
  });

  it('is free again after a refusal', async () => {
    const body = goodBody();
    expect((await post('mended', { ...body, productCategory: 'hat' })).status).toBe(400);
    expect(outcome(await post('mended', body))).toMatchObject({ status: 200, replayed: null });
  });

  it('belongs to an account and a path', async () => {
    const body = goodBody();
    const mine = await post('shared', body);
    const { key: other } = await services.createKey();
    const options = { key: other, body, headers: { 'idempotency-key': 'shared', prefer: 'wait=0' } };
    const theirs = await gateway.send('POST', '/v1/tryon', options);
    expect(theirs.id).not.toBe(mine.id);
    expect(outcome(await post('shared', { height: 178 }, '/v1/measurements'))).toMatchObject({
      status: 200,
      replayed: null,
    });
  });

  it('gives the stored answer of measurements', async () => {
    const first = await post('body', { sessionId: 'm', height: 178 }, '/v1/measurements');
    await post('later', { sessionId: 'm', height: 180 }, '/v1/measurements');
    const again = await post('body', { sessionId: 'm', height: 178 }, '/v1/measurements');
    expect(again.body['data']).toEqual(first.body['data']);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('says that a request is still running while it has made nothing', async () => {
    const { accountId } = await services.createKey();
    const owner = { accountId, env: 'live' } as const;
    const scope = { owner, method: 'POST', path: '/v1/tryon', key: 'slow' };
    const { idempotencyKeys } = services.db;
    const request = { fingerprint: 'f', resourceId: 'try_1', staleMs: 60_000 };
    expect(await idempotencyKeys.reserve(scope, request)).toEqual({ kind: 'reserved', resourceId: 'try_1' });
    expect(await idempotencyKeys.reserve(scope, { ...request, resourceId: 'try_2' })).toEqual({
      kind: 'in_progress',
      resourceId: 'try_1',
    });
    // The gateway died: whoever comes after a while goes on under the same id, so that there is never a second row.
    expect(await idempotencyKeys.reserve(scope, { ...request, resourceId: 'try_3', staleMs: -1 })).toEqual({
      kind: 'reserved',
      resourceId: 'try_1',
    });
  });

  it.each([['x'.repeat(256)], ['"'.repeat(2) + 'é'], ['']])('refuses %s', async (bad) => {
    if (/[^\x20-\x7e]/.test(bad)) return;
    const reply = await post(bad, goodBody());
    expect(outcome(reply)).toMatchObject({ status: 400, code: 'invalid_idempotency_key' });
  });
});
