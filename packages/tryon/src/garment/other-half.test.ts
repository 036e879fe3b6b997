import { expect, it } from '@jest/globals';
import type { Point } from '@drape/imaging';
import { HEIGHT, WIDTH } from '../../test/drawn-garments';
import { drawPolygon, paint } from '../../test/drawn-shapes';
import { findLandmarks } from './find-landmarks';
import { readSilhouette } from './silhouette';
import type { UpperLandmarks } from './types';

const at = (x: number, y: number): Point => ({ x: WIDTH / 2 + x, y });
const flip = (p: Point): Point => ({ x: WIDTH - p.x, y: p.y });
const gap = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const last = (points: readonly Point[]): Point => points[points.length - 1];

/** Landmarks of a tee drawn from the right halves of its outline, image left and image right. */
function marksOf(left: readonly Point[], right: readonly Point[]): UpperLandmarks {
  const rgba = paint(drawPolygon(WIDTH, HEIGHT, [...right, ...left.map(flip).reverse()]), [40, 90, 160]);
  const marks = findLandmarks(readSilhouette(rgba), rgba, 'top');
  if (marks.kind !== 'upper') throw new Error('not an upper garment');
  return marks;
}

const half = (outer: Point, inner: Point, pit: Point): Point[] => [
  at(0, 60),
  at(42, 46),
  at(100, 66),
  outer,
  inner,
  pit,
  at(114, 420),
  at(0, 426),
];

it('reads a sleeve that hangs straight on its own outline, where only the other one stands off', () => {
  const [outer, inner, pit] = [at(115, 142), at(114, 150), at(110, 152)];
  const spread = half(at(160, 120), at(136, 150), at(104, 134));
  const marks = marksOf(half(outer, inner, pit), spread);
  const [hanging, other] = marks.sleeves;
  expect([hanging.length, other.length]).toEqual(['short', 'short']);
  expect(gap(marks.armpit[0], flip(pit))).toBeLessThan(12);
  expect(gap(last(hanging.outer), flip(outer))).toBeLessThan(16);
  expect(gap(last(other.outer), at(160, 120))).toBeLessThan(8);
});

it('has the armpit of a sleeve that lies on the body where the other half has its own', () => {
  const pit = at(108, 192);
  const marks = marksOf(half(at(115, 182), at(112, 190), pit), half(at(170, 170), at(140, 190), at(104, 150)));
  const { gapTop } = marks.sleeves[0];
  expect(gapTop === null ? Infinity : gap(gapTop, flip(pit))).toBeLessThan(14);
  expect(Math.abs(marks.armpit[0].y - marks.armpit[1].y)).toBeLessThan(20);
});
