import { connectedComponents } from './components';
import type { PlaneF32, Point } from '../core/raster';

/** Right, down, left, up: turning right on the screen is the next index. */
const STEP_X = [1, 0, -1, 0];
const STEP_Y = [0, 1, 0, -1];

/**
 * The outer contour of the largest region above a threshold, to a fraction of a pixel (marching squares between pixel centres).
 *
 * Space: pixels of the mask; a hard edge between pixels x and x+1 lies near x+1. Order: clockwise on the screen, first point above the
 * region's topmost pixel; the ring is open (last ≠ first). Touching corners belong together. Empty when nothing is above the threshold.
 * Cost: one pass of components plus the contour's length. Source: Lorensen, Cline 1987 in the plane; saddles join the inside.
 */
export function traceContour(mask: PlaneF32, threshold = 0.5): Point[] {
  const { width, height, data } = mask;
  const { labels, areas } = connectedComponents(mask, threshold, 8);
  const label = areas.indexOf(areas.reduce((most, area) => Math.max(most, area), 0)) + 1;
  if (label === 0) return [];
  const first = labels.indexOf(label);
  const inside = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && labels[y * width + x] === label;
  const startX = first % width;
  const startY = Math.floor(first / width);
  const points: Point[] = [];
  let x = startX;
  let y = startY;
  let out = 3;
  do {
    points.push(crossing(data, width, height, x, y, out, threshold));
    const along = (out + 1) & 3;
    const ax = x + STEP_X[along];
    const ay = y + STEP_Y[along];
    if (inside(ax + STEP_X[out], ay + STEP_Y[out])) {
      x = ax + STEP_X[out];
      y = ay + STEP_Y[out];
      out = (along + 2) & 3;
    } else if (inside(ax, ay)) {
      x = ax;
      y = ay;
    } else {
      out = along;
    }
  } while (x !== startX || y !== startY || out !== 3);
  return points;
}

/** Where the value falls to the threshold between the inside pixel (x, y) and its outside neighbour. */
function crossing(
  data: Float32Array,
  width: number,
  height: number,
  x: number,
  y: number,
  out: number,
  threshold: number,
): Point {
  const nx = x + STEP_X[out];
  const ny = y + STEP_Y[out];
  const here = data[y * width + x];
  const there = nx < 0 || ny < 0 || nx >= width || ny >= height ? 0 : data[ny * width + nx];
  const t = Math.min(1, Math.max(0, (here - threshold) / (here - there)));
  return { x: x + 0.5 + t * STEP_X[out], y: y + 0.5 + t * STEP_Y[out] };
}

/** Area by the shoelace rule; positive when the ring runs clockwise on the screen (y down). */
export function signedArea(points: readonly Point[]): number {
  let sum = 0;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    sum += points[j].x * points[i].y - points[i].x * points[j].y;
  }
  return sum / 2;
}

/** Length of a ring (closed, default) or polyline. */
export function contourLength(points: readonly Point[], closed = true): number {
  let sum = 0;
  for (let i = closed ? 0 : 1; i < points.length; i++) {
    const p = points[i === 0 ? points.length - 1 : i - 1];
    sum += Math.hypot(points[i].x - p.x, points[i].y - p.y);
  }
  return sum;
}

/** `count` points at equal distances along a ring, the first at its first point. Empty for an empty ring. */
export function resampleContour(points: readonly Point[], count: number): Point[] {
  if (points.length === 0) return [];
  return walk([...points, points[0]], count, contourLength(points) / count);
}

/** `count` ≥ 2 points at equal distances along an open polyline, both ends kept. Empty for an empty line. */
export function resamplePolyline(points: readonly Point[], count: number): Point[] {
  if (points.length === 0) return [];
  if (!(count >= 2)) throw new RangeError(`a polyline needs at least 2 points, got ${count}`);
  const out = walk(points, count, contourLength(points, false) / (count - 1));
  out[count - 1] = points[points.length - 1];
  return out;
}

function walk(points: readonly Point[], count: number, step: number): Point[] {
  const out: Point[] = [];
  let i = 1;
  let passed = 0;
  for (let n = 0; n < count; n++) {
    const wanted = n * step;
    let length = 0;
    while (i < points.length) {
      length = Math.hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
      if (passed + length >= wanted) break;
      passed += length;
      i++;
    }
    const last = Math.min(i, points.length - 1);
    const p = points[Math.max(0, last - 1)];
    const q = points[last];
    const t = length > 0 ? Math.min(1, (wanted - passed) / length) : 0;
    out.push({ x: p.x + t * (q.x - p.x), y: p.y + t * (q.y - p.y) });
  }
  return out;
}

/**
 * Drops points that lie within `tolerance` of the line between their kept neighbours. A ring keeps its first point and the farthest from it.
 *
 * Source: Ramer 1972; Douglas, Peucker 1973.
 */
export function simplifyContour(points: readonly Point[], tolerance: number, closed = true): Point[] {
  const n = points.length;
  if (n < 3) return [...points];
  const ring = closed ? [...points, points[0]] : points;
  const keep = new Uint8Array(ring.length);
  keep[0] = 1;
  keep[ring.length - 1] = 1;
  const spans: [number, number][] = [];
  if (closed) {
    const far = farthest(ring, 0, ring.length - 1).index;
    keep[far] = 1;
    spans.push([0, far], [far, ring.length - 1]);
  } else {
    spans.push([0, ring.length - 1]);
  }
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const { index, distance } = farthest(ring, span[0], span[1]);
    if (distance <= tolerance) continue;
    keep[index] = 1;
    spans.push([span[0], index], [index, span[1]]);
  }
  return points.filter((_, i) => keep[i] === 1);
}

/** The point strictly between two others that lies farthest from their segment. */
function farthest(points: readonly Point[], from: number, to: number): { index: number; distance: number } {
  const p = points[from];
  const dx = points[to].x - p.x;
  const dy = points[to].y - p.y;
  const norm = dx * dx + dy * dy;
  let index = from;
  let most = -1;
  for (let i = from + 1; i < to; i++) {
    const ux = points[i].x - p.x;
    const uy = points[i].y - p.y;
    const t = norm > 0 ? Math.min(1, Math.max(0, (ux * dx + uy * dy) / norm)) : 0;
    const distance = (ux - t * dx) ** 2 + (uy - t * dy) ** 2;
    if (distance > most) {
      most = distance;
      index = i;
    }
  }
  return { index, distance: most < 0 ? -1 : Math.sqrt(most) };
}

/** The convex hull, clockwise on the screen, without points on its edges. Source: Andrew 1979 (monotone chain). */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((p, q) => p.x - q.x || p.y - q.y);
  const half = (list: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const r of list) {
      while (chain.length >= 2 && turn(chain[chain.length - 2], chain[chain.length - 1], r) <= 0) chain.pop();
      chain.push(r);
    }
    chain.pop();
    return chain;
  };
  if (sorted.length < 2) return sorted;
  const hull = [...half(sorted), ...half([...sorted].reverse())];
  return hull.length === 2 && hull[0].x === hull[1].x && hull[0].y === hull[1].y ? [hull[0]] : hull;
}

function turn(p: Point, q: Point, r: Point): number {
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}
