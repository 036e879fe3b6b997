import { envelopeOf, factorise, type EntryVisitor } from '../mesh/cholesky';
import type { Point } from './raster';

/** A straight line through points, robust against up to 29 % of strays. Pairs of equal x are skipped; without a pair the slope is 0. */
export function theilSen(xs: ArrayLike<number>, ys: ArrayLike<number>): { slope: number; intercept: number } {
  if (xs.length === 0 || xs.length !== ys.length) throw new RangeError('a line needs two equal lists');
  const slopes: number[] = [];
  for (let i = 0; i < xs.length; i++) {
    for (let j = i + 1; j < xs.length; j++) if (xs[i] !== xs[j]) slopes.push((ys[j] - ys[i]) / (xs[j] - xs[i]));
  }
  const slope = slopes.length === 0 ? 0 : median(slopes);
  return { slope, intercept: median(Array.from(xs, (x, i) => ys[i] - slope * x)) };
}

/** The middle value, or the mean of the two middle ones. Throws RangeError for an empty list. */
export function median(values: ArrayLike<number>): number {
  if (values.length === 0) throw new RangeError('an empty list has no median');
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/**
 * Smooths a series: the z that minimises Σ weight·(value − z)² + lambda·Σ(second difference of z)².
 *
 * Weight 0 marks a gap, which is bridged smoothly; its value may be NaN. A straight line is kept as it is for every lambda ≥ 0.
 * Source: Whittaker 1923; Eilers 2003.
 */
export function smoothSeries(values: ArrayLike<number>, lambda: number, weights?: ArrayLike<number>): Float64Array {
  const n = values.length;
  const right = new Float64Array(n);
  const weightAt = (i: number): number => (weights ? weights[i] : 1);
  for (let i = 0; i < n; i++) right[i] = weightAt(i) === 0 ? 0 : weightAt(i) * values[i];
  if (n === 0 || !right.some((_, i) => weightAt(i) > 0)) return right;
  const visit = (emit: EntryVisitor): void => {
    // The trace of first differences decides what weights leave open: ends beyond the last known value, or a single known value.
    for (let i = 0; i < n; i++) emit(i, i, weightAt(i));
    for (let i = 0; i + 1 < n; i++) emitDifference(i, [1, -1], 1e-9, emit);
    for (let i = 0; i + 2 < n; i++) emitDifference(i, [1, -2, 1], lambda, emit);
  };
  factorise(envelopeOf(n, visit), visit).solve(right);
  return right;
}

function emitDifference(start: number, stencil: readonly number[], weight: number, emit: EntryVisitor): void {
  for (let a = 0; a < stencil.length; a++) {
    for (let b = a; b < stencil.length; b++) emit(start + a, start + b, weight * stencil[a] * stencil[b]);
  }
}

/**
 * A smooth curve through points that rises and falls only where the points do; constant beyond the ends.
 *
 * Throws: RangeError unless xs rises strictly. Source: Fritsch, Carlson 1980 (tangents by the harmonic rule of Fritsch, Butland 1984).
 */
export function monotoneCubic(xs: readonly number[], ys: readonly number[]): (x: number) => number {
  const n = xs.length;
  if (n === 0 || n !== ys.length) throw new RangeError('a curve needs two equal lists');
  for (let i = 1; i < n; i++) if (!(xs[i] > xs[i - 1])) throw new RangeError('xs must rise strictly');
  const secant = Array.from({ length: Math.max(0, n - 1) }, (_, i) => (ys[i + 1] - ys[i]) / (xs[i + 1] - xs[i]));
  const tangent = xs.map((_, i) => {
    if (n === 1) return 0;
    if (i === 0 || i === n - 1) return secant[Math.min(i, n - 2)];
    const product = secant[i - 1] * secant[i];
    if (product <= 0) return 0;
    const before = xs[i] - xs[i - 1];
    const after = xs[i + 1] - xs[i];
    const share = (before + 2 * after) / (3 * (before + after));
    return product / (share * secant[i] + (1 - share) * secant[i - 1]);
  });
  return (x) => {
    if (x <= xs[0]) return ys[0];
    if (x >= xs[n - 1]) return ys[n - 1];
    let i = 0;
    while (x > xs[i + 1]) i++;
    const h = xs[i + 1] - xs[i];
    const t = (x - xs[i]) / h;
    const s = 1 - t;
    return (
      (1 + 2 * t) * s * s * ys[i] +
      t * s * s * h * tangent[i] +
      t * t * (3 - 2 * t) * ys[i + 1] -
      t * t * s * h * tangent[i + 1]
    );
  };
}

/**
 * A smooth line through points: `samples` points a segment, beginning with each given point; an open line ends with its last point.
 *
 * Source: Catmull, Rom 1974 in the centripetal form (Yuksel et al. 2011), which makes no loops.
 */
export function catmullRom(points: readonly Point[], samples: number, closed = false): Point[] {
  const n = points.length;
  if (n < 2) return [...points];
  const at = (i: number): Point => {
    if (closed) return points[(i + n) % n];
    // Beyond the ends: the mirror image of the neighbour.
    if (i < 0) return { x: 2 * points[0].x - points[1].x, y: 2 * points[0].y - points[1].y };
    if (i >= n) return { x: 2 * points[n - 1].x - points[n - 2].x, y: 2 * points[n - 1].y - points[n - 2].y };
    return points[i];
  };
  const out: Point[] = [];
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    for (let k = 0; k < samples; k++) out.push(onSegment(at(i - 1), at(i), at(i + 1), at(i + 2), k / samples));
  }
  if (!closed) out.push(points[n - 1]);
  return out;
}

/** Barry–Goldman pyramid with knots at the square roots of the distances; t from 0 (q) to 1 (r). */
function onSegment(p: Point, q: Point, r: Point, s: Point, t: number): Point {
  const knot = (from: Point, to: Point): number => Math.max(1e-6, Math.sqrt(Math.hypot(to.x - from.x, to.y - from.y)));
  const t1 = knot(p, q);
  const t2 = t1 + knot(q, r);
  const t3 = t2 + knot(r, s);
  const u = t1 + t * (t2 - t1);
  const mix = (a: Point, b: Point, ta: number, tb: number): Point => {
    const k = (u - ta) / (tb - ta);
    return { x: a.x + k * (b.x - a.x), y: a.y + k * (b.y - a.y) };
  };
  const first = mix(p, q, 0, t1);
  const second = mix(q, r, t1, t2);
  const third = mix(r, s, t2, t3);
  return mix(mix(first, second, 0, t2), mix(second, third, t1, t3), t1, t2);
}
