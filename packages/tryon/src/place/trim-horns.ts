import type { Box, Point, RasterU8 } from '@drape/imaging';
import type { Pair } from '../garment/types';

/** Beside the neck, in shoulder widths: how far inwards and outwards of the neckline's end the edge is looked at. */
const INWARDS = 0.1;
const OUTWARDS = 0.14;
/**
 * At the neck cloth lies so much above the shoulder's line, in shoulder widths, and further out it may by more; what stands higher than TALL
 * is a collar or a hood, and stays.
 */
const LIES = 0.012;
const RISE = 0.5;
const TALL = 0.08;

export interface ShoulderEdge {
  /** Where the ends of the neckline and the tips of the shoulders shall lie, photo pixels. */
  readonly neck: Pair<Point>;
  readonly tips: Pair<Point>;
  /** Shoulder width in photo pixels. */
  readonly sw: number;
  /** Straps on bare shoulders, laid past their line so that they can end on it. */
  readonly bare: boolean;
}

/**
 * Cuts off the points that stick up beside the neck where a wide neckline ends: on a body the cloth there lies on the shoulder and
 * goes on behind the neck. Changes `rgba` in place.
 *
 * Space: photo pixels; `rgba` covers `box`. People who stand upright: columns are taken for across.
 */
export function trimHorns(rgba: RasterU8, box: Box, edge: ShoulderEdge): void {
  if (edge.bare) trimStraps(rgba, box, edge);
  else trimEnds(rgba, box, edge);
}

/** How far out of a strap's planned place its columns are looked at, shoulder widths. */
const STRAP_BESIDE = 0.08;

/** Cuts straps off along the line of the shoulders: there they go over the body's outline, to the back. */
function trimStraps(rgba: RasterU8, box: Box, { neck, tips, sw }: ShoulderEdge): void {
  for (const side of [0, 1] as const) {
    const sign = side === 0 ? -1 : 1;
    const slope = (tips[side].y - neck[side].y) / Math.max(1, sign * (tips[side].x - neck[side].x));
    const [a, b] = [neck[side].x - sign * STRAP_BESIDE * sw, tips[side].x + sign * STRAP_BESIDE * sw];
    const to = Math.min(box.width, Math.ceil(Math.max(a, b) - box.x));
    for (let x = Math.max(0, Math.floor(Math.min(a, b) - box.x)); x < to; x++) {
      const out = sign * (x + box.x - neck[side].x);
      const fall = wideFall(out / sw, Math.abs(tips[side].x - neck[side].x) / sw);
      trimColumn(rgba, x, neck[side].y + slope * out + (fall - STRAP_THICK) * sw - box.y);
    }
  }
}

/** Width of straps, shoulder widths, from which on they reach to where the shoulder rounds into the arm, and how steeply they fall there. */
const WIDE = 0.13;
const WIDE_FALL = 2;

/** How much lower than the shoulder's line a strap so wide ends `out` of the neck: a corner would stand up from the round. Shoulder widths. */
const wideFall = (out: number, width: number): number =>
  width < WIDE ? 0 : WIDE_FALL * Math.max(0, out - width + 0.09) ** 2;

/** How much a strap stands above the skin, shoulder widths. */
const STRAP_THICK = 0.008;

function trimEnds(rgba: RasterU8, box: Box, { neck, tips, sw }: ShoulderEdge): void {
  for (const side of [0, 1] as const) {
    const sign = side === 0 ? -1 : 1;
    const slope = (tips[side].y - neck[side].y) / Math.max(1, sign * (tips[side].x - neck[side].x));
    const from = Math.max(0, Math.floor(neck[side].x - box.x - (sign > 0 ? INWARDS : OUTWARDS) * sw));
    const to = Math.min(box.width, Math.ceil(neck[side].x - box.x + (sign > 0 ? OUTWARDS : INWARDS) * sw));
    const line: Line = { sign, slope, neck: neck[side], box, sw };
    if (isTall(rgba, line, from, to, TALL * sw)) continue;
    for (let x = from; x < to; x++) trimColumn(rgba, x, lineAt(line, x));
  }
}

/** Where ends are cut: from the neck's foot outwards. */
interface Line {
  readonly sign: number;
  readonly slope: number;
  readonly neck: Point;
  readonly box: Box;
  readonly sw: number;
}

/** The line's row in a column of the drawn garment. */
function lineAt({ sign, slope, neck, box, sw }: Line, x: number): number {
  const out = sign * (x + box.x - neck.x);
  return neck.y + slope * out - LIES * sw - RISE * Math.max(0, out) - box.y;
}

/** Whether anything in the columns [from, to) stands so far above the line. */
function isTall(rgba: RasterU8, line: Line, from: number, to: number, height: number): boolean {
  for (let x = from; x < to; x++) if (isOpaque(rgba, x, Math.floor(lineAt(line, x) - height))) return true;
  return false;
}

const isOpaque = ({ width, height, data }: RasterU8, x: number, y: number): boolean =>
  y >= 0 && y < height && data[4 * (y * width + x) + 3] > 128;

/** Transparent above `end`, over one pixel. */
function trimColumn({ width, height, data }: RasterU8, x: number, end: number): void {
  for (let y = 0; y < Math.min(height, end); y++) {
    const o = 4 * (y * width + x) + 3;
    data[o] *= Math.max(0, Math.min(1, y + 1 - end));
  }
}
