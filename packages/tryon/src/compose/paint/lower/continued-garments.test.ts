import { createPlane, type PlaneF32 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { continuedGarments, continuedSeat } from './continued-garments';
import type { LimbTube } from '../../../model/person';

const SIZE = 200;
/** Stations are 6 pixels apart, from y 20 down to y 176. */
const STATIONS = 27;
const stationY = (i: number) => 20 + 6 * i;

const leg = (x: number): LimbTube => ({
  centres: Array.from({ length: STATIONS }, (_, i) => ({ x, y: stationY(i) })),
  radii: Array.from({ length: STATIONS }, () => 14),
  visibility: 1,
});

function fill(plane: PlaneF32, [x0, x1]: readonly [number, number], [y0, y1]: readonly [number, number]): void {
  for (let y = y0; y < y1; y++) plane.data.fill(1, y * SIZE + x0, y * SIZE + x1);
}

/** Legs at x 70 and 130 below a coat that ends at `hem`; `garments` are boxes of seen lower clothes. */
function dressed(
  hem: number,
  garments: readonly [number, number, number, number][],
  { isTrousers = true, legsFrom = SIZE } = {},
) {
  const [lower, pants, seen, skin] = Array.from({ length: 4 }, () => createPlane(SIZE, SIZE));
  for (const [x0, x1] of [
    [58, 82],
    [118, 142],
  ] as const)
    fill(skin, [x0, x1], [legsFrom, 180]);
  fill(seen, [40, 160], [10, hem]);
  for (const [x0, x1, y0, y1] of garments)
    for (const plane of isTrousers ? [lower, pants] : [lower]) fill(plane, [x0, x1], [y0, y1]);
  const planes = { lower, pants, skin, other: createPlane(SIZE, SIZE) };
  return continuedGarments({ k: 1, person: { legTubes: [leg(70), leg(130)], planes } }, { seen });
}

describe('continuedGarments', () => {
  it('carries each trouser leg up under a long coat, as wide as it is seen', () => {
    const legs = dressed(80, [
      [52, 88, 80, 180],
      [112, 148, 80, 180],
    ]);
    expect(legs.map(({ centres }) => Math.round(centres[20].x))).toEqual([70, 130]);
    for (const { radii, seen } of legs) {
      expect(seen).toEqual([10, STATIONS - 1]);
      expect(radii[20]).toBeGreaterThan(16);
      expect(radii[20]).toBeLessThan(20);
    }
  });

  it('carries a skirt as one piece around both legs', () => {
    const skirts = dressed(80, [[50, 150, 80, 140]], { isTrousers: false });
    expect(skirts).toHaveLength(1);
    expect(skirts[0].centres[0].x).toBeCloseTo(100);
    expect(skirts[0].radii[0]).toBeCloseTo(44);
  });

  it('carries shorts of which one leg is hidden whole around both legs', () => {
    const garments = dressed(80, [[52, 88, 80, 110]], { legsFrom: 110 });
    expect(garments).toHaveLength(1);
    expect(garments[0].centres[0].x).toBeCloseTo(100);
    expect(stationY(garments[0].seen[1])).toBeLessThan(112);
    expect(garments[0].hem).toBe(110);
    expect(garments[0].centres.at(-1)?.y).toBeGreaterThan(120);
  });

  it('carries a skirt down over all that a coat hid, past its hem too, where no legs are seen below it', () => {
    const hidden = { isTrousers: false };
    const [under, open] = [dressed(150, [[85, 115, 30, 90]], hidden), dressed(150, [[50, 150, 80, 100]], hidden)];
    for (const [{ hem, centres }] of [under, open]) {
      expect(hem).toBeNull();
      expect(centres.at(-1)?.y).toBeGreaterThan(140);
    }
  });

  it('carries nothing where one leg of the trousers is hidden whole and too little is seen of the other', () => {
    expect(dressed(150, [[52, 88, 32, 40]])).toEqual([]);
  });

  it('joins two trouser legs by a seat', () => {
    const garments = dressed(80, [
      [52, 88, 80, 150],
      [112, 148, 80, 150],
    ]);
    const scene = {
      k: 1,
      person: {
        legTubes: [leg(70), leg(130)],
        planes: {
          lower: createPlane(SIZE, SIZE),
          pants: createPlane(SIZE, SIZE),
          skin: createPlane(SIZE, SIZE),
          other: createPlane(SIZE, SIZE),
        },
      },
    } as const;
    const seat = continuedSeat(scene, garments);
    expect(seat?.centres.map(({ x }) => Math.round(x))).toEqual([100, 100, 100, 100]);
    expect(seat?.radii[0]).toBeCloseTo(30, 0);
    expect(continuedSeat(scene, [])).toBeNull();
  });

  it('has nothing to carry below a short top, or where nothing of the lower clothes is seen', () => {
    expect(dressed(30, [[52, 88, 30, 180]])).toEqual([]);
    expect(dressed(120, [])).toEqual([]);
  });
});
