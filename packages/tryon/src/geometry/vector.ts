import type { Edges, Point } from '@drape/imaging';

/** p + k · q. */
export const add = (p: Point, q: Point, k = 1): Point => ({ x: p.x + k * q.x, y: p.y + k * q.y });

export const sub = (p: Point, q: Point): Point => ({ x: p.x - q.x, y: p.y - q.y });

export const scale = (p: Point, k: number): Point => ({ x: p.x * k, y: p.y * k });

/** The polygon with each point multiplied by `k`: photo pixels to work pixels. */
export const scalePolygon = (polygon: readonly Point[], k: number): Point[] => polygon.map((p) => scale(p, k));

export const dot = (p: Point, q: Point): number => p.x * q.x + p.y * q.y;

export const distance = (p: Point, q: Point): number => Math.hypot(p.x - q.x, p.y - q.y);

/** `p` at t = 0, `q` at t = 1. */
export const lerp = (p: Point, q: Point, t: number): Point => ({ x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t });

/** Unit vector of `p`; `fallback` when it has no length. */
export function unit(p: Point, fallback: Point = { x: 0, y: 1 }): Point {
  const length = Math.hypot(p.x, p.y);
  return length > 1e-9 ? { x: p.x / length, y: p.y / length } : fallback;
}

/** The mean of points. */
export const middleOf = (points: readonly Point[]): Point =>
  scale(
    points.reduce((sum, p) => add(sum, p), { x: 0, y: 0 }),
    1 / points.length,
  );

/** The box around points; infinite and turned inside out where there are none. */
export function edgesOf(points: readonly Point[]): Edges {
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}
