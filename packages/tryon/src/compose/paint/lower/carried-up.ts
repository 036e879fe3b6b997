import type { PlaneF32, RasterU8 } from '@drape/imaging';

/**
 * Least height of fabric seen below its upper end for a column to be continued, and the greatest height of it that is used, in shoulder
 * widths.
 */
const SEEN_LEAST = 0.06;
const SEEN_MOST = 0.5;
/** How far up it is continued, in shoulder widths. */
const UP = 0.9;
/** Columns to both sides whose ends are averaged, in shoulder widths: old hems are ragged, but pleats must stay. */
const EVEN = 0.06;

/**
 * Continues the pleats and the weave of trousers or a skirt upwards, column by column, mirrored at their upper end; `plate` supplies the
 * colour where there is too little to mirror.
 *
 * Space: work size; `cloth` 0…1 where the lower clothes are seen, `inset` the rows at their end that are in an old hem's shadow. Aliasing:
 * writes `plate`.
 */
export function carryUp(plate: RasterU8, guide: RasterU8, cloth: PlaneF32, inset: number, sw: number): void {
  const { width } = guide;
  const least = Math.max(3, Math.round(SEEN_LEAST * sw));
  const most = Math.round(SEEN_MOST * sw);
  const ends = evened(upperEnds(cloth, inset, least), Math.max(1, Math.round(EVEN * sw)));
  const column = new Float32Array(3 * most);
  for (let x = 0; x < width; x++) {
    if (ends[x] < 0) continue;
    const length = readDown(guide, cloth, x, ends[x], column);
    if (length < least) continue;
    writeUp(plate, guide, x, ends[x], column, length, Math.round(UP * sw));
  }
}

/** First row of each column below which fabric is seen without a break, `inset` rows into it; −1 where there is none. */
function upperEnds({ width, height, data }: PlaneF32, inset: number, least: number): Int32Array {
  const ends = new Int32Array(width).fill(-1);
  for (let x = 0; x < width; x++) {
    let run = 0;
    for (let y = 0, i = x; y < height; y++, i += width) {
      run = data[i] > 0.95 ? run + 1 : 0;
      if (run < inset + least) continue;
      ends[x] = y - least + 1;
      break;
    }
  }
  return ends;
}

/** The lowest end among the neighbours, then their mean: no end may rise into what hides the fabric. */
function evened(ends: Int32Array, reach: number): Int32Array {
  const lowest = new Int32Array(ends.length);
  for (let x = 0; x < ends.length; x++) lowest[x] = ends[x] < 0 ? -1 : lowestAround(ends, x, reach);
  const even = new Int32Array(ends.length);
  for (let x = 0; x < ends.length; x++) even[x] = ends[x] < 0 ? -1 : Math.round(meanAround(lowest, x, reach));
  return even;
}

/** Row of the lowest end around a column (rows count downwards); columns without an end are ignored. */
function lowestAround(ends: Int32Array, x: number, reach: number): number {
  let lowest = -1;
  for (let c = Math.max(0, x - reach); c <= Math.min(ends.length - 1, x + reach); c++) {
    if (ends[c] > lowest) lowest = ends[c];
  }
  return lowest;
}

function meanAround(ends: Int32Array, x: number, reach: number): number {
  let [sum, n] = [0, 0];
  for (let c = Math.max(0, x - reach); c <= Math.min(ends.length - 1, x + reach); c++) {
    if (ends[c] < 0) continue;
    sum += ends[c];
    n++;
  }
  return sum / n;
}

/** Reads a column's fabric downwards from its end; returns the number of pixels read. */
function readDown(guide: RasterU8, cloth: PlaneF32, x: number, end: number, column: Float32Array): number {
  let n = 0;
  for (let y = end; y < guide.height && 3 * n < column.length; y++, n++) {
    const i = y * guide.width + x;
    if (cloth.data[i] < 0.9) break;
    for (let c = 0; c < 3; c++) column[3 * n + c] = guide.data[i * guide.channels + c];
  }
  return n;
}

/** Writes them above the end, mirrored back and forth. */
function writeUp(
  plate: RasterU8,
  { width }: RasterU8,
  x: number,
  end: number,
  column: Float32Array,
  length: number,
  rows: number,
): void {
  const period = Math.max(1, 2 * (length - 1));
  for (let up = 0; up <= Math.min(rows, end); up++) {
    const at = up % period;
    const n = at < length ? at : period - at;
    const o = 3 * ((end - up) * width + x);
    for (let c = 0; c < 3; c++) plate.data[o + c] = column[3 * n + c];
  }
}
