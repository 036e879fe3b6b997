import { describe, expect, it } from '@jest/globals';
import type { PlaneF32 } from '@drape/imaging';
import { drawDress, drawStrapless, drawTank } from '../../test/drawn-garments';
import { drawnPerson, FIGURE } from '../../test/drawn-person';
import { paint } from '../../test/drawn-shapes';
import { placeGarment } from '../place/place-garment';
import { analyseGarment } from './analyse-garment';
import { flatBareTop } from './flat-bare-top';
import type { Garment, UpperLandmarks } from './types';

async function read(mask: PlaneF32): Promise<{ garment: Garment; marks: UpperLandmarks }> {
  const ports = {
    cutOut: () => Promise.reject(new Error('the picture has its own alpha')),
    detectPose: () => Promise.resolve({ person: null, others: [] }),
  };
  const garment = await analyseGarment(paint(mask, [60, 120, 90]), 'dress', ports);
  if (garment.landmarks.kind !== 'upper') throw new Error('not an upper garment');
  return { garment, marks: garment.landmarks };
}

describe('a strapless dress laid flat', () => {
  it('is known by an edge as wide as its chest and a waist near below it', async () => {
    const { marks } = await read(drawStrapless());
    expect(marks.necklineKind).toBe('bandeau');
    expect(marks.bareTop?.wearer).toBeNull();
  });

  it('lies below bare shoulders, above the armpits, with none of its edge cut away', async () => {
    const { garment } = await read(drawStrapless());
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
  const { garment, marks } = await read(drawStrapless());
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
  ['a dress with sleeves', drawDress],
  ['a tank top', drawTank],
])('%s hangs on the shoulders', async (_, draw) => {
  const { marks } = await read(draw());
  expect(marks.bareTop).toBeUndefined();
});
