import type { RasterU8 } from '@drape/imaging';
import { probe, torsoPoint, type PlacementFrame } from '../body/placement-frame';

/** Columns of the torso to examine, in shoulder widths beside the spine. */
const EXAMINED_COLUMNS = Array.from({ length: 17 }, (_, i) => (i - 8) * 0.03);
const HEIGHT_STEP = 0.006;
/** How far from the waistline a column's own end of the top is searched for, in torso lengths. */
const END_SEARCH_REACH = 0.06;
/**
 * The rows at the top's end, and those further up that show its fabric, in torso lengths above that end; the rows below them are a mixed
 * rim.
 */
const END_ROWS = [0.012, 0.05] as const;
const FABRIC_ROWS = [0.09, 0.2] as const;
/** Least difference of another fabric in the shares of red and green, and as a ratio of light: a hem's fold and shadow differ less. */
const HUE_DIFFERENCE_MIN = 0.05;
const LIGHT_RATIO_MIN = 1.7;
/** Least number of usable columns, and the share of them that must show the top's own fabric. */
const USABLE_COLUMNS_MIN = 10;
const ALIKE_SHARE_MIN = 0.7;

/**
 * True where the top is seen to end in its own fabric above lower clothes that begin at v: its hem may be in front of new ones. Where it
 * ends in a strip of another colour, that is an old waistband or a belt that the parser took for the top.
 */
export function endsInOwnFabric(frame: PlacementFrame, v: number): boolean {
  const { guide } = frame.body;
  if (guide === undefined) return false;
  const alikes = EXAMINED_COLUMNS.map((u) => isColumnAlike(frame, guide, u, v)).filter((alike) => alike !== null);
  return alikes.length >= USABLE_COLUMNS_MIN && alikes.filter(Boolean).length >= ALIKE_SHARE_MIN * alikes.length;
}

/** Whether the top's end in a column has the colour of the fabric above it; null where the column does not show both. */
function isColumnAlike(frame: PlacementFrame, guide: RasterU8, u: number, v: number): boolean | null {
  const { lower } = frame.body.planes;
  let end = v - END_SEARCH_REACH;
  while (end < v + END_SEARCH_REACH && probe(frame, lower, torsoPoint(frame, end, u)) < 0.5) end += HEIGHT_STEP;
  // a scarf or a jacket hangs lower here and hides the top's end
  if (end >= v + END_SEARCH_REACH) return null;
  const hem = meanOf(frame, guide, u, [end - END_ROWS[1], end - END_ROWS[0]]);
  const own = meanOf(frame, guide, u, [end - FABRIC_ROWS[1], end - FABRIC_ROWS[0]]);
  if (hem === null || own === null) return null;
  const [a, b] = [hem, own].map((rgb) => rgb[0] + rgb[1] + rgb[2] + 1);
  const hue = Math.abs(hem[0] / a - own[0] / b) + Math.abs(hem[1] / a - own[1] / b);
  return hue < HUE_DIFFERENCE_MIN && Math.max(a / b, b / a) < LIGHT_RATIO_MIN;
}

/** Mean colour of the top in a column between two heights, RGB 0…255; null where it is not all top. */
function meanOf(
  frame: PlacementFrame,
  guide: RasterU8,
  u: number,
  [from, to]: readonly [number, number],
): readonly number[] | null {
  const { top, outer } = frame.body.planes;
  const sums = [0, 0, 0];
  let [seen, all] = [0, 0];
  for (let v = from; v < to; v += HEIGHT_STEP, all++) {
    const p = torsoPoint(frame, v, u);
    const x = Math.floor(p.x * frame.body.workScale);
    const y = Math.floor(p.y * frame.body.workScale);
    if (x < 0 || y < 0 || x >= guide.width || y >= guide.height) continue;
    const i = y * guide.width + x;
    if (top.data[i] + outer.data[i] < 0.5) continue;
    for (let c = 0; c < 3; c++) sums[c] += guide.data[i * guide.channels + c];
    seen++;
  }
  return seen < 0.7 * all || seen === 0 ? null : sums.map((sum) => sum / seen);
}
