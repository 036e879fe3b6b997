import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProductCategory } from '@drape/contracts';
import { poisonFreeMemory, releaseBuffers, type RasterU8 } from '@drape/imaging';
import { decodeGarment, decodePhoto } from '@drape/media';
import { loadModels } from '@drape/models';
import { renderLook, renderTryOn, type LookProduct } from '@drape/tryon';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SAMPLES } from './worker-harness';

/** Samples rendered by the real models, once as in production and once with memory spoilt as soon as its step has ended. */
const product = async (category: ProductCategory): Promise<LookProduct> => {
  const folder = join(SAMPLES, 'garments', category);
  const file = readFileSync(join(folder, readdirSync(folder)[0] ?? ''));
  return { image: (await decodeGarment(file)).raster, category };
};

describe('steps of a render', () => {
  let models: Awaited<ReturnType<typeof loadModels>>;
  let photo: RasterU8;

  beforeAll(async () => {
    models = await loadModels({ provider: 'cpu', threads: 1 });
    photo = (await decodePhoto(readFileSync(join(SAMPLES, 'persons/full-body.jpg')))).raster;
  }, 120_000);
  afterEach(() => poisonFreeMemory(false));
  afterAll(() => models.close());

  /** What a render gives in an ordinary process, and where free memory is poisoned. */
  async function twice<T extends { readonly image: RasterU8 }>(render: () => Promise<T>): Promise<readonly [T, T]> {
    const usual = await render();
    poisonFreeMemory();
    return [usual, await render()];
  }

  it.each(['top', 'jacket', 'dress', 'pants', 'skirt'] as const)(
    'read no plane of a step that has ended, and none that they have not written: %s',
    async (category) => {
      const { image } = await product(category);
      const [usual, poisoned] = await twice(() => renderTryOn(photo, image, { category }, models));
      expect(Buffer.compare(poisoned.image.data, usual.image.data)).toBe(0);
      expect(Buffer.compare(poisoned.editMask.data, usual.editMask.data)).toBe(0);
      expect({ ...poisoned.evidence, warnings: poisoned.warnings }).toEqual({
        ...usual.evidence,
        warnings: usual.warnings,
      });
      releaseBuffers(usual.image.data, poisoned.image.data);
    },
    120_000,
  );

  it('nor do those of a look', async () => {
    const products = await Promise.all([product('top'), product('pants')]);
    const [usual, poisoned] = await twice(() => renderLook(photo, products, { tuck: 'in' }, models));
    expect(Buffer.compare(poisoned.image.data, usual.image.data)).toBe(0);
    expect(poisoned.quality).toEqual(usual.quality);
  }, 120_000);
});
