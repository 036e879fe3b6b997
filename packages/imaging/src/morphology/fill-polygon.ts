import type { PlaneF32, Point } from '../core/raster';

const SUBROWS = 4;

/** Positions of its lines within a row. */
const SUBLINES = Array.from({ length: SUBROWS }, (_, s) => (s + 0.5) / SUBROWS);

/**
 * Draws a closed polygon into a plane: each pixel becomes the larger of itself and its covered share.
 *
 * Space: polygon in the plane's pixels. Rule: even-odd. Coverage: exact along x, four lines per row.
 * Aliasing: writes `plane`.
 */
export function fillPolygon(plane: PlaneF32, polygon: readonly Point[]): void {
  const { width, height, data } = plane;
  const ys = polygon.map((p) => p.y);
  const top = Math.max(0, Math.floor(Math.min(...ys)));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(...ys)));
  const xs = polygon.map((p) => p.x);
  const left = Math.max(0, Math.min(width, Math.floor(Math.min(...xs))));
  const right = Math.max(0, Math.min(width, Math.ceil(Math.max(...xs))));
  const row = new Float32Array(width);
  const sides: Point[] = [];
  const lines: number[][] = SUBLINES.map(() => []);
  for (let y = top; y <= bottom; y++) {
    row.fill(0, left, right);
    findSides(polygon, y, sides);
    for (let s = 0; s < SUBROWS; s++) findCrossings(sides, y + SUBLINES[s], lines[s]);
    const inner = insideOfAll(lines, width);
    if (inner !== null) row.fill(1, inner.from, inner.to);
    for (let s = 0; s < SUBROWS; s++) addLine(row, lines[s], inner);
    raiseRow(data, y * width + left, row, left, right);
  }
}

/** Raises the elements that begin at `to` to those of the row's columns [left, right). */
function raiseRow(data: Float32Array, to: number, row: Float32Array, left: number, right: number): void {
  for (let x = left, i = to; x < right; x++, i++) if (row[x] > data[i]) data[i] = Math.min(1, row[x]);
}

/**
 * The columns that are wholly inside on each of a row's lines, where all of the lines cross one piece of the polygon; null where none do.
 */
function insideOfAll(lines: readonly (readonly number[])[], width: number): { from: number; to: number } | null {
  let from = 0;
  let to = width;
  for (const xs of lines) {
    if (xs.length !== 2) return null;
    from = Math.max(from, Math.ceil(xs[0]));
    to = Math.min(to, Math.floor(xs[1]));
  }
  return from < to ? { from, to } : null;
}

/** Writes the ends of the sides that a row's lines may cross, in pairs. */
function findSides(polygon: readonly Point[], y: number, sides: Point[]): void {
  sides.length = 0;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const a = polygon[j];
    const b = polygon[i];
    if (Math.min(a.y, b.y) <= y + 1 && Math.max(a.y, b.y) >= y) sides.push(a, b);
  }
}

/** Writes where a line crosses the sides, from left to right. */
function findCrossings(sides: readonly Point[], y: number, xs: number[]): void {
  xs.length = 0;
  for (let i = 0; i < sides.length; i += 2) {
    const a = sides[i];
    const b = sides[i + 1];
    if (a.y <= y !== b.y <= y) xs.push(a.x + ((y - a.y) * (b.x - a.x)) / (b.y - a.y));
  }
  sortFew(xs);
}

/** Sorts in place; for a row's few crossings the engine's own sort has more overhead than work. */
function sortFew(xs: number[]): void {
  for (let i = 1; i < xs.length; i++) {
    const x = xs[i];
    let j = i;
    for (; j > 0 && xs[j - 1] > x; j--) xs[j] = xs[j - 1];
    xs[j] = x;
  }
}

/** Adds what one of a row's lines covers, without `inner`, which is already covered in full. */
function addLine(row: Float32Array, xs: readonly number[], inner: { from: number; to: number } | null): void {
  if (inner === null) {
    for (let i = 0; i + 1 < xs.length; i += 2) addSpan(row, xs[i], xs[i + 1], 1 / SUBROWS);
  } else {
    addSpan(row, xs[0], inner.from, 1 / SUBROWS);
    addSpan(row, inner.to, xs[1], 1 / SUBROWS);
  }
}

function addSpan(row: Float32Array, start: number, end: number, weight: number): void {
  const from = Math.max(0, Math.min(row.length, start));
  const to = Math.max(0, Math.min(row.length, end));
  const first = Math.floor(from);
  const last = Math.ceil(to) - 1;
  if (first < to) row[first] += weight * (Math.min(to, first + 1) - from);
  for (let x = first + 1; x < last; x++) row[x] += weight;
  if (last > first) row[last] += weight * (to - last);
}
