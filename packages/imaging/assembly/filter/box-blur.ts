import { bottom, findFilledBox, left, right, top } from './filled-box';

/** Bytes that {@link boxBlur} needs at `scratch`. */
export function boxBlurScratch(width: i32, radius: i32): i32 {
  return FACTORS + 2 * rowSize(width) + sumsSize(width) + groupsSize(width, min(radius, width - 1));
}

/** Of the four rows: in how many rows lie their windows, and one divided by the pixels of a window that lies inside. */
const FACTORS: i32 = 64;

function rowSize(width: i32): i32 {
  return (4 * width + 31) & ~15;
}

function sumsSize(width: i32): i32 {
  return (8 * width + 31) & ~15;
}

/** The column sums of four rows, column by column, between columns of zeros that stand for what lies beside the plane. */
function groupsSize(width: i32, radius: i32): i32 {
  return 32 * (width + 2 * radius + 4);
}

/**
 * Mean over a square window, at the border over the part that lies inside.
 *
 * Layout: float32 planes. Four rows are done at a time: their column sums stand side by side, so that the running sums of the four, each of
 * which waits for the one before, run abreast. All sums are float64, in the order in which one row at a time would add them.
 * Aliasing: `src` and `dst` must differ. Cost: about 1 ns a pixel.
 */
export function boxBlur(src: usize, dst: usize, width: i32, height: i32, radius: i32, scratch: usize): void {
  findFilledBox(src, width, height);
  if (right <= left) {
    memory.fill(dst, 0, (usize(width) * usize(height)) << 2);
    return;
  }
  const pitch = usize(width) << 2;
  const rx = min(radius, width - 1);
  memory.fill(scratch, 0, boxBlurScratch(width, radius));
  const zeros = scratch + FACTORS;
  const unread = zeros + rowSize(width);
  const sums = unread + rowSize(width);
  const groups = sums + sumsSize(width);
  const from = max(0, top - radius);
  const to = min(height, bottom + radius);
  memory.fill(dst, 0, usize(from) * pitch);
  memory.fill(dst + usize(to) * pitch, 0, usize(height - to) * pitch);
  // the window's first row holds what lies above its last one
  for (let y = top; y < min(from + radius, bottom); y++) addRow(sums, src + usize(y) * pitch);
  for (let y = from; y < to; y += 4) {
    // groups begin with radius + 1 columns that lie left of the plane
    const first = groups + (usize(rx + 1) << 5);
    moveRows(src, pitch, y, radius, zeros, sums, first);
    moveRows(src, pitch, y + 2, radius, zeros, sums, first + 16);
    writeFactors(scratch, y, height, radius, rx);
    const row = dst + usize(y) * pitch;
    const row1 = y + 1 < to ? row + pitch : unread;
    const row2 = y + 2 < to ? row + 2 * pitch : unread;
    const row3 = y + 3 < to ? row + 3 * pitch : unread;
    meanRows(row, row1, row2, row3, scratch, width, rx, groups);
  }
}

/** The row y of the plane, zeros where it holds nothing. */
function rowOf(src: usize, pitch: usize, y: i32, zeros: usize): usize {
  return y >= top && y < bottom ? src + usize(y) * pitch : zeros;
}

function addRow(sums: usize, row: usize): void {
  for (let x = left; x < right; x++) {
    const at = sums + (usize(x) << 3);
    store<f64>(at, load<f64>(at) + f64(load<f32>(row + (usize(x) << 2))));
  }
}

/** Moves the column sums two rows on and leaves those of row y and y + 1 side by side in `groups`. */
function moveRows(src: usize, pitch: usize, y: i32, radius: i32, zeros: usize, sums: usize, groups: usize): void {
  const enter0 = rowOf(src, pitch, y + radius, zeros);
  const leave0 = rowOf(src, pitch, y - radius - 1, zeros);
  const enter1 = rowOf(src, pitch, y + 1 + radius, zeros);
  const leave1 = rowOf(src, pitch, y - radius, zeros);
  const end = usize(right) << 2;
  let i = usize(left) << 2;
  for (; i + 8 <= end; i += 8) {
    const step0 = f64x2.sub(twoOf(enter0 + i), twoOf(leave0 + i));
    const step1 = f64x2.sub(twoOf(enter1 + i), twoOf(leave1 + i));
    moveTwo(sums + (i << 1), groups + (i << 3), step0, step1);
  }
  if (i === end) return;
  const step0 = f64x2.sub(oneOf(enter0 + i), oneOf(leave0 + i));
  const step1 = f64x2.sub(oneOf(enter1 + i), oneOf(leave1 + i));
  moveTwo(sums + (i << 1), groups + (i << 3), step0, step1);
}

