import { describe, expect, it } from '@jest/globals';
import type { Point } from '@drape/imaging';
import { drawTee, TEE, WIDTH } from '../../test/drawn-garments';
import { drawPolygon, paint } from '../../test/drawn-shapes';
import { cutAboveNeckline } from './neck-cut';
import { fabricColours, foreignShare, viewOf } from './neck-edges';
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

  it('is found above the opening of a jacket that shows no collar, deeper than a neckline', () => {
    const rgba = paint(drawTee(), [200, 60, 60]);
    const span = shoulder[1].x - shoulder[0].x;
    const depth = 0.38 * span;
    const truth = curveOf(left, right, depth, { power: 2.2, root: 2.2 });
    const inside = drawPolygon(rgba.width, rgba.height, [...truth, { x: WIDTH / 2, y: 0 }]);
    for (let i = 0; i < inside.data.length; i++) {
      if (inside.data[i] < 0.5) continue;
      for (let c = 0; c < 3; c++) rgba.data[i * 4 + c] *= 0.85;
    }
    const silhouette = readSilhouette(rgba, { tilted: false });
    const upright = silhouette.fromGarment;
    const lowest = (opens: boolean): number => {
      const neck = [upright(left), upright(right)] as const;
      const tips = [upright(shoulder[0]), upright(shoulder[1])] as const;
      const { curve } = fitNeckline(silhouette, rgba, { neck, shoulder: tips, rise: 0, opens });
      return Math.max(...curve.map((p) => silhouette.toGarment(p).y));
    };
    const opening = lowest(true);
    expect(Math.abs(opening - (left.y + depth)) / span).toBeLessThan(0.04);
    expect(opening).toBeGreaterThan(lowest(false));
  });

  it('has its ends at both corners of a collar, though one neck point was read far out on its shoulder', () => {
    const at = (x: number, y: number): Point => ({ x: WIDTH / 2 + x, y });
    const half = [at(0, 22), at(30, 20), at(38, 50), TEE.shoulder, TEE.cuffOuter, TEE.cuffInner, TEE.armpit, TEE.hem];
    const whole = [...half, ...half.map((p) => ({ x: WIDTH - p.x, y: p.y })).reverse()];
    const rgba = paint(drawPolygon(WIDTH, 480, whole), [200, 60, 60]);
    const silhouette = readSilhouette(rgba, { tilted: false });
    const upright = silhouette.fromGarment;
    const { curve } = fitNeckline(silhouette, rgba, {
      neck: [upright(at(-96, 62)), upright(at(40, 51))],
      shoulder: [upright(shoulder[0]), upright(shoulder[1])],
      rise: 30,
    });
    const ends = [curve[0], curve[curve.length - 1]].map((p) => silhouette.toGarment(p).x - WIDTH / 2);
    expect(ends[0]).toBeGreaterThan(-38);
    expect(ends[0]).toBeLessThan(-24);
    expect(ends[1]).toBeGreaterThan(24);
    expect(ends[1]).toBeLessThan(38);
  });

  it('costs where a hanger or the wall behind it lies below the curve, on a pattern too', () => {
    const depth = 58;
    const rgba = paint(drawTee(), [30, 30, 36]);
    for (let y = 0; y < rgba.height; y++) {
      for (let x = 0; x < WIDTH; x++) {
        const colour = flower(x, y);
        if (colour !== null) colour.forEach((v, c) => (rgba.data[(y * WIDTH + x) * 4 + c] = v));
      }
    }
    const inside = (d: number): Float32Array =>
      drawPolygon(WIDTH, rgba.height, [...curveOf(left, right, d, { power: 2.1, root: 1 }), { x: WIDTH / 2, y: 0 }])
        .data;
    const [front, bar] = [inside(depth), inside(depth - 22)];
    for (let i = 0; i < front.length; i++) {
      const colour = bar[i] > 0.5 ? [25, 45, 35] : front[i] > 0.5 ? [200, 140, 90] : null;
      colour?.forEach((v, c) => (rgba.data[i * 4 + c] = v));
    }
    const silhouette = readSilhouette(rgba, { tilted: false });
    const ends = [silhouette.fromGarment(left), silhouette.fromGarment(right)] as const;
    const span = shoulder[1].x - shoulder[0].x;
    const at = (d: number): Point[] => curveOf(...ends, d, { power: 2.1, root: 1 });
    const view = viewOf(silhouette, rgba, rgba.height);
    const fabric = fabricColours(view, at(depth + 20), span);
    const share = (d: number): number => (fabric === null ? 0 : foreignShare(view, at(d), fabric, 0.1 * span));
    expect(share(depth - 18)).toBeGreaterThan(0.7);
    expect(share(depth + 3)).toBeLessThan(0.15);
  });

  it('belongs to no collar where the outline falls between ends that only rise a little', () => {
    const span = shoulder[1].x - shoulder[0].x;
    const neckline = curveOf(left, right, 0.08 * span, { power: 2.1, root: 1 });
    const rgba = cutAboveNeckline(paint(drawTee(), [200, 60, 60]), neckline);
    const silhouette = readSilhouette(rgba, { tilted: false });
    const upright = silhouette.fromGarment;
    const found = fitNeckline(silhouette, rgba, {
      neck: [upright(left), upright(right)],
      shoulder: [upright(shoulder[0]), upright(shoulder[1])],
      rise: 0.05 * span,
    });
    expect(found.kind).not.toBe('collar');
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

/** Two kinds of dots on the fabric; null beside them. */
function flower(x: number, y: number): number[] | null {
  const near = (stepX: number, stepY: number, radius: number): boolean =>
    Math.hypot((x % stepX) - stepX / 2, (y % stepY) - stepY / 2) < radius;
  if (near(46, 38, 9)) return [210, 205, 200];
  return near(34, 58, 7) ? [170, 30, 70] : null;
}
