import { describe, expect, it } from '@jest/globals';
import { drawTee, TEE, WIDTH } from '../../test/drawn-garments';
import { drawPolygon, paint } from '../../test/drawn-shapes';
import { cutAboveNeckline } from './neck-cut';
import { curveOf, fitNeckline } from './neckline';
import { readSilhouette } from './silhouette';

describe('the inside of the collar', () => {
  const left = { x: WIDTH - TEE.neck.x, y: TEE.neck.y };
  const right = TEE.neck;
  const shoulder = [{ x: WIDTH - TEE.shoulder.x, y: TEE.shoulder.y }, TEE.shoulder] as const;

  it.each([34, 46, 58])('is found above a front neckline %d px deep', (depth) => {
    const rgba = paint(drawTee(), [200, 60, 60]);
    const truth = curveOf(left, right, depth, { power: 2.1, root: 1 });
    const inside = drawPolygon(rgba.width, rgba.height, [...truth, { x: WIDTH / 2, y: 0 }]);
    for (let i = 0; i < inside.data.length; i++) {
      if (inside.data[i] < 0.5) continue;
      for (let c = 0; c < 3; c++) rgba.data[i * 4 + c] *= 0.72;
    }
    const silhouette = readSilhouette(rgba, { tilted: false });
    const upright = silhouette.fromGarment;
    const found = fitNeckline(silhouette, rgba, {
      neck: [upright(left), upright(right)],
      shoulder: [upright(shoulder[0]), upright(shoulder[1])],
      rise: 0,
    });
    const span = shoulder[1].x - shoulder[0].x;
    const lowest = Math.max(...found.curve.map((p) => silhouette.toGarment(p).y));
    expect(Math.abs(lowest - (left.y + depth)) / span).toBeLessThan(0.03);
  });

  it('is cut away above the curve and nowhere else', () => {
    const rgba = paint(drawTee(), [200, 60, 60]);
    const curve = curveOf(left, right, 50, { power: 2, root: 1 });
    const cut = cutAboveNeckline(rgba, curve);
    const alpha = (x: number, y: number): number => cut.data[(y * cut.width + x) * 4 + 3];
    expect(alpha(WIDTH / 2, 80)).toBe(0);
    expect(alpha(WIDTH / 2, 96)).toBe(255);
    expect(alpha(Math.round(right.x) + 12, 60)).toBe(255);
    expect(cut.data[(300 * cut.width + 200) * 4 + 3]).toBe(255);
  });
});
