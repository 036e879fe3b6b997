import { createPlane, deltaE76, floodFill } from '@drape/imaging';
import type { Box, Lab, PlaneF32, Point } from '@drape/imaging';
import { boundsOf } from './matte-shape';
import { medianColour } from './median-colour';

/** Columns that tell the bar's upper edge, as shares of the shape's width to either side of its head and within its clips. */
const TELLING = [
  [0.14, 0.42],
  [0.58, 0.86],
] as const;
/** How far the outline may stray from a straight bar, in widths (and pixels), and the share of columns that must not. */
const STRAIGHT = 0.008;
const STRAIGHT_LEAST = 1.5;
const STRAIGHT_SHARE = 0.6;
/** A bar's steepest slope. */
const SLOPE_MAX = 0.2;
/** The head stands up in the middle third, this wide and high, in widths: loops are narrower, collars higher. */
const HEAD_AT = [0.36, 0.64] as const;
const HEAD_WIDE = [0.07, 0.26] as const;
const HEAD_HIGH = [0.02, 0.16] as const;
/** Bars of plastic are dark and without colour, L and chroma of Lab, and of their head's own colour. */
const DARK = 42;
const CHROMA_MAX = 12;
const LIKE_HEAD = 14;
/** How thick a bar is, in heights of its head above it. */
const THICK = 0.85;
/** Lab distance below which what shows under the bar is the ground beside it; the cloth must be farther from that. */
const LIKE_GROUND = 20;
/** Ground shows under the bar down to this, in widths. */
const GROUND_DEEP = 0.3;
/** The ground's colour is told by at least this many pixels. */
const GROUND_LEAST = 400;

type Line = (x: number) => number;

/**
 * Cuts off a dark plastic bar that lies along all of a waistband's top, with its head, and the ground that shows under it: such hangers are
 * told by their form, before dark cloth too.
 *
 * Layout: `lab` HWC float. Space: the shape has its pixels. Returns the shape itself where no bar is seen.
 */
export function dropBar(lab: Float32Array, shape: PlaneF32): PlaneF32 {
  const { width, height, data } = shape;
  const box = boundsOf(shape);
  if (box.width < 48 || box.height < 48) return shape;
  const tops = topsOf(shape, box.x, box.x + box.width, box.y + Math.round(0.5 * box.height));
  const line = barLine(tops, box);
  const high = line === null ? 0 : headHeight(tops, box, line);
  if (line === null || high === 0) return shape;
  const middle = box.x + Math.round(box.width / 2);
  const head = medianColour(lab, pixelsIn(shape, middle, box.width * 0.05, line, [-0.6 * high, -0.2 * high]));
  const bar = medianColour(lab, pixelsIn(shape, middle, box.width * 0.3, line, [0.1 * high, 0.4 * high]));
  const isPlastic = head[0] < DARK && Math.hypot(head[1], head[2]) < CHROMA_MAX && deltaE76(head, bar) < LIKE_HEAD;
  if (!isPlastic) return shape;
  const out = { ...shape, data: data.slice() };
  const cut = THICK * high;
  const seeds: Point[] = [];
  for (let x = box.x; x < box.x + box.width; x++) {
    const until = Math.min(height - 1, Math.ceil(line(x) + cut));
    for (let y = 0; y < until; y++) out.data[y * width + x] = 0;
    seeds.push({ x, y: until });
  }
  dropGround(lab, out, box, { line, cut, seeds, ground: groundAbove(lab, shape, box, line, high) });
  return out;
}

/** First covered row of each column of [from, to), at most `lowest`. */
function topsOf({ width, data }: PlaneF32, from: number, to: number, lowest: number): number[] {
  return Array.from({ length: to - from }, (_, n) => {
    let y = 0;
    while (y < lowest && data[y * width + from + n] < 0.5) y++;
    return y;
  });
}

