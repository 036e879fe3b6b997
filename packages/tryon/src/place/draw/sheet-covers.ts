import type { SheetCovers } from '@drape/imaging';
import { SHEETS } from '../../garment/mesh/sheets';
import { clamp } from '../../geometry/numbers';

/** Rows above and below over which a border between sheets is smoothed, as a share of the garment's height. */
const SMOOTHING_ROWS = 0.02;
/** How far a border may move from row to row and still be a line, in columns; beyond that it has a corner. */
const BORDER_JUMP_MAX = 3;
/** Half width of a border's ramp, and how far a sheet reaches past the border so that no seam opens between two; garment pixels. */
const RAMP_HALF = 1;
const OVERLAP = 0.3;

/** One border between two labels, at the image's left and right of it: its x in each row, NaN where the row has none. */
interface Border {
  readonly left: number;
  readonly right: number;
  readonly xs: Float64Array;
}

/**
 * How much of each garment pixel a sheet may draw, 0…255, by sheet. Labels change by whole pixels, and a slanting slit through a small
 * product picture would be jagged on the body: its borders are smoothed across the rows and get a ramp.
 *
 * Layout: one byte per pixel like `labels`, 0 = every sheet. Sheet 0 has no cover.
 */
export function sheetCovers(labels: Uint8Array, width: number): SheetCovers {
  const known = COVERS_OF.get(labels);
  if (known !== undefined) return known;
  const height = labels.length / width;
  const sheets = [SHEETS.sleeve0, SHEETS.sleeve1, SHEETS.beside];
  const covers: (Uint8Array | undefined)[] = [undefined];
  for (const sheet of sheets) covers[sheet] = new Uint8Array(labels.length);
  const borders = new Map<number, Border>();
  for (let y = 0; y < height; y++) readRow(labels, y * width, (y + 1) * width, covers, borders);
  for (const border of borders.values()) {
    const line = smoothBorder(border.xs, Math.max(2, Math.round(SMOOTHING_ROWS * height)));
    for (const sheet of sheets) {
      const [isLeft, isRight] = [draws(sheet, border.left), draws(sheet, border.right)];
      const cover = covers[sheet];
      if (isLeft === isRight || cover === undefined) continue;
      for (let y = 0; y < height; y++) {
        if (!Number.isNaN(line[y])) rampRow(cover.subarray(y * width, (y + 1) * width), border.xs[y], line[y], isLeft);
      }
    }
  }
  COVERS_OF.set(labels, covers);
  return covers;
}

/** Covers already computed: a garment is tried on many bodies. */
const COVERS_OF = new WeakMap<Uint8Array, SheetCovers>();

const draws = (sheet: number, label: number): boolean => label === 0 || label === sheet;

/**
 * Draws the runs of equal labels in the row of pixels [from, to) on the covers of the sheets that draw them, and notes where they meet. The
 * nth border between two labels in a row belongs to the nth one in the row above.
 */
function readRow(
  labels: Uint8Array,
  from: number,
  to: number,
  covers: readonly (Uint8Array | undefined)[],
  borders: Map<number, Border>,
): void {
  const met = new Map<number, number>();
  for (let start = from; start < to;) {
    const label = labels[start];
    const end = endOfRun(labels, start, to);
    for (let sheet = 1; sheet < covers.length; sheet++) if (draws(sheet, label)) covers[sheet]?.fill(255, start, end);
    if (end < to) {
      const pair = 256 * label + labels[end];
      const nth = met.get(pair) ?? 0;
      met.set(pair, nth + 1);
      noteBorder(borders, 65536 * nth + pair, labels.length / (to - from)).xs[from / (to - from)] = end - from;
    }
    start = end;
  }
}

function noteBorder(borders: Map<number, Border>, key: number, height: number): Border {
  const known = borders.get(key);
  if (known !== undefined) return known;
  const border = { left: (key >> 8) & 255, right: key & 255, xs: new Float64Array(height).fill(NaN) };
  borders.set(key, border);
  return border;
}

function endOfRun(labels: Uint8Array, from: number, to: number): number {
  const label = labels[from];
  let end = from + 1;
  while (end < to && labels[end] === label) end++;
  return end;
}

/** Replaces each row's x by that of a straight line fitted through the `reach` rows above and below, up to the next corners. */
function smoothBorder(xs: Float64Array, reach: number): Float64Array {
  const out = new Float64Array(xs.length).fill(NaN);
  for (let y = 0; y < xs.length; y++) {
    if (Number.isNaN(xs[y])) continue;
    let [from, to] = [y, y];
    while (y - from < reach && joins(xs, from, from - 1)) from--;
    while (to - y < reach && joins(xs, to, to + 1)) to++;
    out[y] = lineAt(xs, from, to, y);
  }
  return out;
}

/** The line of least squares through rows `from`…`to`, at row `y`. */
function lineAt(xs: Float64Array, from: number, to: number, y: number): number {
  const n = to - from + 1;
  let [sum, tilt, spread] = [0, 0, 0];
  const middle = (from + to) / 2;
  for (let row = from; row <= to; row++) {
    const t = row - middle;
    sum += xs[row];
    tilt += t * xs[row];
    spread += t * t;
  }
  return sum / n + (spread > 0 ? (tilt / spread) * (y - middle) : 0);
}

const joins = (xs: Float64Array, a: number, b: number): boolean => Math.abs(xs[a] - xs[b]) <= BORDER_JUMP_MAX;

/** Draws a row's ramp at `to` where the border was at `from`; `isLeft`: the sheet is left of it. */
function rampRow(cover: Uint8Array, from: number, to: number, isLeft: boolean): void {
  const reach = RAMP_HALF + OVERLAP + 1;
  const first = Math.max(0, Math.floor(Math.min(from, to) - reach));
  const end = Math.min(cover.length, Math.ceil(Math.max(from, to) + reach));
  for (let x = first; x < end; x++) {
    const inside = isLeft ? to - x - 0.5 : x + 0.5 - to;
    cover[x] = Math.round(255 * clamp(0.5 + (inside + OVERLAP) / (2 * RAMP_HALF), 0, 1));
  }
}
