import { createPlane, createRaster, mapClasses } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { correctBagRim } from './bag-rim';
import type { CorrectionInput } from './correction-input';

const SIDE = 200;
const BLUE = [70, 100, 170] as const;
const LEATHER = [96, 60, 40] as const;
/** The bag is in columns 60–139 and is parsed four columns too far to the right. */
const ASTRAY = 4;

/** A square bag in front of a shirt, and a strap of the same colour above it. */
function drawn(leather: readonly number[]): CorrectionInput {
  const guide = createRaster(SIDE, SIDE, 3);
  const planes = mapClasses(() => createPlane(SIDE, SIDE));
  const isBag = (x: number, y: number): boolean =>
    (x >= 60 && x < 140 && y >= 80 && y < 160) || (x >= 98 && x < 102 && y >= 20 && y < 80);
  for (let y = 0, i = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++, i++) {
      const grain = ((x * 3 + y * 5) % 7) - 3;
      guide.data.set(
        (isBag(x, y) ? leather : BLUE).map((v) => v + grain),
        3 * i,
      );
      const parsed = isBag(x - ASTRAY, y) ? 1 : 0;
      planes.bag.data[i] = parsed;
      for (const plane of [planes.upper, planes.top]) plane.data[i] = 1 - parsed;
    }
  }
  return { guide, planes, workScale: 1, frame: { shoulderWidth: 100 } } as unknown as CorrectionInput;
}

const at = (x: number, y: number): number => y * SIDE + x;

describe('correctBagRim', () => {
  it('moves the border to where the colours change, and its share of the shirt with it', () => {
    const input = drawn(LEATHER);
    correctBagRim(input);
    const { bag, upper, top } = input.planes;
    for (const plane of [upper, top]) {
      expect(plane.data[at(142, 120)]).toBeGreaterThan(0.9);
      expect(plane.data[at(62, 120)]).toBeLessThan(0.1);
    }
    expect(bag.data[at(142, 120)]).toBeLessThan(0.1);
    expect(bag.data[at(62, 120)]).toBeGreaterThan(0.9);
    expect(bag.data[at(105, 50)]).toBe(1);
  });

  it('draws an even outline past specks of the bag’s colours on the shirt', () => {
    const input = drawn(LEATHER);
    for (let y = 90; y < 150; y++) {
      if (y % 9 < 3) for (let x = 140; x < 143; x++) input.guide.data.set(LEATHER, 3 * at(x, y));
    }
    correctBagRim(input);
    for (let y = 95; y < 145; y++) {
      expect(input.planes.bag.data[at(141, y)]).toBeLessThan(0.5);
      expect(input.planes.bag.data[at(136, y)]).toBeGreaterThan(0.5);
    }
  });

  it('leaves a bag of the shirt’s colour as it is parsed', () => {
    const input = drawn(BLUE);
    const before = input.planes.bag.data.slice();
    correctBagRim(input);
    expect(input.planes.bag.data).toEqual(before);
  });
});
