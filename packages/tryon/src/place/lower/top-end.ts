import type { RasterU8 } from '@drape/imaging';
import { probe, torsoPoint, type PlacementFrame } from '../body/placement-frame';

/** Columns of the torso to examine, in shoulder widths beside the spine. */
const COLUMNS = Array.from({ length: 17 }, (_, i) => (i - 8) * 0.03);
const STEP = 0.006;
/** How far from the waistline a column's own end of the top is searched for, in torso lengths. */
const NEAR = 0.06;
/**
 * The rows at the top's end, and those further up that show its fabric, in torso lengths above that end; the rows below them are a mixed
 * rim.
 */
const END = [0.012, 0.05] as const;
const CLOTH = [0.09, 0.2] as const;
/** Least difference of another fabric in the shares of red and green, and as a ratio of light: a hem's fold and shadow differ less. */
const OTHER_HUE = 0.05;
const OTHER_LIGHT = 1.7;
/** Least number of usable columns, and the share of them that must show the top's own fabric. */
const COLUMNS_LEAST = 10;
const ALIKE = 0.7;

/**
 * True where the top is seen to end in its own fabric above lower clothes that begin at v: its hem may be in front of new ones. Where it
 * ends in a strip of another colour, that is an old waistband or a belt that the parser took for the top.
 */
export function endsInOwnCloth(frame: PlacementFrame, v: number): boolean {
  const { guide } = frame.body;
  if (guide === undefined) return false;
  const told = COLUMNS.map((u) => columnAlike(frame, guide, u, v)).filter((alike) => alike !== null);
  return told.length >= COLUMNS_LEAST && told.filter(Boolean).length >= ALIKE * told.length;
}

/** Whether the top's end in a column has the colour of the fabric above it; null where the column does not show both. */
function columnAlike(frame: PlacementFrame, guide: RasterU8, u: number, v: number): boolean | null {
  const { lower } = frame.body.planes;
  let end = v - NEAR;
  while (end < v + NEAR && probe(frame, lower, torsoPoint(frame, end, u)) < 0.5) end += STEP;
  // a scarf or a jacket hangs lower here and hides the top's end
  if (end >= v + NEAR) return null;
  const hem = meanOf(frame, guide, u, [end - END[1], end - END[0]]);
  const own = meanOf(frame, guide, u, [end - CLOTH[1], end - CLOTH[0]]);
  if (hem === null || own === null) return null;
  const [a, b] = [hem, own].map((rgb) => rgb[0] + rgb[1] + rgb[2] + 1);
  const hue = Math.abs(hem[0] / a - own[0] / b) + Math.abs(hem[1] / a - own[1] / b);
  return hue < OTHER_HUE && Math.max(a / b, b / a) < OTHER_LIGHT;
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
  for (let v = from; v < to; v += STEP, all++) {
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
