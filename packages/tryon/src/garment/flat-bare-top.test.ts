import { describe, expect, it } from '@jest/globals';
import type { PlaneF32 } from '@drape/imaging';
import { parsesCloth } from '../../test/parses-cloth';
import { drawDress, drawStrapless, drawTank, STRAPLESS } from '../../test/drawn-garments';
import { drawnPerson, FIGURE } from '../../test/drawn-person';
import { paint } from '../../test/drawn-shapes';
import { alwaysReads, DRESS_HALF, readUpper, TANK_HALF, type DrawnHalf } from '../../test/read-drawn';
import { placeGarment } from '../place/place-garment';
import { analyseGarment } from './analyse-garment';
import { flatBareTop } from './flat-bare-top';
import type { Garment, UpperLandmarks } from './types';

const STRAPLESS_HALF: DrawnHalf = {
  neck: STRAPLESS.top,
  shoulder: STRAPLESS.corner,
  armpit: STRAPLESS.chest,
  hem: STRAPLESS.hem,
};

async function read(mask: PlaneF32, half: DrawnHalf): Promise<{ garment: Garment; marks: UpperLandmarks }> {
  const ports = {
    cutOut: () => Promise.reject(new Error('the picture has its own alpha')),
    detectPose: () => Promise.resolve({ person: null, others: [] }),
    parsePerson: parsesCloth,
    ...alwaysReads(readUpper(mask, half)),
  };
  const garment = await analyseGarment(paint(mask, [60, 120, 90]), 'dress', ports);
  if (garment.landmarks.kind !== 'upper') throw new Error('not an upper garment');
  return { garment, marks: garment.landmarks };
}

describe('a strapless dress laid flat', () => {
  it('is known by an edge as wide as its chest and a waist near below it', async () => {
    const { marks } = await read(drawStrapless(), STRAPLESS_HALF);
    expect(marks.necklineKind).toBe('bandeau');
    expect(marks.bareTop?.wearer).toBeNull();
  });

  it('lies below bare shoulders, above the armpits, with none of its edge cut away', async () => {
    const { garment } = await read(drawStrapless(), STRAPLESS_HALF);
    const { region } = placeGarment(drawnPerson(), garment);
    if (region.kind !== 'upper') throw new Error('not an upper garment');
    const torso = FIGURE.hips[0].y - FIGURE.shoulders[0].y;
    for (const { y } of region.neckline) {
      expect((y - FIGURE.shoulders[0].y) / torso).toBeGreaterThan(0.08);
      expect((y - FIGURE.shoulders[0].y) / torso).toBeLessThan(0.3);
    }
    expect(region.shoulder[0].y).toBeLessThan(FIGURE.shoulders[0].y + 0.05 * torso);
  });
});

it('has an edge as wide as its chest: narrower ones are straps, photographed from the hem', async () => {
  const { garment, marks } = await read(drawStrapless(), STRAPLESS_HALF);
  const [a, b] = marks.shoulder;
  const inwards = 0.12 * (b.x - a.x);
  const narrow = [
    { ...a, x: a.x + inwards },
    { ...b, x: b.x - inwards },
  ] as const;
  expect(flatBareTop(garment.rgba, marks)).not.toBeNull();
  expect(flatBareTop(garment.rgba, { ...marks, shoulder: narrow })).toBeNull();
});

it.each([
  ['a dress with sleeves', drawDress, DRESS_HALF],
  ['a tank top', drawTank, TANK_HALF],
] as const)('%s hangs on the shoulders', async (_, draw, half) => {
  const { marks } = await read(draw(), half);
  expect(marks.bareTop).toBeUndefined();
});
