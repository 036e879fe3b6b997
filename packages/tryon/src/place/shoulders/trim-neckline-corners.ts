import type { Box, RasterU8 } from '@drape/imaging';
import type { PhotoPoint } from '../../model/points';
import type { Pair } from '../../model/pair';

/** How far inwards and outwards of the neckline's end the edge is examined, in shoulder widths. */
const INWARD_SPAN = 0.1;
const OUTWARD_SPAN = 0.14;
/**
 * At the neck fabric may be this far above the shoulder's line, in shoulder widths, and further out by this slope more. Anything higher
 * than CORNER_HEIGHT_MIN above that is a collar or a hood, and stays.
 */
const FABRIC_RISE_AT_NECK = 0.012;
const FABRIC_RISE_SLOPE = 0.5;
const CORNER_HEIGHT_MIN = 0.08;

export interface ShoulderEdge {
  /** Target positions of the ends of the neckline and the tips of the shoulders, photo pixels. */
  readonly neck: Pair<PhotoPoint>;
  readonly tips: Pair<PhotoPoint>;
  /** Shoulder width in photo pixels. */
  readonly sw: number;
  /** Whether these are straps on bare shoulders, laid past their line so that they can end on it. */
  readonly bare: boolean;
}

/**
 * Cuts off the points that stick up beside the neck where a wide neckline ends: on a body the fabric there is on the shoulder and continues
 * behind the neck.
 *
 * Space: photo pixels; `rgba` covers `box`. For people who stand upright: columns are taken as along the body. Aliasing: writes `rgba`.
 */
export function trimNecklineCorners(rgba: RasterU8, box: Box, edge: ShoulderEdge): void {
  if (edge.bare) trimStraps(rgba, box, edge);
  else trimEnds(rgba, box, edge);
}

/**
 * In shoulder widths: how far beside a strap's planned place its columns are examined, and how far below the shoulder line its edges are
 * read.
 */
const STRAP_SIDE_REACH = 0.08;
const STRAP_READ_DEPTH = 0.03;

/** Cuts straps off along the line of the shoulders, rounded and darker towards it: there they pass over the body's outline to the back. */
function trimStraps(rgba: RasterU8, box: Box, { neck, tips, sw }: ShoulderEdge): void {
  for (const side of [0, 1] as const) {
    const sign = side === 0 ? -1 : 1;
    const slope = (tips[side].y - neck[side].y) / Math.max(1, sign * (tips[side].x - neck[side].x));
    const [a, b] = [neck[side].x - sign * STRAP_SIDE_REACH * sw, tips[side].x + sign * STRAP_SIDE_REACH * sw];
    const [from, to] = [Math.max(0, Math.floor(Math.min(a, b) - box.x)), Math.min(box.width, Math.max(a, b) - box.x)];
    const width = Math.abs(tips[side].x - neck[side].x) / sw;
    const ends: number[] = [];
    for (let x = from; x < to; x++) {
      const out = sign * (x + box.x - neck[side].x);
      ends.push(neck[side].y + slope * out + wideStrapFall(out / sw, width) * sw - box.y);
    }
    const fabric = ends.map((end, i) => isOpaque(rgba, from + i, Math.round(end + STRAP_READ_DEPTH * sw)));
    const [first, last] = [fabric.indexOf(true), fabric.lastIndexOf(true)];
    ends.forEach((end, i) => {
      shadeStrapEnd(rgba, from + i, end, sw);
      trimColumn(rgba, from + i, end - strapRise(Math.min(i - first, last - i) / sw) * sw);
    });
  }
}

/**
 * In shoulder widths: how far a strap's middle is above the skin, how much lower its corners are, and the distance over which they are
 * rounded.
 */
const STRAP_THICKNESS = 0.005;
const STRAP_CORNER_DROP = 0.012;
const STRAP_ROUNDING = 0.03;

/**
 * Height of a strap's end above the line at this distance inside its edges, in shoulder widths: square corners would stand up from the
 * body.
 */
