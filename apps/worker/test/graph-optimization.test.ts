import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProductCategory } from '@drape/contracts';
import type { RasterU8 } from '@drape/imaging';
import { decodeGarment, decodePhoto } from '@drape/media';
import { loadModels } from '@drape/models';
import { analyseGarment, analysePerson, renderTryOn, type Garment, type Person } from '@drape/tryon';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SAMPLES } from './worker-harness';

/** Networks round otherwise without onnxruntime's graph optimisation, as on another processor: no decision may hang on that. */
const PEOPLE = ['full-body', 'upper-body'] as const;
const PRODUCTS: readonly (readonly [ProductCategory, string])[] = [
  ['top', 'striped-long-sleeve'],
  ['jacket', 'charcoal-blazer'],
  ['dress', 'emerald-wrap'],
  ['pants', 'blue-jeans'],
  ['skirt', 'pleated-midi'],
];
/** Pictures of which nobody sees a difference, dB over the whole picture. */
const ALIKE = 40;

type Models = Awaited<ReturnType<typeof loadModels>>;

/** What one side made of the samples; people and products are analysed once. */
interface Side {
  readonly models: Models;
  readonly people: Map<string, Promise<Person>>;
  readonly products: Map<string, Promise<Garment>>;
}

const sideOf = (models: Models): Side => ({ models, people: new Map(), products: new Map() });

function onceIn<T>(known: Map<string, Promise<T>>, key: string, compute: () => Promise<T>): Promise<T> {
  const value = known.get(key) ?? compute();
  known.set(key, value);
  return value;
}

const photoOf = async (person: string): Promise<RasterU8> =>
  (await decodePhoto(readFileSync(join(SAMPLES, 'persons', `${person}.jpg`)))).raster;

const pictureOf = async (category: ProductCategory, product: string): Promise<RasterU8> =>
  (await decodeGarment(readFileSync(join(SAMPLES, 'garments', category, `${product}.jpg`)))).raster;

async function render(side: Side, person: string, category: ProductCategory, product: string): Promise<RasterU8> {
  const { models, people, products } = side;
  const photo = await photoOf(person);
  const picture = await pictureOf(category, product);
  const { image } = await renderTryOn(photo, picture, { category }, models, {
    cache: {
      person: () => onceIn(people, person, () => analysePerson(photo, models, () => undefined)),
      garment: () => onceIn(products, product, () => analyseGarment(picture, category, models)),
    },
  });
  return image;
}

/** Peak signal-to-noise ratio over all channels, dB; infinite where two pictures are equal. */
function decibels(one: RasterU8, other: RasterU8): number {
  let squares = 0;
  for (let i = 0; i < one.data.length; i++) squares += (one.data[i] - other.data[i]) ** 2;
  return 10 * Math.log10((255 * 255 * one.data.length) / squares);
}

describe('with graph optimisation and without', () => {
  let optimised: Side;
  let plain: Side;

  beforeAll(async () => {
    optimised = sideOf(await loadModels({ provider: 'cpu', threads: 1 }));
    plain = sideOf(await loadModels({ provider: 'cpu', threads: 1, graphOptimization: 'disabled' }));
  }, 120_000);

  afterAll(async () => {
    await optimised.models.close();
    await plain.models.close();
  });

  const pairs = PRODUCTS.flatMap(([category, product]) =>
    PEOPLE.filter((person) => person === 'full-body' || category === 'top' || category === 'jacket').map(
      (person) => [person, category, product] as const,
    ),
  );

  it.each(pairs)(
    '%s in a %s, %s, is the same picture',
    async (person, category, product) => {
      const one = await render(optimised, person, category, product);
      const other = await render(plain, person, category, product);
      expect(decibels(one, other)).toBeGreaterThan(ALIKE);
    },
    120_000,
  );
});
