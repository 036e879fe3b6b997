import { describe, expect, it } from '@jest/globals';
import { finishTryOn } from './harness';
import { goodBody, png } from './pictures';
import { gateway, key, services, useGateway } from './running';

useGateway();

const post = (body: Readonly<Record<string, unknown>>, by = key) =>
  gateway.send('POST', '/v1/tryon', { key: by, body: goodBody(body), headers: { Prefer: 'wait=0' } });

describe('minQuality', () => {
  it('is fair where neither request nor account names one', async () => {
    const { id } = await post({});
    expect(await services.db.tryOns.find(id)).toMatchObject({ minQuality: 'fair' });
  });

  it('is the account’s where the request names none, and otherwise the request’s', async () => {
    const picky = await services.createKey();
    await services.db.accounts.update(picky.accountId, { minQuality: 'good' });
    const [silent, said] = [await post({}, picky.key), await post({ minQuality: 'poor' }, picky.key)];
    expect(await services.db.tryOns.find(silent.id)).toMatchObject({ minQuality: 'good' });
    expect(await services.db.tryOns.find(said.id)).toMatchObject({ minQuality: 'poor' });
  });

  it('is rejected by name where it is not a level', async () => {
    const { status, body } = await post({ minQuality: 'best' });
    expect(status).toBe(400);
    expect(body['error']).toMatchObject({
      code: 'invalid_min_quality',
      param: 'minQuality',
      details: [{ param: 'minQuality', allowed: ['good', 'fair', 'poor'] }],
    });
  });
});

describe('a try-on’s quality', () => {
  it('is null before there is a picture', async () => {
    const { body } = await post({});
    expect(body['data']).toMatchObject({ quality: null, invented: null });
  });

  it('is shown with the picture, and what was invented', async () => {
    const { id } = await post({});
    await finishTryOn({ services, id, picture: png(300, 400) });
    const { body } = await gateway.send('GET', `/v1/tryon/${id}`, { key });
    expect(body['data']).toMatchObject({
      quality: { level: 'good', score: 90, reasons: [] },
      invented: { skinShare: 0.01, backgroundShare: 0.02 },
    });
  });

  it('is shown with its reasons where the picture is not returned, on every read', async () => {
    const { id } = await post({});
    const reasons = [
      { code: 'garment_unclear', message: 'Send the garment alone.', about: 'product' },
      { code: 'side_view', message: 'Send a photo from the front.', about: 'photo' },
    ] as const;
    await services.db.tryOns.claim(id, { leaseMs: 60_000 });
    await services.db.tryOns.fail(id, 1, {
      code: 'result_not_presentable',
      detail: 'The picture is not good enough to be shown.',
      fields: { reasons: [...reasons] },
      judged: {
        category: 'top',
        categorySource: 'detected',
        quality: { level: 'poor', score: 12, reasons: [...reasons] },
        evidence: { invented: { skinShare: 0.1, backgroundShare: 0.2 } },
      },
    });
    const { status, body } = await gateway.send('GET', `/v1/tryon/${id}`, { key });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: false,
      data: {
        status: 'failed',
        resultImageUrl: null,
        fitScore: null,
        productCategory: 'top',
        quality: { level: 'poor', score: 12, reasons },
        invented: { skinShare: 0.1, backgroundShare: 0.2 },
      },
      error: { type: 'render_error', code: 'result_not_presentable', retryable: false, reasons },
    });
    const image = await gateway.send('GET', `/v1/tryon/${id}/image`, { key });
    expect(image.body['error']).toMatchObject({ code: 'tryon_has_no_picture', retryable: false });
  });
});