export function strapRise(within: number): number {
  const off = 1 - Math.max(0, Math.min(1, within / STRAP_ROUNDING));
  return STRAP_THICKNESS - STRAP_CORNER_DROP * off * off;
}

/** Distance below its end, in shoulder widths, over which a strap turns away from the light, and how dark it becomes, as a share. */
const STRAP_SHADE_LENGTH = 0.05;
const STRAP_SHADE = 0.3;

/** Darkens a column of fabric towards its end. */
function shadeStrapEnd({ width, height, data }: RasterU8, x: number, end: number, sw: number): void {
  for (
    let y = Math.max(0, Math.floor(end - STRAP_SHADE_LENGTH * sw));
    y < Math.min(height, end + STRAP_SHADE_LENGTH * sw);
    y++
  ) {
    const up = 1 - Math.max(0, (y - end) / (STRAP_SHADE_LENGTH * sw));
    const o = 4 * (y * width + x);
    for (let c = o; c < o + 3; c++) data[c] *= 1 - STRAP_SHADE * up * up;
  }
}

/**
 * Width of straps, in shoulder widths, at and above which they reach to where the shoulder rounds into the arm, and how steeply they fall
 * there.
 */
const WIDE_STRAP_MIN = 0.13;
const WIDE_STRAP_FALL = 2;

/**
 * How much lower than the shoulder's line a strap of this width ends at `out` from the neck, in shoulder widths: a corner would stand up
 * from the rounding.
 */
const wideStrapFall = (out: number, width: number): number =>
  width < WIDE_STRAP_MIN ? 0 : WIDE_STRAP_FALL * Math.max(0, out - width + 0.09) ** 2;

function trimEnds(rgba: RasterU8, box: Box, { neck, tips, sw }: ShoulderEdge): void {
  for (const side of [0, 1] as const) {
    const sign = side === 0 ? -1 : 1;
    const slope = (tips[side].y - neck[side].y) / Math.max(1, sign * (tips[side].x - neck[side].x));
    const from = Math.max(0, Math.floor(neck[side].x - box.x - (sign > 0 ? INWARD_SPAN : OUTWARD_SPAN) * sw));
    const to = Math.min(box.width, Math.ceil(neck[side].x - box.x + (sign > 0 ? OUTWARD_SPAN : INWARD_SPAN) * sw));
    const line: TrimLine = { sign, slope, neck: neck[side], box, sw };
    if (isTall(rgba, line, from, to, CORNER_HEIGHT_MIN * sw)) continue;
    for (let x = from; x < to; x++) trimColumn(rgba, x, lineAt(line, x));
  }
}

/** The line at which ends are cut: from the neck's foot outwards. */
interface TrimLine {
  readonly sign: number;
  readonly slope: number;
  readonly neck: PhotoPoint;
  readonly box: Box;
  readonly sw: number;
}

/** The line's row in a column of the drawn garment. */
function lineAt({ sign, slope, neck, box, sw }: TrimLine, x: number): number {
  const out = sign * (x + box.x - neck.x);
  return neck.y + slope * out - FABRIC_RISE_AT_NECK * sw - FABRIC_RISE_SLOPE * Math.max(0, out) - box.y;
}

/** Whether anything in the columns [from, to) is at least `height` above the line. */
function isTall(rgba: RasterU8, line: TrimLine, from: number, to: number, height: number): boolean {
  for (let x = from; x < to; x++) if (isOpaque(rgba, x, Math.floor(lineAt(line, x) - height))) return true;
  return false;
}

const isOpaque = ({ width, height, data }: RasterU8, x: number, y: number): boolean =>
  y >= 0 && y < height && data[4 * (y * width + x) + 3] > 128;

/** Makes a column transparent above `end`, with a ramp of one pixel. */
function trimColumn({ width, height, data }: RasterU8, x: number, end: number): void {
  for (let y = 0; y < Math.min(height, end); y++) {
    const o = 4 * (y * width + x) + 3;
    data[o] *= Math.max(0, Math.min(1, y + 1 - end));
  }
}
