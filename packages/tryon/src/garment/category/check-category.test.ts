import { describe, expect, it } from '@jest/globals';
import { parsesClothes } from '../../../test/parses-clothes';
import { drawPants, drawSkirt, drawTee, PANTS, SKIRT } from '../../../test/drawn-garments';
import { paint } from '../../../test/drawn-shapes';
import { alwaysReads, readLower } from '../../../test/read-drawn';
import type { GarmentClass } from '../../ports';
import { analyseGarment } from '../analyse-garment';
import { CATEGORY_CHECK, checkCategory } from './check-category';

const tee = paint(drawTee(), [40, 80, 160]);

/** Ports whose classifier sees one category with a confidence, and shares the rest evenly. */
function sees(category: keyof GarmentClass['scores'], confidence: number) {
  const rest = (1 - confidence) / 4;
  const scores = { dress: rest, top: rest, pants: rest, jacket: rest, skirt: rest, [category]: confidence };
  return { classifyGarment: () => Promise.resolve({ category, confidence, scores }) };
}

describe('checkCategory', () => {
  it('refuses a category that is surely not shown, and says what is and what to send instead', async () => {
    await expect(checkCategory({ rgba: tee, asked: 'skirt', ports: sees('top', 0.957) })).rejects.toMatchObject({
      code: 'category_mismatch',
      detail: 'The product image shows a top, not a skirt. Send productCategory top, or a picture of a skirt.',
      fields: { detected: 'top', confidence: 0.96 },
    });
  });

  it('has a doubt where the classifier is less sure', async () => {
    const doubt = await checkCategory({ rgba: tee, asked: 'skirt', ports: sees('top', 0.85) });
    expect(doubt).toEqual({ detected: 'top', confidence: 0.85 });
  });

  it('only doubts between categories that people confuse, unless it is surer still', async () => {
    const ask = (confidence: number) => checkCategory({ rgba: tee, asked: 'jacket', ports: sees('top', confidence) });
    expect(await ask(0.94)).toEqual({ detected: 'top', confidence: 0.94 });
    await expect(ask(0.96)).rejects.toMatchObject({ code: 'category_mismatch' });
  });

  it('says nothing where the classifier agrees, is unsure, or is not there', async () => {
    expect(await checkCategory({ rgba: tee, asked: 'top', ports: sees('top', 0.9) })).toBeNull();
    expect(await checkCategory({ rgba: tee, asked: 'jacket', ports: sees('top', 0.7) })).toBeNull();
    expect(await checkCategory({ rgba: tee, asked: 'jacket', ports: {} })).toBeNull();
  });
});

describe('analyseGarment with a category', () => {
  const cutOut = () => Promise.reject(new Error('a picture with alpha needs no network'));
  const detectPose = () => Promise.resolve({ person: null, others: [] });

  it('refuses another one before it looks for its landmarks', async () => {
    const pants = paint(drawPants(), [40, 80, 160]);
    const ports = {
      cutOut,
      detectPose,
      parsePerson: parsesClothes,
      ...alwaysReads(readLower(drawPants(), PANTS)),
      ...sees('pants', 0.97),
    };
    await expect(analyseGarment(pants, 'top', ports)).rejects.toMatchObject({ code: 'category_mismatch' });
    expect((await analyseGarment(pants, 'pants', ports)).categoryDoubt).toBeNull();
  });

  it('believes the caller where the check is left out', async () => {
    const ports = {
      cutOut,
      detectPose,
      parsePerson: parsesClothes,
      ...alwaysReads(readLower(drawSkirt(), SKIRT)),
      ...sees('dress', 0.9),
    };
    const skirt = paint(drawSkirt(), [40, 80, 160]);
    expect((await analyseGarment(skirt, 'skirt', ports)).categoryDoubt).not.toBeNull();
    expect((await analyseGarment(skirt, 'skirt', ports, [CATEGORY_CHECK])).categoryDoubt).toBeNull();
  });

  it('keeps a doubt with the garment', async () => {
    const ports = {
      cutOut,
      detectPose,
      parsePerson: parsesClothes,
      ...alwaysReads(readLower(drawSkirt(), SKIRT)),
      ...sees('dress', 0.9),
    };
    const { categoryDoubt } = await analyseGarment(paint(drawSkirt(), [40, 80, 160]), 'skirt', ports);
    expect(categoryDoubt).toEqual({ detected: 'dress', confidence: 0.9 });
  });
});
