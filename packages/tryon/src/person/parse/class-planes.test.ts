import { createPlane, mapClasses } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { classPlanes, movePart, moveShare, type ClassPlane, type ClassPlanes } from './class-planes';
import type { PersonPlanes } from '../../model/person';

const SINGLE = [
  'background',
  'hair',
  'skin',
  'shoes',
  'bag',
  'other',
  'top',
  'outer',
  'upperDress',
  'pants',
  'skirt',
  'lowerDress',
] as const satisfies readonly (keyof ClassPlanes)[];

/** One pixel with a sixteenth of each class of a person; halves of halves are exact. */
function pixel(): PersonPlanes {
  const planes = mapClasses(() => createPlane(1, 1));
  const classes = classPlanes(planes);
  for (const name of SINGLE) moveShare(classes.background, classes[name], 0, 1 / 16);
  return planes;
}

const at = (planes: PersonPlanes, ...names: readonly (keyof PersonPlanes)[]): number =>
  names.reduce((sum, name) => sum + planes[name].data[0], 0);

function expectInStep(planes: PersonPlanes): void {
  expect(at(planes, 'hair', 'skin', 'upper', 'lower', 'shoes', 'bag', 'other')).toBe(at(planes, 'person'));
  expect(at(planes, 'top', 'outer', 'dress', 'pants', 'skirt')).toBe(at(planes, 'upper', 'lower'));
}

describe('moveShare', () => {
  const pairs = SINGLE.flatMap((from) => SINGLE.map((to) => [from, to] as const));

  it.each(pairs)('keeps unions and the person in step from %s to %s', (from, to) => {
    const planes = pixel();
    const classes = classPlanes(planes);
    moveShare(classes[from], classes[to], 0, 1 / 32);
    expectInStep(planes);
  });

  it('takes from one class what it gives to the other', () => {
    const planes = pixel();
    const { skin, outer } = classPlanes(planes);
    moveShare(skin, outer, 0, 1 / 16);
    expect([at(planes, 'skin'), at(planes, 'outer'), at(planes, 'upper')]).toEqual([0, 1 / 8, 1 / 4]);
  });

  it('leaves what counts both classes as it is, to the bit', () => {
    const planes = pixel();
    const third = Math.fround(1 / 3);
    for (const name of ['dress', 'lower'] as const) planes[name].data[0] = third;
    const { upperDress, lowerDress, pants, skirt } = classPlanes(planes);
    moveShare(lowerDress, upperDress, 0, 0.1);
    expect(at(planes, 'dress')).toBe(third);
    const lower = at(planes, 'lower');
    moveShare(pants, skirt, 0, 0.013);
    expect(at(planes, 'lower')).toBe(lower);
  });
});

describe('movePart', () => {
  it('takes the same part of all lower clothes', () => {
    const planes = mapClasses(() => createPlane(1, 1));
    const { background, pants, lowerDress, lowerClothes, shoes } = classPlanes(planes);
    for (const [layer, share] of [
      [pants, 1 / 2],
      [lowerDress, 1 / 4],
    ] satisfies [ClassPlane, number][])
      moveShare(background, layer, 0, share);
    movePart(lowerClothes, shoes, 0, 1 / 2);
    expect([at(planes, 'pants'), at(planes, 'dress'), at(planes, 'lower')]).toEqual([1 / 4, 1 / 8, 3 / 8]);
    expect(at(planes, 'shoes')).toBe(3 / 8);
    expectInStep(planes);
  });

  it('leaves nothing of the whole', () => {
    const planes = pixel();
    const { clothes, bag } = classPlanes(planes);
    movePart(clothes, bag, 0, 1);
    expect(at(planes, 'upper', 'lower', 'top', 'outer', 'dress', 'pants', 'skirt')).toBe(0);
    expectInStep(planes);
  });
});
