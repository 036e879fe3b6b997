import { describe, expect, it } from '@jest/globals';
import type { Point } from '@drape/imaging';
import { drawShirt, SHIRT, WIDTH } from '../../test/drawn-garments';
import { drawPolygon, paint } from '../../test/drawn-shapes';
import { closedEdge } from './closed-collar';
import { curveOf, fitNeckline } from './neckline';
import { readSilhouette } from './silhouette';

const MIDDLE = WIDTH / 2;
const TOP = 24;
const FOOT = 56;
const CLOTH = [60, 70, 120] as const;
const SHOULDER = [{ x: WIDTH - SHIRT.shoulder.x, y: SHIRT.shoulder.y }, SHIRT.shoulder] as const;
const WIDE = SHOULDER[1].x - SHOULDER[0].x;
const NECK = [
  { x: MIDDLE - 50, y: FOOT },
  { x: MIDDLE + 50, y: FOOT },
] as const;
type Spot = readonly [x0: number, y0: number, x1: number, y1: number, colour: readonly [number, number, number]];

/** The neckline of a jacket whose collar, of its own cloth, stands 100 px wide on the shoulders; spots and a pale seam are painted on it. */
function necklineOf(spots: readonly Spot[], seam: readonly Point[] = []): readonly Point[] {
  const collar = [
    { x: MIDDLE - 50, y: TOP },
    { x: MIDDLE + 50, y: TOP },
    { x: MIDDLE + 50, y: 90 },
    { x: MIDDLE - 50, y: 90 },
  ];
  const shirt = drawShirt();
  const rgba = paint(drawPolygon(shirt.width, shirt.height, collar, shirt), [...CLOTH]);
  for (const [x0, y0, x1, y1, colour] of spots) {
    for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) rgba.data.set(colour, 4 * (y * rgba.width + x));
  }
  const line = drawPolygon(rgba.width, rgba.height, [...seam, ...seam.map(({ x, y }) => ({ x, y: y + 4 })).reverse()]);
  for (let i = 0; i < line.data.length; i++) if (line.data[i] > 0.5) rgba.data.set([160, 160, 200], 4 * i);
  const silhouette = readSilhouette(rgba, { tilted: false });
  const upright = silhouette.fromGarment;
  const { curve } = fitNeckline(silhouette, rgba, {
    neck: [upright(NECK[0]), upright(NECK[1])],
    shoulder: [upright(SHOULDER[0]), upright(SHOULDER[1])],
    rise: FOOT - TOP,
    opens: true,
  });
  return curve.map(silhouette.toGarment);
}

const lowest = (curve: readonly Point[]): number => Math.max(...curve.map((p) => p.y));

describe('the collar of a closed jacket', () => {
  it('is not cut open where all of it is the cloth of the front, beside a zip too', () => {
    const zip: Spot = [MIDDLE + 14, TOP, MIDDLE + 18, 400, [110, 120, 160]];
    expect(lowest(necklineOf([])) - TOP).toBeLessThan(0.07 * WIDE);
    expect(lowest(necklineOf([zip])) - TOP).toBeLessThan(0.07 * WIDE);
  });

  it('is not cut open where it has another of the colours of the cloth', () => {
    const grey = [98, 100, 152] as const;
    const seam = curveOf({ x: MIDDLE - 50, y: TOP }, { x: MIDDLE + 50, y: TOP }, 86, { power: 1.05, root: 1 });
    const collar: Spot = [MIDDLE - 50, TOP, MIDDLE + 50, TOP + 74, grey];
    const block: Spot = [MIDDLE - 60, 160, MIDDLE + 60, 220, grey];
    expect(lowest(necklineOf([collar, block], seam)) - TOP).toBeLessThan(0.07 * WIDE);
  });

  it('is cut open where it shows a label', () => {
    const label: Spot = [MIDDLE - 8, TOP + 10, MIDDLE + 8, TOP + 22, [240, 240, 235]];
    expect(lowest(necklineOf([label])) - TOP).toBeGreaterThan(0.1 * WIDE);
  });
});

describe('closedEdge', () => {
  it('runs along the upper edge of a collar laid askew, from corner to corner', () => {
    const top = (x: number): number => (Math.abs(x - 200) < 50 ? 40 + (x - 200) * 0.1 : 80);
    const neck = [
      { x: 130, y: 80 },
      { x: 270, y: 80 },
    ] as const;
    const edge = closedEdge(neck, 260, top);
    expect(Math.abs(edge[0].x - 151)).toBeLessThan(3);
    expect(Math.abs(edge[edge.length - 1].x - 249)).toBeLessThan(20);
    for (const p of edge) {
      expect(p.y).toBeGreaterThan(top(p.x) - 2);
      expect(p.y).toBeLessThan(top(p.x) + 14);
    }
  });
});
