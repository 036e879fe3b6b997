import type { ProductRow } from '@drape/db';
import { liveOwner, waitFor } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWorkerHarness, execute, TEE, type WorkerHarness } from './worker-harness';

let harness: WorkerHarness;

beforeAll(async () => {
  harness = await createWorkerHarness({
    '/known.jpg': { bytes: TEE, contentType: 'image/jpeg' },
    '/lost.jpg': { bytes: TEE, contentType: 'image/jpeg' },
    '/text.jpg': { bytes: Buffer.from('no picture'), contentType: 'image/jpeg' },
  });
  await harness.startWorker();
}, 60_000);

afterAll(() => harness.close(), 30_000);

const waitEnded = (id: string): Promise<ProductRow> =>
  waitFor(
    async () => {
      const row = await harness.db.products.find(liveOwner(harness.accountId), id);
      return row === null || row.status === 'pending' ? undefined : row;
    },
    { timeoutMs: 60_000, everyMs: 50, what: `${id} to be described` },
  );

const insert = async (path: string, details = {}) => {
  const made = await harness.db.products.put(liveOwner(harness.accountId), { url: harness.shop.url(path) }, details);
  return made.kind === 'put' ? made.id : '';
};

describe('a product', () => {
  it('is described by the first try-on that completes', async () => {
    const { id } = await harness.db.products.upsertByImage(liveOwner(harness.accountId), harness.shop.url('/tee.jpg'));
    expect((await harness.waitEnded(await harness.submit({ productId: id }))).status).toBe('completed');
    const row = await waitEnded(id);
    expect(row).toMatchObject({
      ...{ status: 'ready', category: 'top', analyzerVersion: 'analyzer-1', tryOnCount: 1, error: null },
      analysis: {
        pattern: { value: expect.any(String) },
        suitability: { level: expect.stringMatching(/good|usable/) },
        image: { format: 'jpeg', bytes: TEE.length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    });
    expect(row.analysis?.colors[0]?.hex).toMatch(/^#[0-9a-f]{6}$/);
  });

  it('is described before anybody tries it on', async () => {
    const row = await waitEnded(await insert('/known.jpg', { title: 'Tee' }));
    expect(row).toMatchObject({ status: 'ready', categorySource: 'detected', title: 'Tee', tryOnCount: 0 });
    expect(row.category).toBe('top');
    expect(row.categoryConfidence).toBeGreaterThan(0);
  });

  it('is described although the worker that took it died', async () => {
    const id = await insert('/lost.jpg', { category: 'top' });
    const lost = `UPDATE products SET analysis = '{"looks": 1}', updated_at = now() - interval '2 minutes' WHERE id = $1`;
    await execute(harness.databaseUrl, lost, [id]);
    expect((await waitEnded(id)).status).toBe('ready');
  });

  it('fails with its reason, and is examined again when the shop sends it again', async () => {
    const id = await insert('/text.jpg');
    expect(await waitEnded(id)).toMatchObject({
      ...{ status: 'failed', analysis: null, error: { code: 'product_image_not_an_image' } },
    });
    expect(await insert('/text.jpg')).toBe(id);
    expect((await harness.db.products.find(liveOwner(harness.accountId), id))?.status).toBe('pending');
    expect((await waitEnded(id)).status).toBe('failed');
  });

  it('fails through a try-on that finds no picture', async () => {
    const { id } = await harness.db.products.upsertByImage(liveOwner(harness.accountId), harness.shop.url('/gone.jpg'));
    await harness.waitEnded(await harness.submit({ product: '/gone.jpg', productId: id }));
    expect(await waitEnded(id)).toMatchObject({ status: 'failed', error: { code: 'product_image_not_found' } });
  });
});
