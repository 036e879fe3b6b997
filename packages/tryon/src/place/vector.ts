import type { Point } from '@drape/imaging';

export function add(a: Point, b: Point, scale = 1): Point {
  return { x: a.x + b.x * scale, y: a.y + b.y * scale };
}

export function subtract(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}

export function dot(a: Point, b: Point): number {
  return a.x * b.x + a.y * b.y;
}

export function unit(v: Point, fallback: Point = { x: 0, y: 1 }): Point {
  const length = Math.hypot(v.x, v.y);
  return length < 1e-9 ? fallback : { x: v.x / length, y: v.y / length };
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** Distance of p from the segment a–b. */
export function segmentDistance(p: Point, a: Point, b: Point): number {
  const ab = subtract(b, a);
  const t = clamp(dot(subtract(p, a), ab) / Math.max(1e-9, dot(ab, ab)), 0, 1);
  const away = subtract(p, add(a, ab, t));
  return Math.sqrt(dot(away, away));
}
