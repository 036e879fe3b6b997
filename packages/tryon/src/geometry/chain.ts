import type { Point } from '@drape/imaging';

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

export function lerp(a: Point, b: Point, t: number): Point {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

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
export function piece(chain: readonly Point[], a: number, b: number): Point[] {
  return a <= b ? chain.slice(a, b + 1) : chain.slice(b, a + 1).reverse();
}

export function polylineLength(points: readonly Point[]): number {
  let total = 0;
  for (let i = 1; i < points.length; i++) total += distance(points[i - 1], points[i]);
  return total;
}

/** The point at share t (0…1) of a polyline's length. */
export function pointAlong(points: readonly Point[], t: number): Point {
  const { steps, total } = measured(points);
  return pointAt(points, steps, Math.max(0, Math.min(1, t)) * total);
}

interface Lengths {
  /** Distance of each point to the one before. */
  readonly steps: Float64Array;
  readonly total: number;
}

/** Marks of a garment are asked for hundreds of points, in render after render: their lines are measured once. */
const KNOWN = new WeakMap<readonly Point[], Lengths>();

function measured(points: readonly Point[]): Lengths {
  const known = KNOWN.get(points);
  if (known !== undefined && known.steps.length === points.length) return known;
  const steps = new Float64Array(points.length);
  for (let i = 1; i < points.length; i++) steps[i] = distance(points[i - 1], points[i]);
  const lengths = { steps, total: steps.reduce((sum, step) => sum + step, 0) };
  KNOWN.set(points, lengths);
  return lengths;
}

/** {@link pointAlong} for many shares of one polyline. */
function pointsAlong(points: readonly Point[], shares: readonly number[]): Point[] {
  const { steps, total } = measured(points);
  const found: Point[] = [];
  for (const t of shares) found.push(pointAt(points, steps, Math.max(0, Math.min(1, t)) * total));
  return found;
}

/** The point at a length from the start; `steps` holds the distance of each point to the one before. */
function pointAt(points: readonly Point[], steps: Float64Array, length: number): Point {
  let rest = length;
  for (let i = 1; i < points.length; i++) {
    const step = steps[i];
    if (rest <= step && step > 0) return lerp(points[i - 1], points[i], rest / step);
    rest -= step;
  }
  return points[points.length - 1];
}

/** `count` points at equal steps along a polyline, ends included. */
export function resampled(points: readonly Point[], count: number): Point[] {
  return pointsAlong(
    points,
    Array.from({ length: count }, (_, i) => (count === 1 ? 0 : i / (count - 1))),
  );
}
