import type { Point } from '@drape/imaging';
import type { PointIn, Space } from '../model/points';
import { clamp } from './numbers';
import { distance, lerp } from './vector';

/** Distance from `p` to the segment a–b and the share t, 0…1, at which its foot lies. */
export function segmentDistance(p: Point, a: Point, b: Point): { d: number; t: number } {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const t = clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1), 0, 1);
  return { d: Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy), t };
}

/** `count` points at equal distances along a polyline, its ends included. */
export function resamplePolyline<S extends Space = never>(line: readonly PointIn<S>[], count: number): PointIn<S>[] {
  const lengths = [0];
  for (let i = 1; i < line.length; i++) lengths.push(lengths[i - 1] + distance(line[i - 1], line[i]));
  const total = lengths[lengths.length - 1];
  const points: PointIn<S>[] = [];
  let segment = 1;
  for (let i = 0; i < count; i++) {
    const at = (total * i) / (count - 1);
    while (segment < line.length - 1 && lengths[segment] < at) segment++;
    const span = lengths[segment] - lengths[segment - 1] || 1;
    points.push(lerp(line[segment - 1], line[segment], clamp((at - lengths[segment - 1]) / span, 0, 1)));
  }
  return points;
}

export const polylineLength = (points: readonly Point[]): number => lengthsOf(points).total;

/** The point at share t (0…1) of a polyline's length. */
export function pointAlong<S extends Space = never>(points: readonly PointIn<S>[], t: number): PointIn<S> {
  const { steps, total } = lengthsOf(points);
  let rest = clamp(t, 0, 1) * total;
  for (let i = 1; i < points.length; i++) {
    const step = steps[i];
    if (rest <= step && step > 0) return lerp(points[i - 1], points[i], rest / step);
    rest -= step;
  }
  return points[points.length - 1];
}

interface Lengths {
  /** Distance of each point to the one before. */
  readonly steps: Float64Array;
  readonly total: number;
}

/** A garment's polylines are read at hundreds of points, in render after render, so they are measured once. */
const LENGTHS_OF = new WeakMap<readonly Point[], Lengths>();

function lengthsOf(points: readonly Point[]): Lengths {
  const known = LENGTHS_OF.get(points);
  if (known !== undefined && known.steps.length === points.length) return known;
  const steps = new Float64Array(points.length);
  for (let i = 1; i < points.length; i++) steps[i] = distance(points[i - 1], points[i]);
  const lengths = { steps, total: steps.reduce((sum, step) => sum + step, 0) };
  LENGTHS_OF.set(points, lengths);
  return lengths;
}

/** `count` points at equal steps along a polyline, ends included. */
export function resampled<S extends Space = never>(points: readonly PointIn<S>[], count: number): PointIn<S>[] {
  return Array.from({ length: count }, (_, i) => pointAlong(points, count === 1 ? 0 : i / (count - 1)));
}

/** The row of a polyline that runs from image left to right in a column; beyond its ends, that of the end. */
export function heightAt(line: readonly Point[], x: number): number {
  let i = 1;
  while (i < line.length - 1 && line[i].x < x) i++;
  const [a, b] = [line[i - 1], line[i]];
  return lerp(a, b, clamp((x - a.x) / Math.max(1e-6, b.x - a.x), 0, 1)).y;
}
