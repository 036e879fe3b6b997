import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCT_CATEGORIES, type ProductCategory } from '@drape/contracts';
import { createRaster, cropRaster } from '@drape/imaging';
import { decodeGarment, decodePhoto, encodeResult } from '@drape/media';
import { loadModels, type Models } from '@drape/models';
import { liveOwner, waitFor } from '@drape/testkit';
import { analyseGarment, RULES, TryOnRefusal, type Garment } from '@drape/tryon';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWorkerHarness, JEANS, type WorkerHarness } from './worker-harness';

const FOLDER = join(__dirname, '..', '..', '..', 'packages', 'local', 'samples', 'garments');
const SAMPLES = PRODUCT_CATEGORIES.flatMap((category) =>
  readdirSync(join(FOLDER, category)).map((file) => ({ category, file })),
);

const SIDE = 640;

/** A picture of a black square before white. */
async function blackSquare(side: number): Promise<Uint8Array> {
  const picture = createRaster(SIDE, SIDE, 3);
  picture.data.fill(255);
  const from = (SIDE - side) / 2;
  for (let y = from; y < from + side; y++) {
    const row = 3 * (y * SIDE + from);
    picture.data.fill(0, row, row + 3 * side);
  }
  return (await encodeResult(picture, { format: 'png' })).bytes;
}

describe('the networks’ answer to a product picture', () => {
  let models: Models;
  beforeAll(async () => {
    models = await loadModels({ provider: 'cpu', threads: 1 });
  }, 60_000);
  afterAll(() => models.close());

  const analyse = async (bytes: Uint8Array, category: ProductCategory | undefined): Promise<Garment> =>
    analyseGarment((await decodeGarment(bytes)).raster, category, models);
  const refusalOf = (bytes: Uint8Array, category: ProductCategory | undefined): Promise<TryOnRefusal | null> =>
    analyse(bytes, category).then(
      () => null,
      (error: unknown) => {
        if (error instanceof TryOnRefusal) return error;
        throw error;
      },
    );

  it.each(SAMPLES)(
    'is not a word against $category/$file in its own category',
    async ({ category, file }) => {
      const garment = await analyse(readFileSync(join(FOLDER, category, file)), category);
      expect(garment.categoryDoubt).toBeNull();
    },
    120_000,
  );

  it.each(['top', 'skirt', 'dress', 'jacket'] as const)(
    'refuses jeans that are sent as a %s, and says that they are trousers',
    async (category) => {
      const refusal = await refusalOf(readFileSync(join(FOLDER, 'pants', 'blue-jeans.jpg')), category);
      expect(refusal).toMatchObject({ code: 'category_mismatch', fields: { detected: 'pants' } });
      expect(refusal?.fields.confidence).toBeGreaterThanOrEqual(0.9);
      expect(refusal?.detail).toContain('Send productCategory pants');
    },
    120_000,
  );

  it.each([160, 320, 560])(
    'finds no garment in a black square of %d pixels',
    async (side) => {
      const picture = await blackSquare(side);
      expect((await refusalOf(picture, 'top'))?.code).toBe('garment_not_detected');
      expect((await refusalOf(picture, undefined))?.code).toBe('garment_not_detected');
    },
    120_000,
  );
});

describe('the classifier’s confidence in a garment', () => {
  let models: Models;
  beforeAll(async () => {
    models = await loadModels({ provider: 'cpu', threads: 1 });
  }, 60_000);
  afterAll(() => models.close());

  const astronaut = async () =>
    (await decodePhoto(readFileSync(join(FOLDER, '..', 'persons', 'astronaut.jpg')))).raster;

  it('rejects part of a room, which the person parser accepts', async () => {
    const photo = await astronaut();
    const [width, height] = [Math.round(0.28 * photo.width), Math.round(0.5 * photo.height)];
    const room = cropRaster(photo, { x: 0, y: 0, width, height }, 'replicate');
    const unchecked = RULES.filter(({ id }) => id === 'no-garment');
    const error = { code: 'garment_not_detected', detail: expect.stringContaining('What the product image shows') };
    await expect(analyseGarment(room, 'top', models)).rejects.toMatchObject(error);
    expect((await analyseGarment(room, 'top', models, unchecked)).category).toBe('top');
  }, 120_000);

  it('is high for every sample', async () => {
    for (const { category, file } of SAMPLES) {
      const { raster } = await decodeGarment(readFileSync(join(FOLDER, category, file)));
      expect(await models.rateGarment?.(raster)).toBeGreaterThan(0.1);
    }
  }, 60_000);
});

describe('a product picture that shows something else', () => {
  let harness: WorkerHarness;
  beforeAll(async () => {
    harness = await createWorkerHarness({
      '/square.png': { bytes: Buffer.from(await blackSquare(320)), contentType: 'image/png' },
      '/called-skirt.jpg': { bytes: JEANS, contentType: 'image/jpeg' },
      '/called-nothing.jpg': { bytes: JEANS, contentType: 'image/jpeg' },
    });
    await harness.startWorker();
  }, 90_000);
  afterAll(() => harness.close(), 120_000);

  it('fails the try-on with what was seen, and how certain that is', async () => {
    const row = await harness.waitEnded(await harness.submit({ product: '/jeans.jpg', category: 'skirt' }));
    expect(row).toMatchObject({
      status: 'failed',
      result: null,
      error: { code: 'category_mismatch', fields: { detected: 'pants', confidence: expect.any(Number) } },
    });
  });

  it('fails the try-on where it is no garment', async () => {
    const row = await harness.waitEnded(await harness.submit({ product: '/square.png', category: 'top' }));
    expect(row).toMatchObject({ status: 'failed', result: null, error: { code: 'garment_not_detected' } });
  });

  it('fails the product that the catalogue calls something else', async () => {
    const owner = liveOwner(harness.accountId);
    const product = await harness.db.products.put(
      owner,
      { url: harness.shop.url('/called-skirt.jpg') },
      {
        category: 'skirt',
      },
    );
    const ended = await waitFor(
      async () => {
        const row = await harness.db.products.find(owner, product.kind === 'put' ? product.id : '');
        return row === null || row.status === 'pending' ? undefined : row;
      },
      { timeoutMs: 60_000, everyMs: 50, what: 'the product to be looked at' },
    );
    expect(ended).toMatchObject({
      status: 'failed',
      error: { code: 'category_mismatch', fields: { detected: 'pants', confidence: expect.any(Number) } },
    });
  });

  it('leaves the product alone where only a shopper’s try-on calls it something else', async () => {
    const owner = liveOwner(harness.accountId);
    const url = '/called-nothing.jpg';
    const { id } = await harness.db.products.upsertByImage(owner, harness.shop.url(url));
    const submitted = await harness.submit({ product: url, productId: id, category: 'skirt' });
    expect((await harness.waitEnded(submitted)).error?.code).toBe('category_mismatch');
    expect((await harness.db.products.find(owner, id))?.status).not.toBe('failed');
  });
});
