import type { Point, RasterU8 } from '@drape/imaging';
import { distance, lerp } from './chain';
import type { View } from './neck-edges';
import type { Pair } from './types';

/** Between the two sides of an opening's edge the colour differs by at least this on the whole (RGB, 0…441). */
const OPEN_STEP = 26;
/** The same of a mere fold. */
const FOLD_STEP = 10;
/** Where the two sides are looked at, shoulder widths beside the edge. */
const BESIDE = [0.03, 0.05, 0.07] as const;
const SAMPLES = 24;
/** Colours above the edge that the cloth below has not (RGB distance): a lining, a label or a hanger; and the share of them that counts. */
const FOREIGN = 38;
const FOREIGN_SHARE = 0.004;
/** Colours of the cloth come in steps of this, and count from this share of its pixels on. */
const STEP = 20;
const COMMON = 0.002;
/** Ground seen through the opening: a share of what lies above the edge. */
const HOLES = 0.006;
/** What is looked at, shoulder widths: to both sides of the neck, below the edge's lowest point, and the rim that is left out. */
const WIDE = 0.6;
const DOWN = 0.7;
const RIM = 0.025;

export interface CollarInput {
  readonly view: View;
  /** Shoulder width. */
  readonly shoulder: number;
}

/**
 * Whether what lies above a supposed front edge is the front's own cloth: it has no colour of its own, no ground shows through it, and
 * the edge parts nothing on the whole. Then the collar is closed, and the edge a fold.
 *
 * Space: `curve` runs from image left to right in the silhouette's upright frame. Source: of 250 phone pictures of jackets 44 are told closed; 26
 * are, 10 are open with a lining of the cloth's colours, and 8 can hardly be told.
 */
export function isClosed({ view, shoulder }: CollarInput, curve: readonly Point[]): boolean {
  const points = curve.map(view.toView);
  const wide = distance(view.toView({ x: 0, y: 0 }), view.toView({ x: shoulder, y: 0 }));
  if (stepAcross(view.raster, points, wide) > OPEN_STEP) return false;
  const inside = insideOf(view.raster, points, wide);
  return inside.holes < HOLES && inside.foreign < FOREIGN_SHARE;
}

/** Whether a supposed front edge has hardly another colour above it than below: then it is a fold, a seam or a row of quilting. */
export function isFold({ view, shoulder }: CollarInput, curve: readonly Point[]): boolean {
  const wide = distance(view.toView({ x: 0, y: 0 }), view.toView({ x: shoulder, y: 0 }));
  return stepAcross(view.raster, curve.map(view.toView), wide) < FOLD_STEP;
}

/** Length of the mean colour change from below the edge to above it. */
function stepAcross(raster: RasterU8, points: readonly Point[], wide: number): number {
  const sum = [0, 0, 0];
  let seen = 0;
  for (let k = 0; k < SAMPLES; k++) {
    const t = 0.06 + (0.88 * k) / (SAMPLES - 1);
    const [before, here, after] = [t - 0.03, t, t + 0.03].map((share) => pointAt(points, share));
    const length = Math.max(1e-6, distance(before, after));
    const up = { x: (after.y - before.y) / length, y: -(after.x - before.x) / length };
    for (const aside of BESIDE) {
      const above = pixelAt(raster, here.x + aside * wide * up.x, here.y + aside * wide * up.y);
      const below = pixelAt(raster, here.x - aside * wide * up.x, here.y - aside * wide * up.y);
      if (above < 0 || below < 0) continue;
      for (let c = 0; c < 3; c++) sum[c] += raster.data[above + c] - raster.data[below + c];
      seen++;
    }
  }
  return seen === 0 ? 0 : Math.hypot(...sum) / seen;
}

/** Point at a share of the index range. */
function pointAt(points: readonly Point[], share: number): Point {
  const at = Math.max(0, Math.min(points.length - 1.001, share * (points.length - 1)));
  return lerp(points[Math.floor(at)], points[Math.floor(at) + 1], at % 1);
}

/** Byte offset of a garment pixel, −1 beside the garment. */
function pixelAt({ width, height, data }: RasterU8, x: number, y: number): number {
  const [px, py] = [Math.floor(x), Math.floor(y)];
  if (px < 0 || py < 0 || px >= width || py >= height) return -1;
  const at = 4 * (py * width + px);
  return data[at + 3] < 128 ? -1 : at;
}

