import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProductCategory, Tuck } from '@drape/contracts';
import type { RasterU8 } from '@drape/imaging';
import { decodeGarment, decodePhoto } from '@drape/media';
import { loadModels } from '@drape/models';
import { analyseGarment, analysePerson, renderLook, type LookRender, type Person } from '@drape/tryon';
import { garmentKeysOf } from '@drape/storage';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startRunningService, type RunningService } from '../../../packages/telemetry/test/running-service';
import { dressPerson } from '../../../packages/tryon/src/render';
import { wearing } from '../../../packages/tryon/src/wearing';
import { textOf } from '../../gateway/test/text-of';
import { SAMPLES } from './worker-harness';

/** Looks: several products on one person, by the real models and by the real service. */
const PERSON = readFileSync(join(SAMPLES, 'persons/full-body.jpg'));
const garment = (category: ProductCategory): Buffer => {
  const folder = join(SAMPLES, 'garments', category);
  return readFileSync(join(folder, readdirSync(folder)[0] ?? ''));
};

const isSame = (a: RasterU8, b: RasterU8): boolean => Buffer.from(a.data).equals(Buffer.from(b.data));

/** How far the classes are from summing to the person, at worst. */
function worstSum({ person, hair, skin, upper, lower, shoes, bag, other }: Person['planes']): number {
  let worst = 0;
  for (let i = 0; i < person.data.length; i++) {
    const sum = [hair, skin, upper, lower, shoes, bag, other].reduce((all, { data }) => all + data[i], 0);
    worst = Math.max(worst, Math.abs(sum - person.data[i]));
  }
  return worst;
}

describe('a look', () => {
  let models: Awaited<ReturnType<typeof loadModels>>;
  let photo: RasterU8;
  let person: Person;

  beforeAll(async () => {
    models = await loadModels({ provider: 'cpu', threads: 1 });
    photo = (await decodePhoto(PERSON)).raster;
    person = await analysePerson(photo, models, () => undefined);
  }, 120_000);

  const wear = async (tuck: Tuck, ...categories: ProductCategory[]): Promise<LookRender> => {
    const images = await Promise.all(categories.map((category) => decodeGarment(garment(category))));
    const products = images.map(({ raster }, i) => ({ image: raster, category: categories[i] ?? 'top' }));
    return renderLook(photo, products, { tuck }, models, { cache: { person: () => Promise.resolve(person) } });
  };

  it('changes nothing outside its mask, and reports each product in the order of the request', async () => {
    const { image, editMask, pieces, quality, invented } = await wear('out', 'jacket', 'top', 'skirt');
    expect(pieces.map(({ category }) => category)).toEqual(['jacket', 'top', 'skirt']);
    expect(quality.score).toBe(Math.min(...pieces.map(({ evidence }) => evidence.quality.score)));
    expect(invented.skinShare).toBeLessThanOrEqual(1);
    let moved = 0;
    for (let i = 0; i < editMask.data.length; i++) {
      if (editMask.data[i] === 0)
        for (let c = 0; c < 3; c++) moved += Number(image.data[3 * i + c] !== photo.data[3 * i + c]);
    }
    expect(moved).toBe(0);
  }, 120_000);

  it('shows the waistband over a top that is tucked in, and the hem over it where it is not', async () => {
    const [inside, outside] = [await wear('in', 'top', 'skirt'), await wear('out', 'top', 'skirt')];
    expect(isSame(inside.image, outside.image)).toBe(false);
    // As the person wears theirs in the photo: in a dress, whose waist is seen.
    expect(isSame((await wear('auto', 'top', 'skirt')).image, inside.image)).toBe(true);
  }, 120_000);

  it('knows what the person wears after each product without looking again', async () => {
    const { raster } = await decodeGarment(garment('skirt'));
    const skirt = await analyseGarment(raster, 'skirt', models);
    const { composition, layers } = dressPerson({ photo, person, garment: skirt }, () => undefined, {
      keepsLayers: true,
    });
    if (layers === undefined) throw new Error('the layers were asked for');
    const { planes, guide } = wearing(person, { composition, layers }, { category: 'skirt', isTuckedIn: false });
    expect([guide.width, guide.height]).toEqual([person.guide.width, person.guide.height]);
    expect(worstSum(planes)).toBeLessThan(worstSum(person.planes) + 0.02);
    const covered = (plane: Float32Array) => plane.reduce((all, value) => all + value, 0);
    expect(covered(planes.skirt.data)).toBeGreaterThan(1.2 * covered(person.planes.lower.data));
  }, 120_000);
});

describe('POST /v1/tryon with products', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startRunningService(
      {},
      {
        '/skirt.jpg': { bytes: garment('skirt'), contentType: 'image/jpeg' },
      },
    );
  }, 300_000);

  afterAll(async () => {
    await service.stop();
  }, 60_000);

  it('makes one picture, with a fit for each product, and keeps none of the pictures that were sent', async () => {
    const { harness } = service;
    const { body } = await service.finish({
      userPhoto: PERSON.toString('base64'),
      products: [
        { productImage: garment('top').toString('base64'), productCategory: 'top', size: 'M' },
        { productImageUrl: harness.shop.url('/skirt.jpg'), productCategory: 'skirt', productId: 'skirt-1' },
        { productImage: garment('jacket').toString('base64') },
      ],
      tuck: 'in',
      minQuality: 'poor',
    });
    const { data } = body;
    expect(data).toMatchObject({ status: 'completed', productCategory: 'top', size: 'M', error: null });
    const products = [0, 1, 2].map((place) => data['look']['products'][place]);
    expect(data['look']['tuck']).toBe('in');
    expect(products.map((one) => one?.['productCategory'])).toEqual(['top', 'skirt', 'jacket']);
    expect(products.map((one) => one?.['categorySource'])).toEqual(['client', 'client', 'detected']);
    expect(products[0]).toMatchObject({ fitScore: data['fitScore'], size: 'M', productId: null });
    // Each fit goes by its own product, and the picture by the worst of them.
    const visuals = products.map((one) => Number(one?.['fit']['components']['visual']));
    expect(Math.round(100 * Math.min(...visuals))).toBe(Number(data['quality']['score']));
    for (const one of products) {
      expect(one?.['fit']['basis']).toBe('visual');
      expect(Number(one?.['fitScore'])).toBeGreaterThan(0);
      expect(one?.['advice']).not.toEqual([]);
    }
    const known = await service.send('GET', '/v1/products/skirt-1');
    expect(products[1]?.['productId']).toBe(known.body.data['id']);
    const id = textOf(data['id']);
    await harness.waitTidy(id);
    const left = await Promise.all(garmentKeysOf(id).map((key) => harness.store.exists(key)));
    expect(left).toEqual([false, false, false]);
  }, 240_000);

  it('fails as a try-on does where the products take the same place', async () => {
    const { body } = await service.finish({
      userPhoto: PERSON.toString('base64'),
      products: [
        { productImage: garment('skirt').toString('base64') },
        { productImageUrl: service.harness.shop.url('/skirt.jpg') },
      ],
      minQuality: 'poor',
    });
    expect(body.data).toMatchObject({ status: 'failed', error: { code: 'category_mismatch' } });
  }, 240_000);
});
