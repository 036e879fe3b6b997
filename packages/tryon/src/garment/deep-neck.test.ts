import { describe, expect, it } from '@jest/globals';
import type { Point } from '@drape/imaging';
import { HEIGHT, WIDTH } from '../../test/drawn-garments';
import { drawPolygon, paint } from '../../test/drawn-shapes';
import { deepNeck } from './deep-neck';
import { curveOf, outlineTop, type Neckline } from './neckline';
import { readSilhouette } from './silhouette';

const at = (x: number, y: number): Point => ({ x: WIDTH / 2 + x, y });
const mirrored = (p: Point): Point => ({ x: WIDTH - p.x, y: p.y });
/** A tank top laid flat whose straps stand beside a wide neck: the right half's truth. */
const TANK = { neck: at(62, 40), shoulder: at(92, 44), armpit: at(104, 170), hem: at(110, 440) };
const DEPTH = 84;

type Shade = (x: number, y: number) => number;

/** What is found in a tank whose cloth above the front's edge, `DEPTH` below the neck points, has a share of its light. */
function found(
  inside: number | Shade,
  cloth: Shade = () => 1,
  kind: Neckline['kind'] = 'crew',
  hung = false,
): number | null {
  const right = [at(0, 58), at(40, 54), TANK.neck, TANK.shoulder, TANK.armpit, TANK.hem];
  const rgba = paint(drawPolygon(WIDTH, HEIGHT, [...right, ...right.map(mirrored).reverse()]), [190, 180, 170]);
  const edge = curveOf(mirrored(TANK.neck), TANK.neck, DEPTH, { power: 1.7, root: 1 });
  const back = drawPolygon(WIDTH, HEIGHT, [...edge, { x: WIDTH / 2, y: 0 }]).data;
  for (let i = 0; i < back.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    const within = typeof inside === 'number' ? inside : inside(x, y);
    const light = cloth(x, y) * (back[i] > 0.5 ? within : 1);
    for (let c = 0; c < 3; c++) rgba.data[4 * i + c] *= light;
  }
  const silhouette = readSilhouette(rgba, { tilted: false });
  const pair = (p: Point): readonly [Point, Point] => [silhouette.fromGarment(mirrored(p)), silhouette.fromGarment(p)];
  const neck = pair(TANK.neck);
  const neckline = { curve: curveOf(...neck, 30, { power: 2.1, root: 1 }), kind, confidence: 0.8, open: false };
  const result = deepNeck(silhouette, rgba, {
    ...{ neckline, neck, shoulder: pair(TANK.shoulder), armpit: pair(TANK.armpit) },
    top: (x) => outlineTop(silhouette, x),
    hung,
  });
  return result === null ? null : Math.max(...result.curve.map((p) => silhouette.toGarment(p).y)) - TANK.neck.y;
}

describe('deepNeck', () => {
  it('finds the front edge of a tank far below the usual depths, above which its back lies in the shade', () => {
    expect(Math.abs((found(0.88) ?? 0) - DEPTH)).toBeLessThan(6);
  });

  it('finds it below a loud inside only where it hangs: there the back is known to show', () => {
    const loud: Shade = (x) => 0.2 + 0.6 * ((x % 24) / 24);
    expect(found(loud)).toBeNull();
    expect(Math.abs((found(loud, undefined, 'crew', true) ?? 0) - DEPTH)).toBeLessThan(8);
  });

  it('leaves a neckline where nothing lies deeper, and a collar', () => {
    expect([found(1), found(0.88, undefined, 'collar')]).toEqual([null, null]);
  });

  it('does not follow a pattern', () => {
    const stripes: Shade = (_, y) => (Math.floor(y / 18) % 2 === 0 ? 1 : 0.4);
    expect(found(1, stripes)).toBeNull();
  });

  it('does not take a waist for the edge', () => {
    const waist: Shade = (x, y) => (y > 210 + 0.002 * (x - WIDTH / 2) ** 2 ? 0.5 : 1);
    expect(found(1, waist)).toBeNull();
  });
});
