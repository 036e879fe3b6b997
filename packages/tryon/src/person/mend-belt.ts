import type { PlaneF32, RasterU8 } from '@drape/imaging';
import { scale } from './geometry';
import { bodyPoint } from './joints';
import type { PersonPlanes } from '../types';
import type { MendInput } from './mend-planes';

/** Half the width of the waist that is looked at, in shoulder widths, and where it may lie, in torso lengths below the shoulders. */
const HALF = 0.34;
/** As far to either side a belt that was found goes on where it is seen. */
const REACH = 0.5;
const WAIST = [0.6, 1.04] as const;
/** Least and greatest height of a belt with its waistband, in shoulder widths. */
const BELT = [0.03, 0.23] as const;
/** Rows above the trousers that tell the top's own colour, in shoulder widths. */
const TELLS = [0.26, 0.4] as const;
/** A colour is another one from this difference of its shares of red and green, or of its light. */
const OTHER_HUE = 0.05;
const OTHER_LIGHT = 1.6;
/** Share of the waist's columns that must show a belt. */
const COLUMNS_LEAST = 0.5;
/** Rows of the top's colour that do not end a belt: a seam, the parse's edge. */
const SLACK = 2;

/**
 * A belt with its loops above the trousers, which parsers call part of a tucked-in top, or a dress's belt: a low band all along the waist in
 * another colour than the top's becomes trousers. Aliasing: writes the planes.
 */
export function returnBelt({
  guide,
  planes,
  frame,
  workScale: k,
}: Pick<MendInput, 'guide' | 'planes' | 'frame' | 'workScale'>): void {
  const sw = frame.shoulderWidth * k;
  const [high, low] = WAIST.map((v) => scale(bodyPoint(frame, 0, v), k));
  const middle = (high.x + low.x) / 2;
  const [from, to] = [Math.max(0, Math.floor(high.y)), Math.min(guide.height - 1, Math.ceil(low.y))];
  const columns = (begin: number, end: number): { x: number; y: number; belt: number }[] => {
    const found: { x: number; y: number; belt: number }[] = [];
    for (let x = Math.max(0, Math.floor(begin)); x < Math.min(guide.width, end); x++) {
      const y = firstLower(planes.lower, x, from, to);
      if (y >= 0) found.push({ x, y, belt: beltAbove(guide, planes, x, y, sw) });
    }
    return found;
  };
  const waist = columns(middle - HALF * sw, middle + HALF * sw);
  const belts = waist.map(({ belt }) => belt).filter((belt) => belt >= BELT[0] * sw && belt < BELT[1] * sw);
  if (waist.length < HALF * sw || belts.length < COLUMNS_LEAST * waist.length) return;
  const height = belts.sort((p, q) => p - q)[belts.length >> 1];
  const isBelt = ({ belt }: { belt: number }): boolean => belt >= BELT[0] * sw && belt <= height + SLACK;
  waist.unshift(...columns(middle - REACH * sw, Math.floor(middle - HALF * sw)).filter(isBelt));
  waist.push(...columns(middle + HALF * sw, middle + REACH * sw).filter(isBelt));
  const all = [planes.upper, planes.top, planes.outer, planes.dress, planes.other];
  for (const [n, { x, y }] of waist.entries()) {
    const here = around(waist, n, height, BELT[1] * sw);
    for (let row = Math.max(0, Math.round(y - here)); row < y; row++) {
      const i = row * guide.width + x;
      const moved = planes.upper.data[i] + planes.other.data[i];
      planes.lower.data[i] += moved;
      planes.pants.data[i] += moved;
      for (const plane of all) plane.data[i] = 0;
    }
  }
}

/** Columns to either side that tell a belt's height, loops left out: a shirt that hangs out hides part of it. */
const BESIDE = 4;

/** The belt's height around a column, where it is seen at all; `usual` at most, and where the top has more than one colour. */
function around(waist: readonly { readonly belt: number }[], n: number, usual: number, most: number): number {
  const near = waist.slice(Math.max(0, n - BESIDE), n + BESIDE + 1).map(({ belt }) => (belt < most ? belt : usual));
  return Math.min(usual, near.sort((p, q) => p - q)[near.length >> 1]);
}

/** First row of a column that shows lower clothes below a top; −1 where none does. */
function firstLower({ width, data }: PlaneF32, x: number, from: number, to: number): number {
  if (data[from * width + x] > 0.5) return -1;
  for (let y = from; y <= to; y++) if (data[y * width + x] > 0.5) return y;
  return -1;
}

/** Height of what lies above the trousers in another colour than the top's; 0 where the top does not show enough of its own. */
function beltAbove(guide: RasterU8, planes: PersonPlanes, x: number, y: number, sw: number): number {
  const own = meanAbove(guide, planes, x, Math.round(y - TELLS[1] * sw), Math.round(y - TELLS[0] * sw));
  if (own === null) return 0;
  let [height, like] = [0, 0];
  for (let up = 1; up < TELLS[0] * sw && y - up >= 0; up++) {
    const i = (y - up) * guide.width + x;
    if (isOther(guide, i, own)) {
      height = up;
      like = 0;
    } else if (++like > SLACK) break;
  }
  return height;
}

type Rgb = readonly [number, number, number];

function meanAbove(guide: RasterU8, { top, dress }: PersonPlanes, x: number, from: number, to: number): Rgb | null {
  const sums: [number, number, number] = [0, 0, 0];
  let n = 0;
  for (let y = Math.max(0, from); y < to; y++) {
    const i = y * guide.width + x;
    if (top.data[i] + dress.data[i] < 0.8) continue;
    for (let c = 0; c < 3; c++) sums[c] += guide.data[i * guide.channels + c];
    n++;
  }
  return n < 3 ? null : [sums[0] / n, sums[1] / n, sums[2] / n];
}

function isOther({ data, channels }: RasterU8, i: number, own: Rgb): boolean {
  const at = [data[i * channels], data[i * channels + 1], data[i * channels + 2]];
  const [a, b] = [at[0] + at[1] + at[2] + 1, own[0] + own[1] + own[2] + 1];
  const hue = Math.abs(at[0] / a - own[0] / b) + Math.abs(at[1] / a - own[1] / b);
  return hue > OTHER_HUE || Math.max(a / b, b / a) > OTHER_LIGHT;
}
