import { describe, expect, it } from '@jest/globals';
import type { PlaneF32, Point } from '@drape/imaging';
import { HEIGHT, TEE, WIDTH } from '../../test/drawn-garments';
import { drawPolygon, paint } from '../../test/drawn-shapes';
import { findLandmarks } from './find-landmarks';
import { readSilhouette } from './silhouette';
import type { UpperLandmarks } from './types';

const MIDDLE = WIDTH / 2;
const mirrored = (p: Point): Point => ({ x: WIDTH - p.x, y: p.y });
const gap = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** A garment whose right half is the drawn tee and whose left half has `sleeve`: points from the shoulder to the armpit, as if right ones. */
function uneven(sleeve: readonly Point[], armpit: Point): PlaneF32 {
  const neck: Point[] = [{ x: MIDDLE, y: 56 }, { x: MIDDLE + 20, y: 52 }, TEE.neck];
  const right = [...neck, TEE.shoulder, TEE.cuffOuter, TEE.cuffInner, TEE.armpit, TEE.hem];
  const left = [...neck, TEE.shoulder, ...sleeve, armpit, TEE.hem];
  return drawPolygon(WIDTH, HEIGHT, [...right, ...left.map(mirrored).reverse()]);
}

function marksOf(mask: PlaneF32): UpperLandmarks {
  const rgba = paint(mask, [60, 80, 120]);
  const marks = findLandmarks(readSilhouette(rgba, { tilted: false }), rgba, 'top');
  if (marks.kind !== 'upper') throw new Error('not an upper garment');
  return marks;
}

describe('a tee with one sleeve that lies otherwise', () => {
  const cuff = { outer: { x: MIDDLE + 190, y: 62 }, inner: { x: MIDDLE + 186, y: 96 } };

  it('reads a sleeve that is turned up where it lies, not as the mirror image of the other one', () => {
    const { sleeves } = marksOf(uneven([cuff.outer, cuff.inner], TEE.armpit));
    const [{ outer, inner, confidence }] = sleeves;
    expect(gap(outer[outer.length - 1], mirrored(cuff.outer))).toBeLessThan(12);
    expect(gap(inner[inner.length - 1], mirrored(cuff.inner))).toBeLessThan(12);
    expect(confidence).toBeGreaterThan(0.7);
  });
});
