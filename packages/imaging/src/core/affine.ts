import type { Point } from './raster';

/**
 * An affine map of the plane: x' = a·x + b·y + c, y' = d·x + e·y + f, as [a, b, c, d, e, f].
 *
 * Space: pixel coordinates, y down. The direction (what is mapped to what) is stated where a map is used.
 */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/**
 * The similarity (rotation, uniform scale, shift; never a mirror) that brings `from` nearest to `to` in weighted least squares.
 *
 * One point, or coincident points, give a pure shift.
 * Throws: RangeError if the lists are empty or differ in length.
 * Source: Umeyama 1991, in its closed form for the plane.
 */
export function similarityFromPoints(
  from: readonly Point[],
  to: readonly Point[],
  weights?: ArrayLike<number>,
): Affine {
  if (from.length === 0 || from.length !== to.length)
    throw new RangeError('a similarity needs two equal lists of points');
  let sum = 0;
  let fx = 0;
  let fy = 0;
  let tx = 0;
  let ty = 0;
  for (let i = 0; i < from.length; i++) {
    const w = weights ? weights[i] : 1;
    sum += w;
    fx += w * from[i].x;
    fy += w * from[i].y;
    tx += w * to[i].x;
    ty += w * to[i].y;
  }
  if (!(sum > 0)) throw new RangeError('the weights of a similarity must have a positive sum');
  fx /= sum;
  fy /= sum;
  tx /= sum;
  ty /= sum;
  let dot = 0;
  let cross = 0;
  let norm = 0;
  for (let i = 0; i < from.length; i++) {
    const w = weights ? weights[i] : 1;
    const ux = from[i].x - fx;
    const uy = from[i].y - fy;
    const vx = to[i].x - tx;
    const vy = to[i].y - ty;
    dot += w * (ux * vx + uy * vy);
    cross += w * (ux * vy - uy * vx);
    norm += w * (ux * ux + uy * uy);
  }
  const a = norm > 1e-12 ? dot / norm : 1;
  const d = norm > 1e-12 ? cross / norm : 0;
  return [a, -d, tx - a * fx + d * fy, d, a, ty - d * fx - a * fy];
}
