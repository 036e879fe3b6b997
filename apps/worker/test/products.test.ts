import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProductCategory } from '@drape/contracts';
import { decodeGarment } from '@drape/media';
import { loadModels, type Models } from '@drape/models';
import { analyseGarment, describeGarment, TryOnRefusal, type GarmentAttributes } from '@drape/tryon';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

/** What a person says of the drawn sample products; several values where several are right. */
interface Truth {
  readonly category: ProductCategory;
  readonly colour: readonly string[];
  readonly pattern: readonly string[];
  readonly sleeveLength?: readonly string[];
  readonly neckline?: readonly string[];
  readonly length: readonly string[];
}

const TRUTH: Readonly<Record<string, Truth>> = {
  'emerald-wrap': {
    category: 'dress',
    colour: ['green', 'dark green'],
    pattern: ['solid'],
    sleeveLength: ['long'],
    neckline: ['v'],
    length: ['mini'],
  },
  'floral-summer': {
    category: 'dress',
    colour: ['rust', 'red'],
    pattern: ['floral'],
    sleeveLength: ['sleeveless'],
    neckline: ['v'],
    length: ['mini', 'midi'],
  },
  'charcoal-blazer': {
    category: 'jacket',
    colour: ['charcoal'],
    pattern: ['solid'],
    sleeveLength: ['long'],
    neckline: ['collar'],
    length: ['regular'],
  },
  'denim-jacket': {
    category: 'jacket',
    colour: ['denim', 'blue'],
    pattern: ['solid', 'textured'],
    sleeveLength: ['long'],
    neckline: ['collar'],
    length: ['regular', 'cropped'],
  },
  'blue-jeans': { category: 'pants', colour: ['denim', 'blue'], pattern: ['solid', 'textured'], length: ['full'] },
  'khaki-shorts': { category: 'pants', colour: ['khaki', 'beige'], pattern: ['solid'], length: ['shorts'] },
  'camel-mini': { category: 'skirt', colour: ['camel', 'brown'], pattern: ['solid', 'textured'], length: ['mini'] },
  'pleated-midi': { category: 'skirt', colour: ['burgundy'], pattern: ['solid', 'textured'], length: ['midi', 'maxi'] },
  'logo-tee': {
    category: 'top',
    colour: ['white'],
    pattern: ['graphic'],
    sleeveLength: ['short'],
    neckline: ['crew'],
    length: ['regular'],
  },
  'ribbed-tank': {
    category: 'top',
    colour: ['sage', 'green'],
    pattern: ['solid', 'textured'],
    sleeveLength: ['sleeveless'],
    neckline: ['scoop', 'strap'],
    length: ['regular'],
  },
  'striped-long-sleeve': {
    category: 'top',
    colour: ['cream', 'white'],
    pattern: ['striped'],
    sleeveLength: ['long'],
    neckline: ['crew', 'scoop'],
    length: ['regular'],
  },
};

const FOLDER = join(__dirname, '..', '..', '..', 'packages', 'local', 'samples', 'garments');

describe('the description of the sample products', () => {
  let models: Models;
  const found = new Map<string, GarmentAttributes>();
  const categories = new Map<string, string>();
  beforeAll(async () => {
    models = await loadModels({ provider: 'cpu', threads: 1 });
    for (const [name, { category }] of Object.entries(TRUTH)) {
      const { raster } = await decodeGarment(readFileSync(join(FOLDER, category, `${name}.jpg`)));
      const garment = await analyseGarment(raster, undefined, models).catch(async (error: unknown) => {
        if (!(error instanceof TryOnRefusal)) throw error;
        categories.set(name, error.code);
        return analyseGarment(raster, category, models);
      });
      if (garment.categorySource === 'detected') categories.set(name, garment.category);
      found.set(name, describeGarment(garment, raster));
    }
  }, 240_000);
  afterAll(() => models.close());

  /** Says of each product what `read` finds; fails where that is neither true nor unknown. Returns the answered share. */
  function check(
    read: (attributes: GarmentAttributes) => string | undefined,
    truthOf: (truth: Truth) => readonly string[] | undefined,
  ): number {
    let asked = 0;
    let answered = 0;
    for (const [name, truth] of Object.entries(TRUTH)) {
      const attributes = found.get(name);
      const right = truthOf(truth);
      if (attributes === undefined || right === undefined) continue;
      asked++;
      const value = read(attributes);
      if (value === 'unknown') continue;
      answered++;
      expect([name, right.includes(value ?? '') ? right : value]).toEqual([name, right]);
    }
    return answered / asked;
  }

  it('names the main colour of each', () => {
    expect(
      check(
        (a) => a.colors[0]?.name,
        (t) => t.colour,
      ),
    ).toBe(1);
  });

  it('is right about pattern and cut, and says much', () => {
    const shares = {
      pattern: check(
        (a) => a.pattern.value,
        (t) => t.pattern,
      ),
      sleeveLength: check(
        (a) => a.sleeveLength?.value,
        (t) => t.sleeveLength,
      ),
      neckline: check(
        (a) => a.neckline?.value,
        (t) => t.neckline,
      ),
      length: check(
        (a) => a.length.value,
        (t) => t.length,
      ),
    };
    expect(shares.pattern).toBeGreaterThan(0.7);
    expect(shares.sleeveLength).toBeGreaterThan(0.5);
    expect(shares.neckline).toBeGreaterThan(0.5);
    expect(shares.length).toBeGreaterThan(0.5);
  });

  it('does not guess whether a garment on a plain background lies or hangs', () => {
    for (const attributes of found.values()) expect(attributes.photoType.value).toBe('unknown');
  });

  it('finds nothing wrong with clean pictures', () => {
    for (const { suitability } of found.values())
      for (const { code } of suitability.issues) expect(code).toBe('garment_cut_out_uncertain');
  });

  it('names each category, or says that it cannot', () => {
    const named = Object.entries(TRUTH).filter(([name]) => categories.get(name) !== 'category_ambiguous');
    expect(named.map(([name]) => categories.get(name))).toEqual(named.map(([, truth]) => truth.category));
    expect(named.length).toBeGreaterThanOrEqual(9);
  });
});
