import { newId } from '@drape/contracts';
import { photoKey, resultPrefix } from '@drape/storage';
import { waitFor } from '@drape/testkit';
import { describe, expect, it } from '@jest/globals';
import { finishTryOn, startGateway } from './harness';
import { goodBody } from './pictures';
import { gateway, key, services, useGateway } from './running';

useGateway();

const create = async (more: Record<string, unknown> = {}) =>
  (await gateway.send('POST', '/v1/tryon', { key, body: goodBody(more), headers: { prefer: 'wait=0' } })).id;
const sessionOf = async (id: string) => (await services.db.tryOns.find(id))?.sessionId ?? '';
const send = (method: string, path: string, headers: Record<string, string> = {}) =>
  gateway.send(method, path, { key, headers });

describe('POST /v1/tryon/:id/cancel', () => {
  it('ends a queued try-on, wakes who waits for it, and may be repeated', async () => {
    const id = await create();
    const waiting = send('GET', `/v1/tryon/${id}`, { prefer: 'wait=20' });
    const canceled = await send('POST', `/v1/tryon/${id}/cancel`);
    expect([canceled.status, canceled.body['data']['status'], canceled.body['data']['error']]).toEqual([
      200,
      'canceled',
      null,
    ]);
    expect((await waiting).body['data']['status']).toBe('canceled');
    expect((await send('POST', `/v1/tryon/${id}/cancel`)).status).toBe(200);
    expect(await services.db.tryOns.claim(id, { leaseMs: 1000 })).toBeNull();
  });

  it('takes the row away from a running attempt', async () => {
    const id = await create();
    await services.db.tryOns.claim(id, { leaseMs: 60_000 });
    expect((await send('POST', `/v1/tryon/${id}/cancel`)).status).toBe(200);
    expect(await services.db.tryOns.setStage(id, 1, 'warp')).toBe(false);
  });

  it('is a conflict once the try-on has ended, and 404 for another account’s', async () => {
    const id = await create();
    await finishTryOn({ services, id });
    const { status, body } = await send('POST', `/v1/tryon/${id}/cancel`);
    expect([status, body['error']['code']]).toEqual([409, 'tryon_already_finished']);
    const { key: stranger } = await services.createKey();
    expect((await gateway.send('POST', `/v1/tryon/${id}/cancel`, { key: stranger })).status).toBe(404);
    expect((await send('POST', `/v1/tryon/${newId('try')}/cancel`)).status).toBe(404);
  });
});

describe('DELETE /v1/tryon/:id', () => {
  it('erases record, photo and result', async () => {
    const id = await create();
    await finishTryOn({ services, id, picture: Buffer.from('x') });
    const { status, body } = await send('DELETE', `/v1/tryon/${id}`);
    expect([status, body['data']['id']]).toEqual([200, id]);
    expect((await send('GET', `/v1/tryon/${id}`)).status).toBe(404);
    expect(await services.store.exists(photoKey(id))).toBe(false);
    expect(await services.store.list(resultPrefix(id))).toEqual([]);
    expect((await send('DELETE', `/v1/tryon/${id}`)).status).toBe(404);
  });

  it('erases nothing while the store is away, and says so', async () => {
    const id = await create();
    const lost = await startGateway({ ...services.env, S3_ENDPOINT: 'http://127.0.0.1:1' });
    for (const path of [`/v1/tryon/${id}`, `/v1/sessions/${await sessionOf(id)}`]) {
      const { status, headers, body } = await lost.send('DELETE', path, { key });
      expect([status, body['error']['code'], headers.get('retry-after')]).toEqual([503, 'service_unavailable', '2']);
      expect(body['error']['message']).toMatch(/nothing is erased/);
    }
    await lost.stop();
    expect(await services.store.exists(photoKey(id))).toBe(true);
    expect((await send('DELETE', `/v1/tryon/${id}`)).status).toBe(200);
  });
});

describe('GET /v1/tryon/:id/image', () => {
  it('leads to the picture', async () => {
    const id = await create();
    await finishTryOn({ services, id, picture: Buffer.from('a picture') });
    const { status, headers } = await send('GET', `/v1/tryon/${id}/image`);
    expect(status).toBe(302);
    expect(await (await fetch(headers.get('location') ?? '')).text()).toBe('a picture');
  });

  it('says why there is none', async () => {
    const id = await create();
    const early = await send('GET', `/v1/tryon/${id}/image`);
    expect(early.status).toBe(409);
    expect(early.body['error']).toMatchObject({ code: 'tryon_not_completed', retryable: true });
    expect(early.headers.get('retry-after')).toBe('1');
    await finishTryOn({ services, id });
    const failed = await send('GET', `/v1/tryon/${id}/image`);
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([409, null]);
    expect(failed.body['error']).toMatchObject({ code: 'tryon_has_no_picture', retryable: false });
    const canceled = await create();
    await send('POST', `/v1/tryon/${canceled}/cancel`);
    const none = await send('GET', `/v1/tryon/${canceled}/image`);
    expect(none.body['error']).toMatchObject({
      code: 'tryon_has_no_picture',
      message: expect.stringContaining('canceled'),
    });
    const unkept = await create({ retentionSeconds: 0 });
    await finishTryOn({ services, id: unkept, picture: Buffer.from('x') });
    const never = await send('GET', `/v1/tryon/${unkept}/image`);
    expect(never.body['error']).toMatchObject({
      code: 'tryon_has_no_picture',
      message: 'The try-on has no picture: its retentionSeconds is 0.',
    });
  });

  it('is gone past its retention', async () => {
    const id = await create({ retentionSeconds: 1 });
    await finishTryOn({ services, id, picture: Buffer.from('x') });
    const late = await waitFor(async () => {
      const reply = await send('GET', `/v1/tryon/${id}/image`);
      return reply.status === 302 ? null : reply;
    });
    expect([late.status, late.body['error']['code']]).toEqual([410, 'image_expired']);
  });
});

describe('ETag', () => {
  it('answers 304 without counting while nothing has changed', async () => {
    const id = await create();
    const first = await send('GET', `/v1/tryon/${id}`);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{27}"$/);
    const remaining = Number(first.headers.get('x-ratelimit-remaining'));
    const second = await send('GET', `/v1/tryon/${id}`, { 'if-none-match': tag });
    expect([second.status, second.text, second.headers.get('etag')]).toEqual([304, '', tag]);
    expect(Number(second.headers.get('x-ratelimit-remaining'))).toBe(remaining);
    await finishTryOn({ services, id, picture: Buffer.from('x') });
    const third = await send('GET', `/v1/tryon/${id}`, { 'if-none-match': tag });
    expect(third.status).toBe(200);
    const done = third.headers.get('etag') ?? '';
    expect((await send('GET', `/v1/tryon/${id}`, { 'if-none-match': `W/"other", ${done}` })).status).toBe(304);
  });
});

describe('Cancel-After', () => {
  it('sets the deadline', async () => {
    const options = { key, body: goodBody(), headers: { prefer: 'wait=0', 'cancel-after': '7' } };
    const { id } = await gateway.send('POST', '/v1/tryon', options);
    const row = await services.db.tryOns.find(id);
    const seconds = ((row?.deadlineAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)) / 1000;
    expect(seconds).toBeCloseTo(7, 0);
  });

  it.each(['0', '3601', 'soon', '-1', '1.5'])('refuses %s', async (text) => {
    const { status, body } = await gateway.send('POST', '/v1/tryon', {
      key,
      body: goodBody(),
      headers: { 'cancel-after': text },
    });
    expect([status, body['error']['param']]).toEqual([400, 'Cancel-After']);
  });
});
