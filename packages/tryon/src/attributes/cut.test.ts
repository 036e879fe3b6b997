import { describe, expect, it } from '@jest/globals';
import type { ProductCategory } from '@drape/contracts';
import type { PlaneF32 } from '@drape/imaging';
import * as drawn from '../../test/drawn-garments';
import { paint } from '../../test/drawn-shapes';
import { DRESS_HALF, readLower, readUpper, SHIRT_HALF, TANK_HALF, TEE_HALF, WHOLE_PLACE } from '../../test/read-drawn';
import type { GarmentRead } from '../ports';
import { findLandmarks } from '../garment/landmarks/find-landmarks';
import { readSilhouette } from '../garment/landmarks/silhouette';
import type { GarmentLandmarks, UpperLandmarks } from '../model/garment';
import { findLength } from './length-name';
import { nameNeckline } from './neckline-name';
import { findSleeveLength } from './sleeve-length';

function read(mask: PlaneF32, category: ProductCategory, reading: GarmentRead): GarmentLandmarks {
  const rgba = paint(mask, [40, 80, 160]);
  return findLandmarks(readSilhouette(rgba), category, { read: reading, place: WHOLE_PLACE });
}

const TEE = drawn.drawTee();
const SHIRT = drawn.drawShirt();
const TANK = drawn.drawTank();
const DRESS = drawn.drawDress();
const PANTS = drawn.drawPants();
const SHORTS = drawn.drawShorts();
const SKIRT = drawn.drawSkirt();

function upper(mask: PlaneF32): UpperLandmarks {
  const half = mask === TEE ? TEE_HALF : mask === SHIRT ? SHIRT_HALF : TANK_HALF;
  const marks = read(mask, 'top', readUpper(mask, half));
  if (marks.kind !== 'upper') throw new Error('not an upper garment');
  return marks;
}

describe('findSleeveLength', () => {
  it.each([
    ['short', TEE],
    ['long', SHIRT],
    ['sleeveless', TANK],
  ] as const)('knows %s sleeves', (expected, mask) => {
    expect(findSleeveLength(upper(mask), false).value).toBe(expected);
  });

  it('does not say where one side has a sleeve and the other none', () => {
    const marks = upper(TEE);
    const [left, right] = marks.sleeves;
    const torn = { ...marks, sleeves: [left, { ...right, length: 'none' as const }] as const };
    expect(findSleeveLength(torn, false)).toEqual({ value: 'unknown', confidence: 0 });
  });

  it('does not call a top without visible sleeves sleeveless when the outline is unsure', () => {
    const marks = upper(TANK);
    const [left, right] = marks.sleeves;
    const unsure = {
      ...marks,
      sleeves: [
        { ...left, confidence: 0.4 },
        { ...right, confidence: 0.5 },
      ] as const,
    };
    expect(findSleeveLength(unsure, false).value).toBe('unknown');
  });
});

describe('findLength', () => {
  it.each([
    ['regular', TEE, 'top', readUpper(TEE, TEE_HALF)],
    ['full', PANTS, 'pants', readLower(PANTS, drawn.PANTS)],
    ['maxi', DRESS, 'dress', readUpper(DRESS, DRESS_HALF)],
    ['midi', SKIRT, 'skirt', readLower(SKIRT, drawn.SKIRT)],
  ] as const)('knows a garment of length %s', (expected, mask, category, reading) => {
    expect(findLength(read(mask, category, reading), category, 420).value).toBe(expected);
  });

  it('tells shorts, and is unknown between shorts and long trousers', () => {
    const shorts = read(SHORTS, 'pants', readLower(SHORTS, drawn.SHORTS));
    expect(findLength(shorts, 'pants', 306).value).toBe('shorts');
    expect(findLength(shorts, 'pants', 460)).toEqual({ value: 'unknown', confidence: 0 });
  });

  it('is unknown where the outline is unsure', () => {
    expect(findLength({ ...upper(TEE), confidence: 0.3 }, 'top', 400).value).toBe('unknown');
  });
});

describe('nameNeckline', () => {
  it('knows the deep neck of a tank top', () => {
    expect(['scoop', 'strap']).toContain(nameNeckline(upper(TANK), 'top').value);
  });

  it('takes a rise above the neck for a collar on jackets only', () => {
    const shirt = { ...upper(SHIRT), necklineKind: 'collar' as const, confidence: 0.8 };
    expect(nameNeckline(shirt, 'jacket').value).toBe('collar');
    expect(nameNeckline(shirt, 'top').value).toBe('unknown');
    expect(nameNeckline(shirt, 'dress').value).toBe('unknown');
    const tee = { ...upper(TEE), necklineKind: 'collar' as const };
    expect(nameNeckline(tee, 'top').value).toBe('unknown');
  });

  it('does not call two crossing folds a V', () => {
    const shallow = { ...upper(TEE), necklineKind: 'v' as const };
    const [a, b] = shallow.neck;
    const at = (depth: number) => ({ ...shallow, neckline: [a, { x: (a.x + b.x) / 2, y: a.y + depth }, b] });
    expect(nameNeckline(at((b.x - a.x) * 0.25), 'top').value).toBe('unknown');
    expect(nameNeckline(at((b.x - a.x) * 0.8), 'top').value).toBe('v');
  });
});
