import { describe, expect, it } from '@jest/globals';
import { boxBlur, createRaster, resizeRaster, type PlaneF32, type RasterU8 } from '@drape/imaging';
import { drawPants, drawTee, PANTS } from '../../test/drawn-garments';
import { paint, photograph } from '../../test/drawn-shapes';
import { readLower, readUpper, TEE_HALF, WHOLE_PLACE } from '../../test/read-drawn';
import { findLandmarks } from '../garment/landmarks/find-landmarks';
import { readSilhouette } from '../garment/landmarks/silhouette';
import { findColours } from './colours';
import { sampleFabric } from './fabric-sample';
import { describeGarment, type DescribedGarment } from './describe-garment';
import { readPicture } from './picture-facts';

const NAVY = [28, 36, 74] as const;
const PALE = [236, 234, 230] as const;

function garment(
  mask: PlaneF32,
  category: DescribedGarment['category'],
  notes: readonly string[] = [],
): DescribedGarment {
  const rgba = paint(mask, NAVY);
  const read = category === 'top' ? readUpper(mask, TEE_HALF) : readLower(mask, PANTS);
  const landmarks = findLandmarks(readSilhouette(rgba), category, { read, place: WHOLE_PLACE });
  return { category, rgba, landmarks, quality: 0.9, notes };
}

/** Boards of two browns with dark joints, as a floor has. */
function onFloor(mask: PlaneF32): RasterU8 {
  const rgb = createRaster(mask.width, mask.height, 3);
  for (let i = 0; i < mask.data.length; i++) {
    const [x, y] = [i % mask.width, Math.floor(i / mask.width)];
    const board = y % 26 < 3 ? 60 : 120 + 30 * Math.sin(x / 5 + Math.floor(y / 26) * 2);
    for (let c = 0; c < 3; c++)
      rgb.data[i * 3 + c] = NAVY[c] * mask.data[i] + board * (1 - 0.2 * c) * (1 - mask.data[i]);
  }
  return rgb;
}

const colours = findColours(sampleFabric(paint(drawTee(), NAVY)));

describe('describeGarment', () => {
  it('describes a plain tee on a plain background', () => {
    const found = describeGarment(garment(drawTee(), 'top'), photograph(drawTee(), NAVY, PALE));
    expect(found).toMatchObject({
      colors: [{ name: 'navy', share: 1 }],
      pattern: { value: 'solid' },
      sleeveLength: { value: 'short' },
      length: { value: 'regular' },
      photoType: { value: 'unknown', confidence: 0 },
      picture: { edgeContact: 0 },
    });
    expect(found.picture.backgroundUniformity).toBeGreaterThan(0.98);
    expect(found.picture.backgroundTexture).toBeLessThan(0.02);
    expect(found.suitability.issues).toEqual([]);
  });

  it('has no sleeves and no neckline for trousers', () => {
    const found = describeGarment(garment(drawPants(), 'pants'), photograph(drawPants(), NAVY, PALE));
    expect(found).toMatchObject({ sleeveLength: null, neckline: null, length: { value: 'full' } });
  });

  it('knows a garment on a floor, and one that a model wears', () => {
    expect(describeGarment(garment(drawTee(), 'top'), onFloor(drawTee())).photoType.value).toBe('flat_lay');
    const worn = describeGarment(garment(drawTee(), 'top', ['worn by a model']), onFloor(drawTee()));
    expect(worn.photoType.value).toBe('on_model');
    expect(worn.suitability.issues.map((issue) => issue.code)).toContain('worn_by_model');
  });

  it('takes points off for what is wrong with the picture, worst for an outline that cannot be read', () => {
    const picture = photograph(drawTee(), NAVY, PALE);
    const good = describeGarment(garment(drawTee(), 'top'), picture).suitability;
    const unsure = describeGarment({ ...garment(drawTee(), 'top'), quality: 0.3 }, picture).suitability;
    expect(good.level).toBe('good');
    expect(unsure.score).toBe(good.score - 35);
    expect(unsure.issues[0]).toMatchObject({ code: 'garment_cut_out_uncertain', severity: 'major' });
  });
});

describe('readPicture', () => {
  it('tells sharp pictures from soft and enlarged ones', () => {
    const sharp = readPicture(photograph(drawTee(), NAVY, PALE), colours).sharpness ?? 0;
    const soft = readPicture(photograph(boxBlur(boxBlur(drawTee(), 3), 3), NAVY, PALE), colours).sharpness ?? 1;
    const small = resizeRaster(photograph(drawTee(), NAVY, PALE), 105, 120);
    const enlarged = readPicture(resizeRaster(small, 420, 480), colours).sharpness ?? 1;
    expect(sharp).toBeGreaterThan(0.6);
    expect(soft).toBeLessThan(0.36);
    expect(enlarged).toBeLessThan(0.46);
  });

  it('does not judge the sharpness of a picture without edges', () => {
    expect(readPicture(createRaster(300, 300, 3), colours).sharpness).toBeNull();
  });

  it('sees a garment that the edge of the picture cuts off', () => {
    const whole = photograph(drawTee(), NAVY, PALE);
    const cut = createRaster(300, 480, 3);
    for (let y = 0; y < 480; y++) cut.data.set(whole.data.subarray(y * 1260 + 240, y * 1260 + 1140), y * 900);
    expect(readPicture(whole, colours).edgeContact).toBe(0);
    expect(readPicture(cut, colours).edgeContact).toBeGreaterThan(0.06);
  });

  it('takes a transparent picture for one with a clean background', () => {
    expect(readPicture(paint(drawTee(), NAVY), colours)).toMatchObject({
      backgroundUniformity: 1,
      backgroundTexture: 0,
    });
  });
});
