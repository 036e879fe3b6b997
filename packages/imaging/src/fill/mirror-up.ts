import type { PlaneF32, RasterU8 } from '../core/raster';

/** Lengths in pixels. */
export interface MirrorUp {
  /** Rows at the upper end of what is seen that are not used: another thing's shadow is on them. */
  readonly inset: number;
  /** Least height of what is seen below its upper end for a column to be continued, and the greatest height of it that is used. */
  readonly min: number;
  readonly max: number;
  /** How far up it is continued. */
  readonly up: number;
  /** Columns to both sides whose ends are averaged: an end that something else hides is ragged. */
  readonly even: number;
}

/**
 * Continues the pattern of a surface upwards, column by column, mirrored at its upper end. Columns with too little to mirror stay.
 *
 * Layout: `plate` RGB. Space: `surface`, 0…1 where it is seen in `picture`, has its pixels. Aliasing: writes `plate`.
 */
export function mirrorUp(plate: RasterU8, picture: RasterU8, surface: PlaneF32, reach: MirrorUp): void {
  const { inset, min, max, up, even } = reach;
  const ends = smoothEnds(upperEnds(surface, inset, min), even);
  const column = new Float32Array(3 * max);
  for (let x = 0; x < picture.width; x++) {
    if (ends[x] < 0) continue;
    const length = readDown(picture, surface, x, ends[x], column);
    if (length >= min) writeColumnUp(plate, x, ends[x], column, length, up);
  }
}

/** First row of each column below which the surface is seen without a break, `inset` rows into it; −1 where there is none. */
function upperEnds({ width, height, data }: PlaneF32, inset: number, min: number): Int32Array {
  const ends = new Int32Array(width).fill(-1);
  for (let x = 0; x < width; x++) {
    let run = 0;
    for (let y = 0, i = x; y < height; y++, i += width) {
      run = data[i] > 0.95 ? run + 1 : 0;
      if (run < inset + min) continue;
      ends[x] = y - min + 1;
      break;
    }
  }
  return ends;
}

/** The lowest end among the neighbours, then their mean: no end may rise into what hides the surface. */
function smoothEnds(ends: Int32Array, reach: number): Int32Array {
  const around = (values: Int32Array, x: number): Int32Array =>
    values.subarray(Math.max(0, x - reach), x + reach + 1).filter((end) => end >= 0);
  const lowest = ends.map((end, x) => (end < 0 ? -1 : Math.max(...around(ends, x))));
  return ends.map((end, x) => {
    if (end < 0) return -1;
    const near = around(lowest, x);
    return Math.round(near.reduce((sum, row) => sum + row, 0) / near.length);
  });
}

/** Reads a column's colours downwards from its end; returns the number of pixels read. */
function readDown(picture: RasterU8, surface: PlaneF32, x: number, end: number, column: Float32Array): number {
  let n = 0;
  for (let y = end; y < picture.height && 3 * n < column.length; y++, n++) {
    const i = y * picture.width + x;
    if (surface.data[i] < 0.9) break;
    for (let c = 0; c < 3; c++) column[3 * n + c] = picture.data[i * picture.channels + c];
  }
  return n;
}

/** Writes them above the end, mirrored back and forth. */
function writeColumnUp(
  { width, data }: RasterU8,
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
    for (let c = 0; c < 3; c++) data[o + c] = column[3 * n + c];
  }
}
