import { describe, expect, it } from '@jest/globals';
import type { Point } from '@drape/imaging';
import { drawShirt, SHIRT, WIDTH } from '../../test/drawn-garments';
import { drawPolygon, paint } from '../../test/drawn-shapes';
import { fitNeckline } from './neckline';
import type { Neckline } from './neckline';
import { readSilhouette } from './silhouette';

const APEX = { x: WIDTH / 2, y: 190 };
const V = [{ x: WIDTH / 2 - 50, y: 40 }, APEX, { x: WIDTH / 2 + 50, y: 40 }] as const;
const NECK = [{ x: WIDTH - SHIRT.neck.x, y: SHIRT.neck.y }, SHIRT.neck] as const;
const SHOULDER = [{ x: WIDTH - SHIRT.shoulder.x, y: SHIRT.shoulder.y }, SHIRT.shoulder] as const;

/** The same with a collar that stands upright around the neck. */
const STANDING = [
  { x: WIDTH / 2 - 30, y: 40 },
  { x: WIDTH / 2 - 30, y: 100 },
  APEX,
  { x: WIDTH / 2 + 30, y: 100 },
  { x: WIDTH / 2 + 30, y: 40 },
] as const;

/** Sewn down the back of the lining, seen inside the opening. */
const TAPE = [-10, -4].flatMap((x, i) => (i === 0 ? [150, 40] : [40, 168]).map((y) => ({ x: APEX.x + x, y })));

/** The neckline of a grey jacket whose opening is `light` times as bright as its cloth, in the picture's pixels. */
function necklineOf(
  light: number,
  opening: readonly Point[] = V,
  tape: readonly Point[] = [],
  lapels = true,
): Pick<Neckline, 'kind' | 'curve'> {
  const rgba = paint(drawShirt(), [120, 122, 126]);
  const inside = drawPolygon(rgba.width, rgba.height, [...opening]);
  for (let i = 0; i < inside.data.length; i++) {
    if (inside.data[i] > 0.5) for (let c = 0; c < 3; c++) rgba.data[i * 4 + c] *= light;
  }
  const white = drawPolygon(rgba.width, rgba.height, [...tape]);
  for (let i = 0; i < white.data.length; i++) if (white.data[i] > 0.5) rgba.data.fill(225, i * 4, i * 4 + 3);
  const silhouette = readSilhouette(rgba, { tilted: false });
  const upright = silhouette.fromGarment;
  const found = fitNeckline(silhouette, rgba, {
    neck: [upright(NECK[0]), upright(NECK[1])],
    shoulder: [upright(SHOULDER[0]), upright(SHOULDER[1])],
    rise: 20,
    lapels,
  });
  return { kind: found.kind, curve: found.curve.map(silhouette.toGarment) };
}

describe('lapels', () => {
  it('bound a dark lining, which is cut away down to where they meet', () => {
    const { kind, curve } = necklineOf(0.55);
    expect(kind).toBe('collar');
    const lowest = curve.reduce((p, q) => (q.y > p.y ? q : p));
    expect(Math.hypot(lowest.x - APEX.x, lowest.y - APEX.y)).toBeLessThan(10);
    const beside = curve.filter((p) => p.y > 120);
    for (const p of beside) expect(Math.abs(p.x - APEX.x)).toBeLessThan(((APEX.y - p.y) / 150) * 50 + 6);
  });

  it('may rise upright to a collar that stands around the neck', () => {
    const { kind, curve } = necklineOf(0.55, STANDING);
    expect(kind).toBe('collar');
    const lowest = curve.reduce((p, q) => (q.y > p.y ? q : p));
    expect(Math.hypot(lowest.x - APEX.x, lowest.y - APEX.y)).toBeLessThan(12);
    for (const p of curve.filter(({ y }) => y > 110)) {
      expect(Math.abs(p.x - APEX.x)).toBeLessThan(((APEX.y - p.y) / 90) * 30 + 8);
    }
  });

  it.each([
    { aside: 4, up: 8 },
    { aside: 12, up: 8 },
    { aside: -5, up: 8 },
  ])('are followed closely beside a tape, $aside px beside the middle', ({ aside, up }) => {
    const shifted = (p: Point): Point => ({ x: p.x + aside, y: p.y < 50 ? p.y : p.y - up });
    const { kind, curve } = necklineOf(0.8, STANDING.map(shifted), TAPE.map(shifted));
    expect(kind).toBe('collar');
    const seen = curve.filter(({ y }) => y > 112 - up && y < 180 - up);
    expect(seen.length).toBeGreaterThan(20);
    for (const { x, y } of seen) {
      expect(Math.abs(Math.abs(x - APEX.x - aside) - ((APEX.y - up - y) / 90) * 30)).toBeLessThan(2.4);
    }
  });

  it("need not be a jacket's: the shadowed V of a wrap goes as well", () => {
    const { kind, curve } = necklineOf(0.5, V, [], false);
    expect(kind).toBe('collar');
    expect(Math.abs(Math.max(...curve.map(({ y }) => y)) - APEX.y)).toBeLessThan(10);
  });

  it('are not seen where the V is brighter than the cloth, as a print is', () => {
    const { curve } = necklineOf(1.6);
    expect(Math.max(...curve.map((p) => p.y))).toBeLessThan(APEX.y - 20);
  });
});
