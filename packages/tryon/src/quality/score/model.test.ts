import { RELIABLE } from '@drape/fit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { drawnPicture } from '../../../test/drawn-picture';
import { pictureFeatures, type Features } from './features';
import { isPresentable, qualityOf } from './judge-picture';
import { logitOf, probabilityOf, QUALITY_MODEL, type QualityModel } from './model';

let drawn: Features;
beforeAll(async () => {
  drawn = pictureFeatures(await drawnPicture());
});

const PLAIN: QualityModel = {
  version: 'test',
  clip: 2,
  linear: { base: 0.5, share: 1, terms: [{ feature: 'landmarks', mean: 0.5, spread: 0.1, weight: 0.4, square: 0.1 }] },
  trees: {
    base: -0.1,
    share: 1,
    trees: [[{ feature: 'worn', at: 0.5, below: 1, above: 2 }, { value: 0.1 }, { value: -1.9 }]],
  },
  calibration: { offset: 0, slope: 1 },
  limits: { fair: 40, good: 80 },
  typical: { landmarks: 0.6, worn: 0 },
};

describe('the model', () => {
  it('adds linear terms and squares, in spreads from their mean, and the leaf of each tree', () => {
    expect(logitOf(PLAIN, { ...drawn, landmarks: 0.5, worn: 0 })).toBeCloseTo(0.5 - 0.1 - 0.1 + 0.1);
    expect(logitOf(PLAIN, { ...drawn, landmarks: 0.6, worn: 0 })).toBeCloseTo(0.5 + 0.4 + 0 - 0.1 + 0.1);
    expect(logitOf(PLAIN, { ...drawn, landmarks: 0.6, worn: 1 })).toBeCloseTo(0.5 + 0.4 - 0.1 - 1.9);
  });

  it('lets no value count for more than the clip', () => {
    const far = logitOf(PLAIN, { ...drawn, landmarks: 40, worn: 0 });
    expect(far).toBeCloseTo(logitOf(PLAIN, { ...drawn, landmarks: 0.7, worn: 0 }));
  });

  it('takes the typical value for what could not be measured', () => {
    const unknown = logitOf(PLAIN, { ...drawn, landmarks: NaN, worn: 0 });
    expect(unknown).toBe(logitOf(PLAIN, { ...drawn, landmarks: 0.6, worn: 0 }));
  });

  it('makes a probability of a logit', () => {
    expect(probabilityOf(0)).toBe(0.5);
    expect(probabilityOf(-40)).toBeGreaterThanOrEqual(0);
    expect(probabilityOf(40)).toBeLessThanOrEqual(1);
  });
});

describe('the quality of a picture', () => {
  it('is poor below the fair limit, good from the good one on, and an integer score', () => {
    const at = (offset: number): ReturnType<typeof qualityOf> =>
      qualityOf({ ...drawn, landmarks: 0.5, worn: 0 }, { ...PLAIN, calibration: { offset: offset - 0.4, slope: 1 } });
    expect(at(-3)).toMatchObject({ level: 'poor', score: 5 });
    expect(at(0)).toMatchObject({ level: 'fair', score: 50 });
    expect(at(3)).toMatchObject({ level: 'good', score: 95 });
  });

  it('tells at most three reasons, the one that pulls most first, and none of a good picture', () => {
    const terms = (['landmarks', 'turned', 'skinArms', 'bagArea', 'doubt'] as const).map((feature, i) => ({
      feature,
      mean: 0,
      spread: 1,
      weight: -(i + 1),
      square: 0,
    }));
    const many: QualityModel = {
      ...PLAIN,
      linear: { base: 2, share: 1, terms },
      trees: { base: 0, share: 0, trees: [] },
      typical: { landmarks: 0, turned: 0, skinArms: 0, bagArea: 0, doubt: 0 },
    };
    const bad = qualityOf({ ...drawn, landmarks: 1, turned: 1, skinArms: 1, bagArea: 1, doubt: 1 }, many);
    expect(bad.reasons.map(({ code, about }) => `${about} ${code}`)).toEqual([
      'photo photo_unclear',
      'photo things_in_the_way',
      'photo skin_invented',
    ]);
    const fine = qualityOf({ ...drawn, landmarks: 0, turned: 0, skinArms: 0, bagArea: 0, doubt: 0 }, many);
    expect(fine).toMatchObject({ level: 'good', reasons: [] });
  });

  it('speaks of a product picture that is hard to read to who can mend it', () => {
    const { reasons } = qualityOf({ ...drawn, landmarks: 0.3, worn: 1 }, PLAIN);
    expect(reasons.map(({ code, about }) => [code, about])).toEqual([
      ['garment_worn', 'product'],
      ['garment_unclear', 'product'],
    ]);
    for (const { message } of reasons) expect(message).toMatch(/^[A-Z].*\.$/);
  });
});

describe('what may be shown', () => {
  it('is every picture that is at least as good as was asked for', () => {
    expect(isPresentable('poor', 'poor')).toBe(true);
    expect(isPresentable('poor', 'fair')).toBe(false);
    expect(isPresentable('fair', 'fair')).toBe(true);
    expect(isPresentable('fair', 'good')).toBe(false);
    expect(isPresentable('good', 'fair')).toBe(true);
  });
});

describe('the trained model', () => {
  it('asks for features that exist, and for each knows what is typical', () => {
    const linear = QUALITY_MODEL.linear.terms.map(({ feature }) => feature);
    const split = QUALITY_MODEL.trees.trees.flat().flatMap((node) => ('feature' in node ? [node.feature] : []));
    for (const feature of new Set([...linear, ...split])) {
      expect(drawn[feature]).toEqual(expect.any(Number));
      expect(QUALITY_MODEL.typical[feature]).toEqual(expect.any(Number));
    }
  });

  it('keeps its levels in order', () => {
    const { fair, good } = QUALITY_MODEL.limits;
    expect(fair).toBeGreaterThan(0);
    expect(good).toBeGreaterThan(fair);
    expect(good).toBeLessThan(100);
  });

  it('calls good what shoppers are told to trust', () => {
    expect(QUALITY_MODEL.limits.good / 100).toBe(RELIABLE);
  });
});
