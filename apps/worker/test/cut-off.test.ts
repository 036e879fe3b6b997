import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProductCategory } from '@drape/contracts';
import { cropRaster, resizeRaster, ssim, type RasterU8 } from '@drape/imaging';
import { decodeGarment, decodePhoto } from '@drape/media';
import type { Models } from '@drape/models';
import { analyseGarment, renderTryOn, type Garment, type TryOnRender } from '@drape/tryon';
import { openModels } from '../src/cli/open-models';
import { cutBelow } from './cut-below';
import { PERSON, SAMPLES } from './worker-harness';

/** Where the sample of a whole body is cut, as shares of its height. */
const ENDS = { knees: 0.64, thighs: 0.57, hips: 0.52 } as const;
/** Likeness, 0…1, of a picture of the cut photo and the cut picture of the whole photo. */
const ALIKE = 0.9;

let models: Models;

beforeAll(async () => {
  models = await openModels();
}, 60_000);

afterAll(() => models.close());

/** The sample at half its size: every network reads smaller pictures anyway. */
async function sample(share = 1): Promise<RasterU8> {
  const { raster } = await decodePhoto(await cutBelow(PERSON, share));
  return resizeRaster(raster, Math.round(raster.width / 2), Math.round(raster.height / 2));
}

async function garmentOf(file: string, category: ProductCategory): Promise<Garment> {
  const { raster } = await decodeGarment(readFileSync(join(SAMPLES, 'garments', category, file)));
  return analyseGarment(raster, category, models);
}

const render = (photo: RasterU8, garment: Garment): Promise<TryOnRender> =>
  renderTryOn(photo, photo, { category: garment.category }, models, { cache: { garment: async () => garment } });

describe('a photo that ends before the garment does', () => {
  it.each([
    ['blue-jeans.jpg', 'pants', 'thighs'],
    ['pleated-midi.jpg', 'skirt', 'knees'],
    ['floral-summer.jpg', 'dress', 'hips'],
  ] as const)(
    'shows of %s (%s), cut at the %s, what the picture of the whole photo shows there',
    async (file, category, end) => {
      const garment = await garmentOf(file, category);
      const photo = await sample(ENDS[end]);
      const { width, height } = photo;
      const whole = await render(await sample(), garment);
      const part = await render(photo, garment);
      expect(part.image).toMatchObject({ width, height });
      expect(ssim(part.image, cropRaster(whole.image, { x: 0, y: 0, width, height }))).toBeGreaterThan(ALIKE);
      expect(part.placement.outside).toBeGreaterThan(whole.placement.outside);
      for (let i = 0; i < part.editMask.data.length; i++) {
        if (part.editMask.data[i] !== 0) continue;
        const [shown, taken] = [part.image, photo].map(({ data }) => data.subarray(3 * i, 3 * i + 3).join());
        if (shown !== taken) throw new Error(`pixel ${i} lies outside the edit mask and changed`);
      }
    },
    120_000,
  );
});
