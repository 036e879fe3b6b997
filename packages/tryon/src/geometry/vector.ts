import type { Point } from '@drape/imaging';
import type { PointIn, Space } from '../model/points';

/** p + k · q. */
export const add = <S extends Space = never>(p: PointIn<S>, q: PointIn<S>, k = 1): PointIn<S> => ({
  x: p.x + k * q.x,
  y: p.y + k * q.y,
});

export const sub = <S extends Space = never>(p: PointIn<S>, q: PointIn<S>): PointIn<S> => ({
  x: p.x - q.x,
  y: p.y - q.y,
});

/** The result may belong to another picture, at another scale. */
export const scale = (p: Point, k: number): Point => ({ x: p.x * k, y: p.y * k });

/** The polygon with each point multiplied by `k`: photo pixels to work pixels. */
export const scalePolygon = (polygon: readonly Point[], k: number): Point[] => polygon.map((p) => scale(p, k));

export const dot = (p: Point, q: Point): number => p.x * q.x + p.y * q.y;

export const distance = <S extends Space = Space>(p: PointIn<S>, q: PointIn<NoInfer<S>>): number =>
  Math.hypot(p.x - q.x, p.y - q.y);

/** `p` at t = 0, `q` at t = 1. */
export const lerp = <S extends Space = never>(p: PointIn<S>, q: PointIn<S>, t: number): PointIn<S> => ({
  x: p.x + (q.x - p.x) * t,
  y: p.y + (q.y - p.y) * t,
});

/** Unit vector of `p`; `fallback` when it has no length. */
export function unit(p: Point, fallback: Point = { x: 0, y: 1 }): Point {
  const length = Math.hypot(p.x, p.y);
  return length > 1e-9 ? { x: p.x / length, y: p.y / length } : fallback;
}

/** The mean of points. */
export function middleOf<S extends Space = never>(points: readonly PointIn<S>[]): PointIn<S> {
  let sum: Point = { x: 0, y: 0 };
  for (const p of points) sum = add(sum, p);
  return scale(sum, 1 / points.length);
}
