import { newId } from '@drape/contracts';
import { garmentKey, productPictureKey } from '@drape/storage';
import { liveOwner, waitFor } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engineVersion } from '../src/render/engine-version';
import { createReaper } from '../src/upkeep/reaper';
import { createWorkerHarness, JEANS, TEE, type WorkerHarness } from './worker-harness';

let harness: WorkerHarness;

beforeAll(async () => {
  harness = await createWorkerHarness();
  await harness.startWorker();
}, 60_000);

afterAll(() => harness?.close(), 30_000);

const owner = () => liveOwner(harness.accountId);
const find = (id: string) => harness.db.products.find(owner(), id);

/** A product of the catalogue as the gateway makes it of an image that is sent. */
async function keep(bytes: Buffer): Promise<{ id: string; imageKey: string }> {
  const imageKey = productPictureKey(newId('pic'));
  await harness.store.put(imageKey, bytes, { contentType: 'image/jpeg' });
  const made = await harness.db.products.put(owner(), { key: imageKey, sha256: newId('pic') }, {});
  return { id: made.kind === 'put' ? made.id : '', imageKey };
}

const ended = (id: string) =>
  waitFor(async () => [await find(id)].find((row) => row?.status !== 'pending'), {
    timeoutMs: 60_000,
    what: `${id} to be described`,
  });

/** What is unneeded in two rounds goes. */
async function removeOrphans(): Promise<void> {
  const { db, queues, store } = harness;
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const notifier = { wake: () => Promise.resolve() };
  const webhookSender = { sendDue: () => Promise.resolve(0) };
  const reaper = createReaper({ ...db, queues, store, notifier, webhookSender, engine: engineVersion(), log: silent });
  await reaper.round();
  await reaper.round();
}

describe('a product picture that came with its try-on', () => {
  it('makes the same result as one that is fetched, and is gone when the try-on has ended', async () => {
    const ids = [await harness.submit({ productImage: TEE }), await harness.submit({ product: '/tee.jpg' })];
    const [sent, fetched] = await Promise.all(ids.map((id) => harness.waitEnded(id)));
    expect(sent).toMatchObject({ status: 'completed', productImageUrl: null, error: null });
    expect(sent?.result?.sha256).toBe(fetched?.result?.sha256);
    await harness.waitTidy(ids[0] ?? '');
  }, 120_000);

  it('says nothing of the product that is named beside it', async () => {
    const { id } = await harness.db.products.upsertByImage(owner(), 'https://shop.example/never-fetched.jpg');
    const tryOn = await harness.submit({ productImage: TEE, productId: id });
    expect((await harness.waitEnded(tryOn)).status).toBe('completed');
    expect((await find(id))?.analysis).toBeNull();
  }, 120_000);

  it('ends the try-on with a code where it is gone', async () => {
    const id = await harness.submit({ productImage: productPictureKey('pic_none') });
    expect(await harness.waitEnded(id)).toMatchObject({ status: 'failed', error: { code: 'product_image_not_found' } });
  }, 120_000);

  it('is removed where a gateway died before it inserted the try-on, and stays where one waits', async () => {
    const [orphan, waiting] = [garmentKey(newId('try')), await harness.submit({ productImage: TEE, enqueue: false })];
    await harness.store.put(orphan, TEE, { contentType: 'image/jpeg' });
    await removeOrphans();
    const left = await Promise.all([orphan, garmentKey(waiting)].map((key) => harness.store.exists(key)));
    expect(left).toEqual([false, true]);
  });
});

describe('a stored picture of the catalogue', () => {
  it('is described, tried on and kept', async () => {
    const { id, imageKey } = await keep(JEANS);
    expect(await ended(id)).toMatchObject({ status: 'ready', imageUrl: null, category: 'pants' });
    const tryOn = await harness.submit({ productImage: imageKey, productId: id, category: 'pants' });
    expect((await harness.waitEnded(tryOn)).status).toBe('completed');
    await harness.waitTidy(tryOn);
    await removeOrphans();
    expect(await harness.store.exists(imageKey)).toBe(true);
  }, 120_000);

  it('is described by the first try-on of it', async () => {
    const { id, imageKey } = await keep(TEE);
    const tryOn = await harness.submit({ productImage: imageKey, productId: id, category: 'top', enqueue: true });
    expect((await harness.waitEnded(tryOn)).status).toBe('completed');
    expect(await ended(id)).toMatchObject({ status: 'ready' });
  }, 120_000);

  it('is removed when no product has it and no try-on waits for it', async () => {
    const { id, imageKey } = await keep(TEE);
    const tryOn = await harness.submit({ productImage: imageKey, productId: id, enqueue: false });
    await harness.db.products.remove(owner(), id);
    await removeOrphans();
    expect(await harness.store.exists(imageKey)).toBe(true);
    await harness.db.tryOns.cancel(owner(), tryOn);
    await removeOrphans();
    expect(await harness.store.exists(imageKey)).toBe(false);
  });

  it('is dropped from a product that an import gives another picture', async () => {
    const imageKey = productPictureKey(newId('pic'));
    const details = { externalId: 'SKU-stored', category: 'top' } as const;
    const made = await harness.db.products.put(owner(), { key: imageKey, sha256: 'x' }, details);
    const input = { externalId: 'SKU-stored', imageUrl: 'https://shop.example/imported.jpg' };
    const rows = [{ row: 1, externalId: 'SKU-stored', input, error: null }];
    await harness.db.productImports.insertUpTo(5, { owner: owner(), format: 'csv', rows });
    const imported = await waitFor(async () =>
      [await find(made.kind === 'put' ? made.id : '')].find((row) => row?.imageUrl === input.imageUrl),
    );
    expect(imported?.imageKey).toBeNull();
  });
});
