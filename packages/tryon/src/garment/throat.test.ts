import { describe, expect, it } from '@jest/globals';
import type { Point } from '@drape/imaging';
import { drawShirt, SHIRT, WIDTH } from '../../test/drawn-garments';
import { drawPolygon, paint } from '../../test/drawn-shapes';
import { curveOf, fitNeckline } from './neckline';
import type { Neckline } from './neckline';
import { readSilhouette } from './silhouette';

/** A collar stands on the shirt, 100 px wide; its leaves part 8 px inside of its corners. */
const MIDDLE = WIDTH / 2;
const TOP = 24;
const CLOTH = [60, 70, 120] as const;
const COLLAR = [MIDDLE - 50, MIDDLE + 50] as const;
const ENDS = [
  { x: COLLAR[0] + 8, y: TOP },
  { x: COLLAR[1] - 8, y: TOP },
] as const;
const NECK = [
  { x: COLLAR[0], y: 46 },
  { x: COLLAR[1], y: 46 },
] as const;
const SHOULDER = [{ x: WIDTH - SHIRT.shoulder.x, y: SHIRT.shoulder.y }, SHIRT.shoulder] as const;
const DEPTH = 70;
const BOWL: readonly Point[] = curveOf(ENDS[0], ENDS[1], DEPTH, { power: 2.2, root: 2.2 }, 49);

/** Folds of a jacket's front as a thin dark V below its opening, and its label. */
const FOLDS: readonly Point[] = [ENDS[0], { x: MIDDLE, y: TOP + 58 }, ENDS[1]];
const LABEL = { x: MIDDLE - 10, y: TOP + 6, width: 20, height: 10 } as const;

/** The neckline of a shirt, or of a jacket with folds, above whose deep bowl the back has another colour. */
function necklineOf(
  lining: readonly [number, number, number],
  opening = BOWL,
  narrower = 0,
  opens = false,
): Pick<Neckline, 'curve'> {
  const collar = [
    { x: COLLAR[0] + narrower, y: TOP },
    { x: COLLAR[1] - narrower, y: TOP },
    { x: COLLAR[1], y: TOP + 1.5 * narrower },
    { x: COLLAR[1], y: 90 },
    { x: COLLAR[0], y: 90 },
    { x: COLLAR[0], y: TOP + 1.5 * narrower },
  ];
  const shirt = drawShirt();
  const rgba = paint(drawPolygon(shirt.width, shirt.height, collar, shirt), [...CLOTH]);
  const inside = drawPolygon(rgba.width, rgba.height, opening);
  for (let i = 0; i < inside.data.length; i++) if (inside.data[i] > 0.5) rgba.data.set(lining, 4 * i);
  if (opens) {
    const lower = FOLDS.map(({ x, y }) => ({ x, y: y + 5 }));
    const fold = drawPolygon(rgba.width, rgba.height, [...FOLDS, ...[...lower].reverse()]);
    for (let i = 0; i < fold.data.length; i++) if (fold.data[i] > 0.5) rgba.data.set([40, 46, 84], 4 * i);
    for (let y = LABEL.y; y < LABEL.y + LABEL.height; y++) {
      for (let x = LABEL.x; x < LABEL.x + LABEL.width; x++) rgba.data.set([240, 240, 235], 4 * (y * rgba.width + x));
    }
  }
  const silhouette = readSilhouette(rgba, { tilted: false });
  const upright = silhouette.fromGarment;
  const found = fitNeckline(silhouette, rgba, {
    neck: [upright(NECK[0]), upright(NECK[1])],
    shoulder: [upright(SHOULDER[0]), upright(SHOULDER[1])],
    rise: 22,
    opens,
  });
  return { curve: found.curve.map(silhouette.toGarment) };
}

const lowest = ({ curve }: Pick<Neckline, 'curve'>): number => Math.max(...curve.map((p) => p.y));

describe('the lining inside a closed collar', () => {
  it.each([
    ['darker', [34, 36, 52]],
    ['paler', [150, 146, 130]],
  ] as const)('is cut away down to where the leaves meet, %s than the cloth', (_, lining) => {
    const neckline = necklineOf(lining);
    expect(Math.abs(lowest(neckline) - (TOP + DEPTH))).toBeLessThan(8);
  });

  it('is cut away in a bowl where its edge seems to have a point beside the middle, as with a zip in a standing collar', () => {
    const { curve } = necklineOf([34, 36, 52], [ENDS[0], { x: MIDDLE - 16, y: TOP + DEPTH - 16 }, ENDS[1]]);
    const turn = (i: number): number => {
      const [a, b, c] = [curve[i - 1], curve[i], curve[i + 1]];
      return Math.atan2(c.y - b.y, c.x - b.x) - Math.atan2(b.y - a.y, b.x - a.x);
    };
    const turns = curve.slice(1, -1).map((_, i) => Math.abs(turn(i + 1)));
    expect(Math.max(...turns)).toBeLessThan(0.7);
  });

  it('is cut away between the folds of a collar whose back is narrower at its top', () => {
    const [a, b] = [COLLAR[0] + 9, COLLAR[1] - 9].map((x) => ({ x, y: TOP }));
    const { curve } = necklineOf([46, 54, 92], curveOf(a, b, DEPTH, { power: 2.2, root: 2.2 }, 49), 14);
    expect(Math.abs(lowest({ curve }) - (TOP + DEPTH))).toBeLessThan(8);
    const level = curve.filter((p) => Math.abs(p.y - (TOP + DEPTH / 2)) < 8).map((p) => p.x);
    expect(Math.min(...level)).toBeLessThan(a.x + 6);
    expect(Math.max(...level)).toBeGreaterThan(b.x - 6);
  });

  it("is cut away along its faint edge rather than along the folds of a jacket's front", () => {
    const bowl = curveOf(ENDS[0], ENDS[1], 36, { power: 2.2, root: 2.2 }, 49);
    expect(Math.abs(lowest(necklineOf([55, 65, 111], bowl, 0, true)) - (TOP + 36))).toBeLessThan(8);
  });

  it('is not looked for where the cloth is all of one colour', () => {
    expect(lowest(necklineOf(CLOTH))).toBeLessThan(TOP + DEPTH - 14);
  });
});