/** Two numbers as float64. */
function twoOf(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load_zero<u64>(at));
}

/** One number and a zero as float64. */
function oneOf(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load_zero<u32>(at));
}

function moveTwo(sums: usize, groups: usize, step0: v128, step1: v128): void {
  const first = f64x2.add(v128.load(sums), step0);
  const second = f64x2.add(first, step1);
  v128.store(sums, second);
  v128.store(groups, v128.shuffle<f64>(first, second, 0, 2));
  v128.store(groups, v128.shuffle<f64>(first, second, 1, 3), 32);
}

/** Through memory, as V8 would divide anew for each pixel. */
function writeFactors(factors: usize, y: i32, height: i32, radius: i32, rx: i32): void {
  const inner = f64x2.splat(f64(2 * rx + 1));
  for (let k = 0; k < 4; k += 2) {
    const rows = f64x2(rowsAround(y + k, height, radius), rowsAround(y + k + 1, height, radius));
    const at = factors + (usize(k) << 3);
    v128.store(at, rows);
    v128.store(at, f64x2.div(f64x2.splat(1), f64x2.mul(rows, inner)), 32);
  }
}

/** Rows of the plane that the window around row y holds. */
function rowsAround(y: i32, height: i32, radius: i32): f64 {
  return f64(min(height, y + radius + 1) - max(0, y - radius));
}

/** Writes the means of four rows where the window reaches into the filled box, zeros beside it. */
function meanRows(
  row0: usize,
  row1: usize,
  row2: usize,
  row3: usize,
  factors: usize,
  width: i32,
  rx: i32,
  groups: usize,
): void {
  const from = max(0, left - rx);
  const to = min(width, right + rx);
  clearBeside(row0, from, to, width);
  clearBeside(row1, from, to, width);
  clearBeside(row2, from, to, width);
  clearBeside(row3, from, to, width);
  const head = min(to, rx + 1);
  const tail = min(to, max(head, width - rx));
  const span = usize(2 * rx + 1) << 5;
  const rowsA = v128.load(factors);
  const rowsB = v128.load(factors, 16);
  const kA = v128.load(factors, 32);
  const kB = v128.load(factors, 48);
  let a = f64x2.splat(0);
  let b = f64x2.splat(0);
  for (let x = left; x < from + rx; x++) {
    const at = groups + (usize(x + rx + 1) << 5);
    a = f64x2.add(a, v128.load(at));
    b = f64x2.add(b, v128.load(at, 16));
  }
  let at = groups + (usize(from) << 5);
  for (let x = from; x < to; x++) {
    if (x >= head && x < tail) {
      for (let o = usize(x) << 2, end = usize(tail) << 2; o < end; o += 4, at += 32) {
        a = f64x2.add(a, f64x2.sub(v128.load(at + span), v128.load(at)));
        b = f64x2.add(b, f64x2.sub(v128.load(at + span, 16), v128.load(at, 16)));
        storeMeans(row0 + o, row1 + o, row2 + o, row3 + o, f64x2.mul(a, kA), f64x2.mul(b, kB));
      }
      x = tail;
      if (x === to) break;
    }
    a = f64x2.add(a, f64x2.sub(v128.load(at + span), v128.load(at)));
    b = f64x2.add(b, f64x2.sub(v128.load(at + span, 16), v128.load(at, 16)));
    const columns = f64x2.splat(f64(min(width, x + rx + 1) - max(0, x - rx)));
    const meanA = f64x2.div(a, f64x2.mul(rowsA, columns));
    const meanB = f64x2.div(b, f64x2.mul(rowsB, columns));
    const o = usize(x) << 2;
    storeMeans(row0 + o, row1 + o, row2 + o, row3 + o, meanA, meanB);
    at += 32;
  }
}

/** Stores the means of one column of four rows. */
function storeMeans(at0: usize, at1: usize, at2: usize, at3: usize, meanA: v128, meanB: v128): void {
  const a = f32x4.demote_f64x2_zero(meanA);
  const b = f32x4.demote_f64x2_zero(meanB);
  v128.store_lane<f32>(at0, a, 0);
  v128.store_lane<f32>(at1, a, 1);
  v128.store_lane<f32>(at2, b, 0);
  v128.store_lane<f32>(at3, b, 1);
}

function clearBeside(row: usize, from: i32, to: i32, width: i32): void {
  if (from > 0) memory.fill(row, 0, usize(from) << 2);
  if (to < width) memory.fill(row + (usize(to) << 2), 0, usize(width - to) << 2);
}
