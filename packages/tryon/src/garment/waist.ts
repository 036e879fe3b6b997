import type { Point } from '@drape/imaging';
import { distance, piece } from './chain';
import { noGarment } from './no-garment';
import type { Silhouette } from './silhouette';

export interface Waist {
  readonly left: Point;
  readonly right: Point;
  readonly leftIndex: number;
  readonly rightIndex: number;
  /** Upper edge, image left to right. */
  readonly edge: readonly Point[];
  readonly confidence: number;
}

/**
 * The two upper corners of trousers or a skirt: the outline's extremes along the upper diagonals within its top part.
 *
 * Throws TryOnRefusal(garment_not_detected) where the top is a point.
 */
export function findWaist(silhouette: Silhouette): Waist {
  const { contour, axisX, top, bottom, left, right } = silhouette;
  const limit = top + Math.min((bottom - top) * 0.22, (right - left) * 0.4);
  const corner = (sign: number): number => {
    let best = -1;
    let bestReach = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < contour.length; i++) {
      const p = contour[i];
      if (p.y > limit || (p.x - axisX) * sign < 0) continue;
      const reach = (p.x - axisX) * sign * 0.8 - p.y;
      if (reach > bestReach) {
        bestReach = reach;
        best = i;
      }
    }
    return best;
  };
  const leftIndex = corner(-1);
  const rightIndex = corner(1);
  if (leftIndex < 0 || rightIndex < 0) throw noGarment('The waist of the garment cannot be found.');
  const a = contour[leftIndex];
  const b = contour[rightIndex];
  if (b.x - a.x < (right - left) * 0.15) throw noGarment('The waist of the garment cannot be found.');
  const tilt = Math.abs(b.y - a.y) / Math.max(1, distance(a, b));
  const edge =
    leftIndex <= rightIndex
      ? piece(contour, leftIndex, rightIndex)
      : [...contour.slice(leftIndex), ...contour.slice(0, rightIndex + 1)];
  return { left: a, right: b, leftIndex, rightIndex, edge, confidence: tilt < 0.12 ? 1 : 0.75 };
}
