import { garmentPackageKey, GARMENT_PACKAGES_PREFIX, resultKey } from '@drape/storage';
import { liveOwner } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createGarmentPackages, type GarmentHandle } from '../src/garment-package/garment-packages';
import { findCachedResult } from '../src/job/cached-result';
import { EVIDENCE } from '../src/job/test-mode';
import { sha256 } from '../src/lib/sha256';
import { createOrphanPackageRound } from '../src/upkeep/orphans';
import { createWorkerHarness, PERSON, TEE, type WorkerHarness } from './worker-harness';

/** Of the release before and of the one that is being rolled out. */
const [OLD, NEW] = ['engine-00000000000000aa', 'engine-00000000000000bb'];
const PICTURE = Buffer.from('a picture');
const log = { info: () => undefined, warn: () => undefined };

let harness: WorkerHarness;

beforeAll(async () => {
  harness = await createWorkerHarness();
}, 60_000);

afterAll(() => harness?.close(), 30_000);

describe('while workers of two releases run side by side', () => {
  /** A try-on that a worker has claimed, and the picture that was made for an identical one by that worker's engine. */
  async function claimed(engine: string) {
    const { db, store } = harness;
    const claim = await db.tryOns.claim(await harness.submit({ enqueue: false, category: 'top' }), { leaseMs: 60_000 });
    if (claim === null) throw new Error('the row could not be claimed');
    const deps = { tryOns: db.tryOns, store, log, engine, renderDeadlineMs: 1_000 };
    const wanted = { ...claim, photo: PERSON, product: TEE, signal: new AbortController().signal };
    return { ...claim, kept: await findCachedResult(deps, wanted) };
  }

  it('each shows again what its own engine has made, and nothing of the other’s', async () => {
    const first = await claimed(OLD);
    expect(first.kept).toBeNull();
    const key = resultKey(first.row.id, first.attempt, 'jpg');
    await harness.store.put(key, PICTURE, { contentType: 'image/jpeg' });
    await harness.db.tryOns.complete(first.row.id, first.attempt, {
      category: 'top',
      categorySource: 'client',
      fitScore: 50,
      recommendations: [],
      advice: [],
      warnings: [],
      fit: {
        basis: 'visual',
        confidence: 'low',
        formulaVersion: 'fit-2',
        zones: [],
        size: null,
        components: { visual: 0.5, size: null },
        sizeScore: null,
        sizeKnown: null,
      },
      evidence: { ...EVIDENCE },
      stages: [],
      renderMs: 1,
      quality: { level: 'good', score: 90, reasons: [] },
      result: { key, format: 'jpeg', width: 3, height: 4, bytes: PICTURE.byteLength, sha256: sha256(PICTURE) },
    });
    expect((await claimed(NEW)).kept).toBeNull();
    expect(Buffer.from((await claimed(OLD)).kept?.bytes ?? []).equals(PICTURE)).toBe(true);
  });

  it('each makes its own garments, and treats a package that the other removed as missing', async () => {
    const { db, store } = harness;
    const owner = liveOwner(harness.accountId);
    const imageUrl = harness.shop.url('/tee.jpg');
    const { id } = await db.products.upsertByImage(owner, imageUrl, { category: 'top' });
    const packagesOf = (engine: string) => createGarmentPackages({ store, products: db.products, engine, log });
    const named = async () => (await db.products.find(owner, id))?.garmentPackage ?? null;
    const handleFor = async (engine: string): Promise<GarmentHandle> => {
      const product = { id, imageUrl, imageKey: null, saidCategory: 'top' } as const;
      return packagesOf(engine).handleFor({ picture: TEE, category: 'top', product, noted: await named() });
    };
    const keyOf = (engine: string) => garmentPackageKey({ engine, sha256: sha256(TEE), category: 'top' });
    const analyse = async (engine: string): Promise<void> => {
      const { pack } = await handleFor(engine);
      if (pack === null) throw new Error('no package is wanted');
      await packagesOf(engine).keep(pack, Buffer.from(engine));
    };

    await analyse(OLD);
    expect(await (await handleFor(NEW)).readPackage()).toBeNull();
    await analyse(NEW);
    expect(await named()).toBe(keyOf(NEW));
    expect(Buffer.from((await (await handleFor(OLD)).readPackage()) ?? []).toString()).toBe(OLD);

    const round = createOrphanPackageRound({ ...db, store, log }, NEW);
    await round();
    await round();
    expect(await store.list(GARMENT_PACKAGES_PREFIX)).toEqual([keyOf(NEW)]);
    const without = await handleFor(OLD);
    expect(await without.readPackage()).toBeNull();
    expect(without.pack).toMatchObject({ key: keyOf(OLD), isOnRecord: false });
    await analyse(OLD);
    expect(Buffer.from((await (await handleFor(OLD)).readPackage()) ?? []).toString()).toBe(OLD);
  });
});
