import { describe, expect, it } from '@jest/globals';
import type { PlaneF32, Point } from '@drape/imaging';
import { parsesClothes } from '../../../test/parses-clothes';
import { drawnPerson } from '../../../test/drawn-person';
import { drawPolygon, paint } from '../../../test/drawn-shapes';
import { alwaysReads, readUpper, type DrawnHalf } from '../../../test/read-drawn';
import { analyseGarment } from '../../garment/analyse-garment';
import type { Garment } from '../../model/garment';
import { placeGarment } from '../place-garment';
import { isFullLength, sleeveReach } from './sleeve-reach';
import type { PlacedSleeve } from '../../model/placement';

/** A dress with sleeves of this length, laid flat at 45°, as wide at the shoulders as at the chest. */
function drawDress(sleeve: number): { readonly mask: PlaneF32; readonly half: DrawnHalf } {
  const at = (x: number, y: number): Point => ({ x: 210 + x, y });
  const [outX, outY] = [56 + 0.72 * sleeve, 44 + 0.69 * sleeve];
  const half = {
    neck: at(30, 32),
    shoulder: at(56, 44),
    cuffOuter: at(outX, outY),
    cuffInner: at(outX - 22, outY + 23),
    armpit: at(56, 104),
    hem: at(70, 410),
  };
  const right = [at(0, 40), ...Object.values(half)];
  return { mask: drawPolygon(420, 480, [...right, ...right.map((p) => ({ x: 420 - p.x, y: p.y })).reverse()]), half };
}

async function sleevesOf(
  { mask, half }: ReturnType<typeof drawDress>,
  category: Garment['category'],
): Promise<readonly PlacedSleeve[]> {
  const garment = await analyseGarment(paint(mask, [40, 70, 150]), category, {
    cutOut: () => Promise.reject(new Error('the picture has its own alpha')),
    detectPose: () => Promise.resolve({ person: null, others: [] }),
    parsePerson: parsesClothes,
    ...alwaysReads(readUpper(mask, half)),
  });
  const { region } = placeGarment(drawnPerson(), garment);
  return region.kind === 'upper' ? region.sleeves : [];
}

describe('sleeves on the arms', () => {
  it('ends three-quarter sleeves of a dress between elbow and wrist', async () => {
    for (const { reach, length } of await sleevesOf(drawDress(116), 'dress')) {
      expect(reach).toBeGreaterThan(0.6);
      expect(reach).toBeLessThan(0.85);
      // its arm begins where its fabric ends
      expect(length).toBe('short');
    }
  });

  it('ends long ones at the wrists', async () => {
    for (const { reach, length } of await sleevesOf(drawDress(180), 'dress')) {
      expect(reach).toBeGreaterThan(1);
      expect(length).toBe('long');
    }
  });
});

describe('sleeveReach', () => {
  it('follows a dress’s chest where its shoulders mislead', () => {
    const narrow = sleeveReach('dress', 0.25, { inShoulders: 1.35, inChests: 0.75 });
    expect(narrow).toBeLessThan(sleeveReach('top', 0.25, { inShoulders: 1.35, inChests: 0.75 }) - 0.2);
  });
});

describe('isFullLength', () => {
  it('knows a top’s long sleeves whose shoulders are dropped, and leaves three-quarter ones', () => {
    expect(isFullLength('top', 'long', { inShoulders: 0.78, inChests: 0.7 })).toBe(true);
    expect(isFullLength('top', 'long', { inShoulders: 0.6, inChests: 0.6 })).toBe(false);
    expect(isFullLength('top', 'short', { inShoulders: 0.9, inChests: 0.8 })).toBe(false);
  });
});
