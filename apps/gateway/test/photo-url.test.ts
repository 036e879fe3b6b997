import { liveOwner } from '@drape/testkit';
import { photoKey } from '@drape/storage';
import { describe, expect, it } from '@jest/globals';
import { goodBody, png } from './pictures';
import { accountId, gateway, key, services, useGateway } from './running';

useGateway({ DRAPE_FETCH_ALLOW: '127.0.0.1:7001' });

const PHOTO_URL = 'https://photos.example/me.jpg?token=s3cret';
const NOW = { prefer: 'wait=0' };
const post = (userPhoto: unknown, headers: Record<string, string> = NOW, who = key) =>
  gateway.send('POST', '/v1/tryon', { key: who, body: goodBody({ userPhoto }), headers });

describe('userPhoto as an https URL', () => {
  it('is accepted, and only the address is stored in place of the photo', async () => {
    const { status, id, body } = await post(PHOTO_URL);
    expect([status, body['data']['status'], body['data']['warnings']]).toEqual([200, 'queued', []]);
    expect(Buffer.from((await services.store.get(photoKey(id))) ?? []).toString()).toBe(PHOTO_URL);
    // Not on record: the row outlives the photo.
    const row = await services.db.tryOns.findForAccount(liveOwner(accountId), id);
    expect(JSON.stringify(row)).not.toContain('photos.example');
    expect(JSON.stringify(body)).not.toContain('photos.example');
  });

  it('goes with the try-on', async () => {
    const { id } = await post(PHOTO_URL);
    await gateway.send('DELETE', `/v1/tryon/${id}`, { key });
    expect(await services.store.exists(photoKey(id))).toBe(false);
  });

  it('is part of what an Idempotency-Key identifies', async () => {
    const named = { ...NOW, 'idempotency-key': 'by-url' };
    const first = await post(PHOTO_URL, named);
    const again = await post(PHOTO_URL, named);
    expect([again.id, again.headers.get('idempotent-replayed')]).toEqual([first.id, 'true']);
    for (const other of ['https://photos.example/you.jpg', png(600, 800).toString('base64')])
      expect((await post(other, named)).body['error']['code']).toBe('idempotency_key_reused');
  });

  it('may be private where the operator allows it', async () => {
    expect((await post('http://127.0.0.1:7001/me.jpg')).status).toBe(200);
  });

  it.each([
    ['http://photos.example/me.jpg', 'invalid_user_photo', /must begin with https/],
    ['https://', 'invalid_user_photo', /full https URL/],
    [`https://photos.example/${'a'.repeat(2048)}`, 'invalid_user_photo', /2,048/],
    ['https://a:b@photos.example/', 'invalid_user_photo', /user name/],
    ['https://photos.example:8443/me.jpg', 'user_photo_url_not_allowed', /port 443/],
    ['https://127.0.0.1/me.jpg', 'user_photo_url_not_allowed', /public.*DRAPE_FETCH_ALLOW=127\.0\.0\.1:443/],
    ['http://localhost:3000/me.jpg', 'invalid_user_photo', /https.*DRAPE_FETCH_ALLOW=localhost:3000/],
    ['https://2130706433/me.jpg', 'user_photo_url_not_allowed', /public/],
    ['https://[::1]/me.jpg', 'user_photo_url_not_allowed', /public/],
    ['https://169.254.169.254/latest/meta-data', 'user_photo_url_not_allowed', /public/],
    ['HTTPS://localhost/me.jpg', 'user_photo_url_not_allowed', /public/],
    ['https://test.drape.invalid/ok', 'user_photo_url_not_allowed', /public/],
    ['ftp://photos.example/me.jpg', 'invalid_user_photo', /not base64/],
  ])('refuses %s', async (url, code, message) => {
    const { status, body } = await post(url);
    expect([status, body['error']['code'], body['error']['param']]).toEqual([400, code, 'userPhoto']);
    expect(body['error']['message']).toEqual(expect.stringMatching(message));
    const checked = await gateway.send('POST', '/v1/photos/check', { key, body: { userPhoto: url } });
    expect([checked.status, checked.body['error']['code']]).toEqual([400, code]);
  });

  it('serves keys of test mode and publishable keys alike', async () => {
    const origin = 'https://shop.example';
    const test = await services.createKey({ env: 'test' });
    const page = await services.createKey({ kind: 'pk', allowedOrigins: [origin] });
    expect((await post(PHOTO_URL, NOW, test.key)).status).toBe(200);
    expect((await post(PHOTO_URL, { ...NOW, origin }, page.key)).status).toBe(200);
    expect((await post(PHOTO_URL, { ...NOW, origin: 'https://other.example' }, page.key)).status).toBe(403);
  });

  it('that led nowhere is named in the failed try-on', async () => {
    const { id } = await post(PHOTO_URL);
    const { attempt } = (await services.db.tryOns.claim(id, { leaseMs: 60_000 })) ?? { attempt: 0 };
    await services.db.tryOns.fail(id, attempt, { code: 'user_photo_not_found', detail: 'It is gone.' });
    const { status, body } = await gateway.send('GET', `/v1/tryon/${id}`, { key });
    const error = { type: 'render_error', code: 'user_photo_not_found', param: 'userPhoto', retryable: false };
    expect([status, body['success']]).toEqual([200, false]);
    expect(body['error']).toMatchObject(error);
    expect(body['data']['error']).toMatchObject(error);
  });
});
