import { describe, expect, it } from '@jest/globals';
import type { Point } from '@drape/imaging';
import { drawTee, TEE, WIDTH } from '../../../test/drawn-garments';
import { paint } from '../../../test/drawn-shapes';
import { cutAboveNeckline } from './neck-cut';
import { curveOf, findNeckline, type NecklineInput } from './neckline';
import { readSilhouette } from '../landmarks/silhouette';

describe('the inside of the collar', () => {
  const left = { x: WIDTH - TEE.neck.x, y: TEE.neck.y };
  const right = TEE.neck;
  const silhouette = readSilhouette(paint(drawTee(), [200, 60, 60]));
  const upright = silhouette.fromGarment;
  const front = { ...upright({ x: WIDTH / 2, y: left.y + 46 }), confidence: 0.4 };
  const find = (known: Partial<NecklineInput>) =>
    findNeckline(silhouette, {
      neck: [upright(left), upright(right)],
      shoulder: [upright({ x: WIDTH - TEE.shoulder.x, y: TEE.shoulder.y }), upright(TEE.shoulder)],
      front,
      collar: 'none',
      insideAt: () => 0,
      ...known,
    });
  const lowest = (curve: readonly Point[]): number => Math.max(...curve.map((p) => p.y));

  it('ends at a round edge through the lowest point that the reader found', () => {
    const { curve, kind, confidence } = find({});
    expect(lowest(curve)).toBeCloseTo(front.y, 0);
    expect(kind).toBe('crew');
    expect(confidence).toBe(1);
  });

  it('ends at a V where the reader sees nothing of the inside beside one', () => {
    const slope = (front.y - upright(right).y) / (upright(right).x - front.x);
    const isInV = ({ x, y }: Point): number => (y < front.y - slope * Math.abs(x - front.x) ? 1 : 0);
    const round = find({ insideAt: ({ y }) => (y < front.y ? 1 : 0) });
    expect(round.kind).not.toBe('v');
    const { curve, kind } = find({ insideAt: isInV });
    expect(kind).toBe('v');
    expect(curve[12].y).toBeLessThan(round.curve[12].y);
  });

  it('is not seen where the reader found no front edge: nothing below the outline is cut', () => {
    const { curve, kind, confidence } = find({ front: null, collar: 'turtleneck' });
    expect(lowest(curve)).toBeLessThan(front.y - 20);
    expect(kind).toBe('collar');
    expect(confidence).toBeLessThan(0.7);
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