/** Shares of what lies above the edge: colours that the cloth around has not, and ground enclosed by the garment. */
function insideOf(raster: RasterU8, points: readonly Point[], wide: number): { foreign: number; holes: number } {
  const middle = (points[0].x + points[points.length - 1].x) / 2;
  const lowest = Math.max(...points.map((p) => p.y));
  const from = Math.max(0, Math.round(middle - WIDE * wide));
  const to = Math.min(raster.width, Math.round(middle + WIDE * wide));
  const cloth = new Map<number, number>();
  const above: number[] = [];
  let holes = 0;
  for (let x = from; x < to; x++) {
    const edge = heightOf(points, x + 0.5);
    let top = -1;
    for (let y = 0; y < Math.min(raster.height, lowest + DOWN * wide); y++) {
      const at = pixelAt(raster, x, y);
      if (at >= 0 && top < 0) top = y;
      if (y < edge - RIM * wide) {
        if (at < 0 && top >= 0) holes++;
        if (at >= 0 && y >= top + RIM * wide) above.push(at);
      } else if (at >= 0 && y > edge + RIM * wide && (y > lowest || Math.abs(x - middle) > wide / 4)) {
        addColour(cloth, raster.data, at);
      }
    }
  }
  return { foreign: foreignShare(raster.data, above, cloth), holes: holes / Math.max(1, above.length + holes) };
}

function addColour(counts: Map<number, number>, data: Uint8Array, at: number): void {
  const key = keyOf(data, at);
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Share of some pixels that have none of the colours which are common in the cloth. */
function foreignShare(data: Uint8Array, pixels: readonly number[], cloth: ReadonlyMap<number, number>): number {
  const all = [...cloth.values()].reduce((sum, n) => sum + n, 0);
  const colours = [...cloth].filter(([, n]) => n > COMMON * all).map(([key]) => colourOf(key));
  return pixels.filter((at) => !isNear(data, at, colours)).length / Math.max(1, pixels.length);
}

/** The edge's row in a column; −∞ beside its ends. */
function heightOf(points: readonly Point[], x: number): number {
  if (x < points[0].x) return Number.NEGATIVE_INFINITY;
  for (let i = 1; i < points.length; i++) {
    if (points[i].x < x) continue;
    const [a, b] = [points[i - 1], points[i]];
    return a.y + ((b.y - a.y) * (x - a.x)) / Math.max(1e-6, b.x - a.x);
  }
  return Number.NEGATIVE_INFINITY;
}

const LEVELS = Math.ceil(256 / STEP);

function keyOf(data: Uint8Array, at: number): number {
  const level = (c: number): number => Math.floor(data[at + c] / STEP);
  return (level(0) * LEVELS + level(1)) * LEVELS + level(2);
}

function colourOf(key: number): readonly [number, number, number] {
  const value = (level: number): number => (level + 0.5) * STEP;
  return [value(Math.floor(key / (LEVELS * LEVELS))), value(Math.floor(key / LEVELS) % LEVELS), value(key % LEVELS)];
}

function isNear(data: Uint8Array, at: number, colours: readonly (readonly [number, number, number])[]): boolean {
  for (const [r, g, b] of colours) {
    if ((data[at] - r) ** 2 + (data[at + 1] - g) ** 2 + (data[at + 2] - b) ** 2 < FOREIGN * FOREIGN) return true;
  }
  return false;
}

/** A collar's upper corners stand where its outline has risen by this share of its height above the neck points. */
const CORNER = 0.7;
/** Half of what the outline is smoothed over, and how deep its upper edge hangs in the middle: shoulder widths. */
const SMOOTH = 0.05;
const HANGS = 0.045;
const POINTS = 49;

/**
 * The upper edge of a closed collar: its outline, smoothed, which hangs a little where the back's inside stands above the front.
 *
 * Space: the silhouette's upright frame; `top` is the first garment row of a column.
 */
export function closedEdge(neck: Pair<Point>, shoulder: number, top: (x: number) => number): Point[] {
  const [a, b] = neck;
  const level = (x: number): number => lerp(a, b, (x - a.x) / Math.max(1, b.x - a.x)).y;
  const columns = Array.from({ length: Math.max(2, Math.ceil(b.x - a.x)) }, (_, i) => a.x + i);
  const highest = Math.max(...columns.map((x) => level(x) - top(x)));
  const risen = columns.filter((x) => level(x) - top(x) >= highest - (1 - CORNER) * Math.abs(highest));
  const [first, last] = [risen[0], risen[risen.length - 1]];
  const smooth = (x: number): number => {
    const reach = Math.min(SMOOTH * shoulder, x - first, last - x);
    let sum = 0;
    for (let k = -3; k <= 3; k++) sum += top(x + (k / 3) * reach);
    return sum / 7;
  };
  return Array.from({ length: POINTS }, (_, i) => {
    const t = (1 - Math.cos((Math.PI * i) / (POINTS - 1))) / 2;
    const x = first + (last - first) * t;
    return { x, y: smooth(x) + HANGS * shoulder * (1 - (2 * t - 1) ** 2) ** 0.67 };
  });
}