/** The straight upper edge of a bar; null where the outline is none. */
function barLine(tops: readonly number[], box: Box): Line | null {
  const telling = TELLING.map(([from, to]) => {
    const first = Math.round(from * tops.length);
    return tops.slice(first, Math.round(to * tops.length)).map((y, n) => ({ x: box.x + first + n, y }));
  });
  const ends = telling.map((part) => ({
    x: (part[0].x + part[part.length - 1].x) / 2,
    y: part.map(({ y }) => y).sort((p, q) => p - q)[part.length >> 1],
  }));
  const slope = (ends[1].y - ends[0].y) / (ends[1].x - ends[0].x);
  if (Math.abs(slope) > SLOPE_MAX) return null;
  const line: Line = (x) => ends[0].y + slope * (x - ends[0].x);
  const limit = Math.max(STRAIGHT_LEAST, STRAIGHT * box.width);
  const columns = telling.flat();
  const straight = columns.filter(({ x, y }) => Math.abs(y - line(x)) <= limit).length;
  return straight < STRAIGHT_SHARE * columns.length ? null : line;
}

/** How high a hanger's head stands above its bar, in pixels; 0 where none does. */
function headHeight(tops: readonly number[], box: Box, line: Line): number {
  const [from, to] = HEAD_AT.map((share) => Math.round(share * tops.length));
  const rises = tops.slice(from, to).map((y, n) => line(box.x + from + n) - y);
  const high = Math.max(...rises);
  const wide = rises.filter((rise) => rise > 0.4 * high).length / box.width;
  const isHead = high > HEAD_HIGH[0] * box.width && high < HEAD_HIGH[1] * box.width;
  return isHead &&
    wide > HEAD_WIDE[0] &&
    wide < HEAD_WIDE[1] &&
    rises[0] < 0.4 * high &&
    rises[rises.length - 1] < 0.4 * high
    ? high
    : 0;
}

/** Covered pixels within `half` columns of x, between two heights below the line. */
function pixelsIn(
  { width, height, data }: PlaneF32,
  x: number,
  half: number,
  line: Line,
  [from, to]: readonly [number, number],
): number[] {
  const at: number[] = [];
  for (let px = Math.max(0, Math.round(x - half)); px < Math.min(width, x + half); px++) {
    const first = Math.max(0, Math.floor(line(px) + from));
    for (let y = first; y <= Math.min(height - 1, Math.ceil(line(px) + to)); y++) {
      if (data[y * width + px] >= 0.5) at.push(y * width + px);
    }
  }
  return at;
}

/** The ground's colour above the bar; null where none is seen there. */
function groundAbove(lab: Float32Array, shape: PlaneF32, box: Box, line: Line, high: number): Lab | null {
  const at: number[] = [];
  for (let x = box.x; x < box.x + box.width; x++) {
    for (let y = Math.max(0, Math.floor(line(x) - 3 * high)); y < line(x) - 3; y++) {
      if (shape.data[y * shape.width + x] < 0.1) at.push(y * shape.width + x);
    }
  }
  return at.length < GROUND_LEAST ? null : medianColour(lab, at);
}

interface UnderBar {
  readonly line: Line;
  readonly cut: number;
  readonly seeds: readonly Point[];
  readonly ground: Lab | null;
}

/** Clears what has the ground's colour between the bar and the waistband. */
function dropGround(lab: Float32Array, out: PlaneF32, box: Box, { line, cut, seeds, ground }: UnderBar): void {
  const { width, height, data } = out;
  const cloth = medianColour(
    lab,
    pixelsIn(out, box.x + box.width / 2, box.width * 0.25, line, [0.35 * box.width, 0.6 * box.width]),
  );
  if (ground === null || deltaE76(ground, cloth) < 1.5 * LIKE_GROUND) return;
  const like = createPlane(width, height);
  for (let x = box.x; x < box.x + box.width; x++) {
    const from = Math.max(0, Math.floor(line(x) + cut));
    const to = Math.min(height, Math.round(line(x) + cut + GROUND_DEEP * box.width));
    for (let i = from * width + x; i < to * width; i += width) {
      const at: Lab = [lab[3 * i], lab[3 * i + 1], lab[3 * i + 2]];
      if (data[i] < 0.5 || deltaE76(at, ground) < LIKE_GROUND) like.data[i] = 1;
    }
  }
  const shown = floodFill(like, seeds, (value) => value > 0.5);
  for (let i = 0; i < data.length; i++) if (shown.data[i] > 0.5) data[i] = 0;
}
