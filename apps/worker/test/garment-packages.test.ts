import { GARMENT_PACKAGES_PREFIX, garmentPackageKey } from '@drape/storage';
import { liveOwner, waitFor } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engineVersion } from '../src/render/engine-version';
import { garmentFromPackage } from '../src/garment-package/garment-package';
import { sha256 } from '../src/lib/sha256';
import { createTestReaper } from './test-reaper';
import { createWorkerHarness, execute, TEE, type Worker, type WorkerHarness } from './worker-harness';

let harness: WorkerHarness;
let worker: Worker;

const ENGINE = engineVersion();
const KEY = garmentPackageKey({ engine: ENGINE, sha256: sha256(TEE), category: 'top' });
const owner = () => liveOwner(harness.accountId);
const find = (id: string) => harness.db.products.find(owner(), id);

beforeAll(async () => {
  harness = await createWorkerHarness();
  worker = await harness.startWorker();
}, 60_000);

afterAll(() => harness?.close(), 30_000);

/** Its children remember nothing. */
async function renewWorker(): Promise<void> {
  await worker.process.stop();
  worker = await harness.startWorker();
}

async function makeKnown(): Promise<string> {
  const { id } = await harness.db.products.upsertByImage(owner(), harness.shop.url('/tee.jpg'), { category: 'top' });
  return id;
}

const packaged = (id: string) =>
  waitFor(async () => (await find(id))?.garmentPackage ?? undefined, {
    timeoutMs: 60_000,
    what: `the garment of ${id} to be packaged`,
  });

async function tryOn(productId: string): Promise<string | undefined> {
  const id = await harness.submit({ product: '/tee.jpg', productId });
  return (await harness.waitEnded(id)).result?.sha256;
}

async function analysedPicture(): Promise<string | undefined> {
  return (await harness.waitEnded(await harness.submit({ productImage: TEE }))).result?.sha256;
}

describe('the garment of a product', () => {
  it('is packaged when the product is described', async () => {
    const id = await makeKnown();
    expect(await packaged(id)).toBe(KEY);
    const bytes = await harness.store.get(KEY);
    const garment = garmentFromPackage(bytes ?? Buffer.of());
    expect(garment).toMatchObject({ category: 'top', categorySource: 'client' });
    expect(bytes?.byteLength).toBeLessThan(600_000);
  }, 120_000);

  it('makes the same picture from its package as from an analysis, in a worker that never saw it', async () => {
    const id = await makeKnown();
    await packaged(id);
    await renewWorker();
    const fromPackage = await tryOn(id);
    expect(await worker.garments()).toEqual({ package: 1 });
    await renewWorker();
    expect(await analysedPicture()).toBe(fromPackage);
    expect(await worker.garments()).toEqual({ analysis: 1 });
  }, 240_000);

  it('is analysed and packaged anew where the package is damaged or gone', async () => {
    const id = await makeKnown();
    await packaged(id);
    const whole = await harness.store.get(KEY);
    await harness.store.put(KEY, Buffer.from('DRGP and then nothing of the kind'), { contentType: 'text/plain' });
    await renewWorker();
    const picture = await tryOn(id);
    expect(picture).toMatch(/^[0-9a-f]{64}$/);
    const mended = await waitFor(
      async () => [await harness.store.get(KEY)].find((bytes) => bytes?.byteLength === whole?.byteLength),
      {
        timeoutMs: 20_000,
        what: 'the package to be stored anew',
      },
    );
    expect(Buffer.from(mended ?? []).equals(Buffer.from(whole ?? []))).toBe(true);
  }, 240_000);

  it('serves every product with the same picture, of whichever account', async () => {
    await packaged(await makeKnown());
    await renewWorker();
    const other = await harness.db.accounts.create({ name: 'another shop', plan: 'business' });
    const { id } = await harness.db.products.upsertByImage(liveOwner(other.id), harness.shop.url('/tee.jpg'), {
      category: 'top',
    });
    const noted = await waitFor(
      async () => (await harness.db.products.find(liveOwner(other.id), id))?.garmentPackage ?? undefined,
      { timeoutMs: 60_000, what: 'the package to be put on record' },
    );
    expect(noted).toBe(KEY);
    expect(await worker.garments()).toEqual({ package: 1 });
  }, 240_000);

  it('is not packaged from a picture that only a try-on has', async () => {
    const before = await harness.store.list(GARMENT_PACKAGES_PREFIX);
    const { id } = await harness.db.products.upsertByImage(owner(), 'https://shop.example/never-fetched.jpg');
    const jeans = await harness.submit({ productImage: TEE, productId: id, category: 'top' });
    await harness.waitEnded(jeans);
    expect(await harness.store.list(GARMENT_PACKAGES_PREFIX)).toEqual(before);
  }, 120_000);

  it('is deleted with the last product that has it, and with its engine', async () => {
    const id = await makeKnown();
    await packaged(id);
    const old = garmentPackageKey({ engine: 'engine-1', sha256: sha256(TEE), category: null });
    const unnamed = garmentPackageKey({ engine: ENGINE, sha256: sha256(Buffer.of(1)), category: null });
    for (const key of [old, unnamed]) await harness.store.put(key, Buffer.of(1), { contentType: 'text/plain' });
    const reaper = createTestReaper(harness);
    const left = async () => {
      await reaper.round();
      await reaper.round();
      return harness.store.list(GARMENT_PACKAGES_PREFIX);
    };
    expect(await left()).toEqual([KEY]);
    const { rows } = (await harness.db.products.listPage({
      owner: owner(),
      view: { sessionId: null, apiKeyIds: null },
      filter: { status: null, category: null, externalId: null, titlePrefix: null, untended: true },
      startingAfter: null,
      limit: 50,
    })) ?? { rows: [] };
    for (const row of rows) await harness.db.products.remove(owner(), row.id);
    expect(await left()).toEqual([KEY]); // the other shop still has it
    await execute(harness.databaseUrl, 'DELETE FROM products WHERE account_id <> $1', [harness.accountId]);
    expect(await left()).toEqual([]);
  }, 120_000);
});
