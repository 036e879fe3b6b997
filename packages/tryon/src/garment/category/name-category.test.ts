import { describe, expect, it } from '@jest/globals';
import { boxBlur } from '@drape/imaging';
import { parsesClothes } from '../../../test/parses-clothes';
import { drawPants, drawTee, PANTS } from '../../../test/drawn-garments';
import { drawBar, paint, photograph } from '../../../test/drawn-shapes';
import { alwaysReads, readLower } from '../../../test/read-drawn';
import type { GarmentClass } from '../../ports';
import { analyseGarment } from '../analyse-garment';
import { categoryRemark } from './category-remark';
import { nameCategory } from './name-category';

const tee = paint(drawTee(), [40, 80, 160]);
const says = (category: GarmentClass['category'], scores: Partial<GarmentClass['scores']>) => ({
  classifyGarment: () =>
    Promise.resolve({
      category,
      confidence: Math.max(...Object.values(scores)),
      scores: { dress: 0, top: 0, pants: 0, jacket: 0, skirt: 0, ...scores },
    }),
});

describe('nameCategory', () => {
  it('believes a classifier that is sure', async () => {
    expect(await nameCategory(tee, says('dress', { dress: 0.97, top: 0.03 }))).toEqual({
      category: 'dress',
      confidence: 0.97,
    });
  });

  it('takes what an unsure classifier finds by far the likeliest', async () => {
    const found = await nameCategory(tee, says('unknown', { top: 0.65, jacket: 0.35 }));
    expect(found).toEqual({ category: 'top', confidence: 0.65 });
  });

  it('asks for productCategory where several are about as likely, and names what it may be', async () => {
    await expect(nameCategory(tee, says('unknown', { skirt: 0.55, top: 0.45 }))).rejects.toMatchObject({
      code: 'category_ambiguous',
      detail: 'The kind of garment is unclear (skirt or top). Send productCategory to say which.',
      fields: {
        candidates: [
          { category: 'skirt', confidence: 0.55 },
          { category: 'top', confidence: 0.45 },
        ],
      },
    });
  });

  it('asks for it, too, where there is no classifier', async () => {
    await expect(nameCategory(tee, {})).rejects.toMatchObject({ code: 'category_ambiguous' });
  });
});

describe('categoryRemark', () => {
  const found = {
    category: 'skirt',
    categorySource: 'detected',
    categoryConfidence: 0.6,
    categoryDoubt: null,
  } as const;
  const named = { ...found, categorySource: 'client', categoryConfidence: 1 } as const;

  it('tells that a category was hard to find', () => {
    expect(categoryRemark(found)).toMatchObject([{ code: 'category_uncertain' }]);
  });

  it('says nothing of a sure category, nor of the client’s', () => {
    expect(categoryRemark({ ...found, categoryConfidence: 0.95 })).toEqual([]);
    expect(categoryRemark(named)).toEqual([]);
  });

  it('tells the merchant what the picture of a named category rather looks like', () => {
    const categoryDoubt = { detected: 'dress', confidence: 0.9 } as const;
    expect(categoryRemark({ ...named, categoryDoubt })).toEqual([
      {
        code: 'category_doubtful',
        about: 'product',
        message: 'The product image looks more like a dress than a skirt; send productCategory dress if it is.',
      },
    ]);
  });
});

describe('analyseGarment without a category', () => {
  it('cuts trousers out below their hanger, as if it had been told', async () => {
    const mask = drawPants();
    for (const x of [150, 260]) drawBar(mask, { x, y: 6 }, { x, y: 40 }, 9);
    const picture = photograph(mask, [40, 80, 160], [236, 234, 230]);
    const ports = {
      ...says('pants', { pants: 0.97, skirt: 0.03 }),
      cutOut: () => Promise.resolve(boxBlur(boxBlur(mask, 4), 4)),
      detectPose: () => Promise.resolve({ person: null, others: [] }),
      parsePerson: parsesClothes,
      ...alwaysReads(readLower(drawPants(), PANTS)),
    };
    const found = await analyseGarment(picture, undefined, ports);
    const named = await analyseGarment(picture, 'pants', ports);
    expect(found).toMatchObject({ category: 'pants', categorySource: 'detected', categoryConfidence: 0.97 });
    expect(found.rgba).toEqual(named.rgba);
    expect(found.landmarks).toEqual(named.landmarks);
  });
});
