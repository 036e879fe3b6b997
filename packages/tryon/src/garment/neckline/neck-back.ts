import { createPlane, createRaster, pushPull } from '@drape/imaging';
import type { Box, PlaneF32, Point, RasterU8 } from '@drape/imaging';
import { offLine } from '../../geometry/chain';
import type { GarmentLandmarks, NeckBack } from '../../model/garment';
import { resampled } from '../../geometry/polyline';
import type { Rule } from '../../rules/rule';

/** Most of the opening that is kept, in its widths below its ends: lapels open far below the neck. */
const DEEPEST = 0.6;
/** Highest that a back stands above the line between the ends, in their distance, in a bow: what is higher is a hanger. */
const HIGHEST = 0.26;
/** Share of the columns with something higher from which the colours in there are a hanger's as well. */
const HANGS = 0.25;
/** A front edge that hangs less than this share of its width below its ends is a closed collar's: behind it no back shows. */
const FLATTEST = 0.25;
/** Share of the opening's columns that must show a back. */
const SHOWN = 0.5;
/** Half width of the window in which the back's upper edge is evened out, as a share of the opening. */
const EVEN = 0.06;
/** RGB distance from the back's median colour up to which it is its cloth, not a label, a hanger or a tag. */
const OWN = 55;
/** Points of the edges that are kept. */
const POINTS = 25;
/** Coverage from which a pixel shows the back. */
const SOLID = 200;

/** A cut-out before its neckline was cut, and where that was. */
interface Collar {
  readonly whole: RasterU8;
  readonly landmarks: GarmentLandmarks;
}

export const NECK_BACK: Rule<Collar, NeckBack | null> = {
  id: 'neck-back',
  stage: 'garment',
  summary: "Keeps the inside of a collar's back, to be seen behind the neck.",
  appliesTo: ({ landmarks }) => landmarks.kind === 'upper' && landmarks.necklineKind === 'collar',
  apply: ({ whole, landmarks }) => (landmarks.kind === 'upper' ? neckBack(whole, landmarks.neckline) : null),
  evidence: [],
};

/**
 * What a cut above the front neckline takes away: the inside of the product's back, to be seen behind a neck. Labels and hangers are
 * painted over.
 *
 * Space: `whole` is the cut-out before, `neckline` where it was cut, image left to right, both in its pixels. Null where no back shows.
 */
export function neckBack(whole: RasterU8, neckline: readonly Point[]): NeckBack | null {
  const [first, last] = [neckline[0], neckline[neckline.length - 1]];
  const width = last.x - first.x;
  if (width < 8 || Math.max(...neckline.map((p) => offLine(p, first, last))) < FLATTEST * width) return null;
  const x0 = Math.max(0, Math.floor(first.x));
  const x1 = Math.min(whole.width, Math.ceil(last.x));
  const y0 = Math.max(0, Math.floor(Math.min(first.y, last.y) - HIGHEST * width));
  const lowest = Math.min(Math.max(...neckline.map((p) => p.y)), Math.max(first.y, last.y) + DEEPEST * width);
  const box = { x: x0, y: y0, width: x1 - x0, height: Math.min(whole.height, Math.ceil(lowest)) - y0 };
  if (box.width < 8 || box.height < 4) return null;
  const limits = columnLimits(neckline, x0, x1);
  const tops = limits.map((limit, i) => topOf(whole, x0 + i, y0, Math.min(limit, lowest)));
  const shown = tops.filter((top) => top !== null).length;
  if (shown < SHOWN * tops.length) return null;
  const caps = capsOf(first, last, x0, tops.length);
  const hangs = tops.filter((top, i) => top !== null && top < caps[i] - 2).length > HANGS * shown;
  const { rgb, known } = coloursOf(whole, box, limits, hangs);
  forgetForeign(rgb, known);
  const lowered = tops.map((top, i) => (top === null ? null : Math.max(top, caps[i])));
  const edge = [first, ...evened(lowered, Math.max(1, Math.round(EVEN * width)), x0), last];
  return {
    rgb: pushPull(rgb, known),
    at: { x: x0, y: y0 },
    neckline: resampled(neckline, POINTS),
    edge: resampled(edge, POINTS),
  };
}

/** Row of the neckline in each column. */
function columnLimits(neckline: readonly Point[], from: number, to: number): number[] {
  let segment = 1;
  return Array.from({ length: to - from }, (_, i) => {
    const x = from + i + 0.5;
    while (segment < neckline.length - 1 && neckline[segment].x < x) segment++;
    const [a, b] = [neckline[segment - 1], neckline[segment]];
    const t = Math.max(0, Math.min(1, (x - a.x) / Math.max(1e-6, b.x - a.x)));
    return a.y + (b.y - a.y) * t;
  });
}

/** The highest row of a back in each column: a bow over the line between the ends. */
function capsOf(first: Point, last: Point, from: number, columns: number): number[] {
  const width = last.x - first.x;
  return Array.from({ length: columns }, (_, i) => {
    const t = Math.max(0, Math.min(1, (from + i + 0.5 - first.x) / width));
    return first.y + t * (last.y - first.y) - HIGHEST * width * Math.sqrt(4 * t * (1 - t));
  });
}

/** First row from `from` on in which a column shows cloth; null where there is none above `limit`. */
function topOf({ width, data }: RasterU8, x: number, from: number, limit: number): number | null {
  for (let y = from; y < limit; y++) if (data[4 * (y * width + x) + 3] >= SOLID) return y;
  return null;
}

/** The upper edge: each column's median of those around it; columns without any are left out. */
function evened(tops: readonly (number | null)[], reach: number, x0: number): Point[] {
  const edge: Point[] = [];
  const step = Math.max(1, Math.round(tops.length / 48));
  for (let i = step; i < tops.length - step; i += step) {
    const near = tops.slice(Math.max(0, i - reach), i + reach + 1).filter((top) => top !== null);
    if (near.length === 0) continue;
    near.sort((a, b) => a - b);
    edge.push({ x: x0 + i + 0.5, y: near[near.length >> 1] });
  }
  return edge;
}

/**
 * The box's colours, and where they are to be the back's: above the neckline, but a pixel off it, where front and inside mix; where a
 * hanger fills the inside, those of the collar's front.
 */
function coloursOf(
  whole: RasterU8,
  box: Box,
  limits: readonly number[],
  fromFront: boolean,
): { rgb: RasterU8; known: PlaneF32 } {
  const rgb = createRaster(box.width, box.height, 3);
  const known = createPlane(box.width, box.height);
  for (let y = 0, i = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++, i++) {
      const from = 4 * ((box.y + y) * whole.width + box.x + x);
      const below = box.y + y - limits[x];
      if ((fromFront ? -below : below) > -2 || whole.data[from + 3] < SOLID) continue;
      for (let c = 0; c < 3; c++) rgb.data[3 * i + c] = whole.data[from + c];
      known.data[i] = 1;
    }
  }
  return { rgb, known };
}

/** Forgets what is far from the median colour. */
function forgetForeign({ data }: RasterU8, known: PlaneF32): void {
  const pixels: number[] = [];
  for (let i = 0; i < known.data.length; i++) if (known.data[i] > 0) pixels.push(3 * i);
  if (pixels.length === 0) return;
  const median = [0, 1, 2].map((c) => {
    const values = Uint8Array.from(pixels, (i) => data[i + c]).sort();
    return values[values.length >> 1];
  });
  for (const i of pixels) {
    const off = Math.hypot(data[i] - median[0], data[i + 1] - median[1], data[i + 2] - median[2]);
    if (off > OWN) known.data[i / 3] = 0;
  }
}
