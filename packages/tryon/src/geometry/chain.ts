import type { Point } from '@drape/imaging';
import type { PointIn, Space } from '../model/points';
import { distance } from './vector';

/** Signed distance of p from the line a→b; positive to the right of the direction (y down). */
export function offLine(p: Point, a: Point, b: Point): number {
  const length = distance(a, b);
  if (length < 1e-9) return distance(p, a);
  return ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / length;
}

/**
 * The right half of a closed clockwise contour: from its top crossing of the axis to its bottom crossing.
 * For the left half, mirror first ({@link mirrored}).
 */
export function rightHalf(contour: readonly Point[], axisX: number): Point[] {
  let start = -1;
  let end = -1;
  for (let i = 0; i < contour.length; i++) {
    const p = contour[i];
    const q = contour[(i + 1) % contour.length];
    if (p.x < axisX === q.x < axisX) continue;
    if (start < 0 || p.y < contour[start].y) start = i;
    if (end < 0 || p.y > contour[end].y) end = i;
  }
  if (start < 0 || end < 0 || start === end) return [];
  const chain: Point[] = [];
  for (let i = (start + 1) % contour.length; i !== end; i = (i + 1) % contour.length) chain.push(contour[i]);
  chain.push(contour[end]);
  return chain;
}

/** The contour reflected at x = axisX and put back into clockwise order. */
export function mirrored(contour: readonly Point[], axisX: number): Point[] {
  return contour.map((p) => ({ x: 2 * axisX - p.x, y: p.y })).reverse();
}

/** Index in [from, to] of the chain point that reaches farthest along (dx, dy). */
export function extremeIndex(chain: readonly Point[], from: number, to: number, dx: number, dy: number): number {
  let best = from;
  for (let i = from; i <= to; i++) {
    if (chain[i].x * dx + chain[i].y * dy > chain[best].x * dx + chain[best].y * dy) best = i;
  }
  return best;
}

/** Chain points from index a to index b inclusive, in walking order (also backwards). */
export function piece<S extends Space = never>(chain: readonly PointIn<S>[], a: number, b: number): PointIn<S>[] {
  return a <= b ? chain.slice(a, b + 1) : chain.slice(b, a + 1).reverse();
}
