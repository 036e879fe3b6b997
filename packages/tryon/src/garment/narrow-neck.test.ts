import type { Point } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { drawTee, TEE, WIDTH } from '../../test/drawn-garments';
import { drawPolygon, paint } from '../../test/drawn-shapes';
import { narrowNeck } from './narrow-neck';
import { curveOf, outlineTop } from './neckline';
import { readSilhouette } from './silhouette';
import type { Pair } from './types';

const DEPTH = 40;
const mirrored = (p: Point): Point => ({ x: WIDTH - p.x, y: p.y });

/** A tee whose inside, in the shade, is seen above its round front edge, and a neckline that was read between two points on its outline. */
function read(half: number, open = false) {
  const rgba = paint(drawTee(), [200, 60, 60]);
  const front = curveOf(mirrored(TEE.neck), TEE.neck, DEPTH, { power: 2.1, root: 1 });
  const inside = drawPolygon(rgba.width, rgba.height, [...front, { x: WIDTH / 2, y: 0 }]);
  for (let i = 0; i < inside.data.length; i++) {
    if (inside.data[i] > 0.5) for (let c = 0; c < 3; c++) rgba.data[i * 4 + c] *= 0.72;
  }
  const silhouette = readSilhouette(rgba, { tilted: false });
  const at = (x: number): Point => ({ x, y: outlineTop(silhouette, x) });
  const place = silhouette.fromGarment;
  const middle = place({ x: WIDTH / 2, y: 0 }).x;
  const neck: Pair<Point> = [at(middle - half), at(middle + half)];
  const armpit: Pair<Point> = [place(mirrored(TEE.armpit)), place(TEE.armpit)];
  const curve = curveOf(...neck, DEPTH, { power: 1.15, root: 1 }, 49);
  const neckline = { curve, kind: 'v', confidence: 0.8, open } as const;
  const ends = narrowNeck(silhouette, rgba, { neckline, neck, armpit });
  const width = ends === null ? null : silhouette.toGarment(ends[1]).x - silhouette.toGarment(ends[0]).x;
  return { width, unit: armpit[1].x - armpit[0].x };
}

describe('narrowNeck', () => {
  const wide = (share: number, open?: boolean): number | null => read(share * read(1).unit, open).width;

  it('finds the neck within a neckline that was read far out on the shoulders', () => {
    const truth = TEE.neck.x - mirrored(TEE.neck).x;
    expect(Math.abs((wide(0.36) ?? 0) - truth) / truth).toBeLessThan(0.2);
  });

  it('leaves a narrow neckline, and one that is the outline itself', () => {
    expect([wide(0.2), wide(0.36, true)]).toEqual([null, null]);
  });
});
