import { floatsToBytes } from '../memory/bytes';
import { tapIndex, tapOf, tapWeight } from './taps';

/**
 * Resizes rows of interleaved bytes: sums of rows into one float32 row, which is narrowed or widened into the output.
 *
 * Layout: `src` holds the rows from `firstRow` on, `dst` takes the output rows [from, to); `rows` and `columns` are taps. RGBA is averaged
 * premultiplied. Scratch: `wide`, 4 bytes a sample of a source row and 16, `narrow`, 4 bytes a sample of an output row and 16.
 * Rounding: each product and sum in float64, the row rounded to float32 after each tap: the same on every machine.
 */
export function resizeBytes(
  src: usize,
  firstRow: i32,
  dst: usize,
  channels: i32,
  srcWidth: i32,
  width: i32,
  height: i32,
  from: i32,
  to: i32,
  rows: usize,
  columns: usize,
  wide: usize,
  narrow: usize,
): void {
  const pitch = usize(srcWidth * channels);
  const first = src - usize(firstRow) * pitch;
  const outPitch = usize(width * channels);
  let out = dst;
  for (let y = from; y < to; y++, out += outPitch) {
    const tap = tapOf(rows, height, y);
    const end = tapOf(rows, height, y + 1);
    if (channels === 4) sumPremultipliedRows(wide, first, pitch, tap, end);
    else sumRows(wide, first, pitch, tap, end);
    if (channels === 1) narrowSingle(wide, narrow, width, columns);
    else narrowColour(wide, narrow, width, channels, columns);
    if (channels === 4) storeStraight(narrow, out, width);
    else floatsToBytes(narrow, out, i32(outPitch));
  }
}

/** {@link resizeBytes} for a float32 plane. */
export function resizeFloats(
  src: usize,
  firstRow: i32,
  dst: usize,
  srcWidth: i32,
  width: i32,
  height: i32,
  from: i32,
  to: i32,
  rows: usize,
  columns: usize,
  wide: usize,
): void {
  const pitch = usize(srcWidth) << 2;
  const origin = src - usize(firstRow) * pitch;
  let out = dst;
  for (let y = from; y < to; y++, out += usize(width) << 2) {
    const first = tapOf(rows, height, y);
    const end = tapOf(rows, height, y + 1);
    for (let tap = first; tap < end; tap += 8) {
      const row = origin + tapIndex(tap) * pitch;
      if (tap === first) startFloats(wide, row, srcWidth, tapWeight(tap));
      else addFloats(wide, row, srcWidth, tapWeight(tap));
    }
    narrowSingle(wide, out, width, columns);
  }
}

/** acc + values · weight, rounded once. */
function addFour(acc: v128, low: v128, high: v128, weight: v128): v128 {
  const a = f64x2.add(f64x2.promote_low_f32x4(acc), f64x2.mul(low, weight));
  const b = f64x2.add(f64x2.promote_low_f32x4(upperHalf(acc)), f64x2.mul(high, weight));
  return joinHalves(f32x4.demote_f64x2_zero(a), f32x4.demote_f64x2_zero(b));
}

function upperHalf(v: v128): v128 {
  return v128.shuffle<u64>(v, v, 1, 1);
}

function joinHalves(low: v128, high: v128): v128 {
  return v128.shuffle<u64>(low, high, 0, 2);
}

/** Four bytes as int32. */
function fourBytes(at: usize): v128 {
  return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load_zero<u32>(at)));
}

/** The sum of the rows that the taps name; reads and writes up to three samples past the end of a row. */
function sumRows(wide: usize, src: usize, pitch: usize, firstTap: usize, end: usize): void {
  for (let tap = firstTap; tap < end; tap += tap === firstTap ? 16 : 8) {
    const row = src + tapIndex(tap) * pitch;
    const w32 = tapWeight(tap);
    if (tap === firstTap) {
      if (tap + 8 < end) startTwoRows(wide, row, src + tapIndex(tap + 8) * pitch, pitch, w32, f64(tapWeight(tap + 8)));
      else startRow(wide, row, pitch, w32);
    } else addBytes(wide, row, pitch, f64(w32));
  }
}

function startRow(wide: usize, row: usize, samples: usize, weight: f32): void {
  const w = f32x4.splat(weight);
  for (let i: usize = 0; i < samples; i += 4) {
    v128.store(wide + (i << 2), f32x4.mul(f32x4.convert_i32x4_s(fourBytes(row + i)), w));
  }
}

function startTwoRows(wide: usize, row0: usize, row1: usize, samples: usize, weight0: f32, weight1: f64): void {
  const w0 = f32x4.splat(weight0);
  const w1 = f64x2.splat(weight1);
  for (let i: usize = 0; i < samples; i += 4) {
    const acc = f32x4.mul(f32x4.convert_i32x4_s(fourBytes(row0 + i)), w0);
    const four = fourBytes(row1 + i);
    const low = f64x2.convert_low_i32x4_s(four);
    const high = f64x2.convert_low_i32x4_s(upperHalf(four));
    v128.store(wide + (i << 2), addFour(acc, low, high, w1));
  }
}

function addBytes(wide: usize, row: usize, samples: usize, weight: f64): void {
  const w = f64x2.splat(weight);
  for (let i: usize = 0; i < samples; i += 4) {
    const four = fourBytes(row + i);
    const low = f64x2.convert_low_i32x4_s(four);
    const high = f64x2.convert_low_i32x4_s(upperHalf(four));
    v128.store(wide + (i << 2), addFour(v128.load(wide + (i << 2)), low, high, w));
  }
}

function startFloats(wide: usize, row: usize, samples: i32, weight: f32): void {
  const w = f32x4.splat(weight);
  for (let i: usize = 0, end = usize(samples) << 2; i < end; i += 16) {
    v128.store(wide + i, f32x4.mul(v128.load(row + i), w));
  }
}

function addFloats(wide: usize, row: usize, samples: i32, weight: f32): void {
  const w = f64x2.splat(f64(weight));
  for (let i: usize = 0, end = usize(samples) << 2; i < end; i += 16) {
    const four = v128.load(row + i);
    const low = f64x2.promote_low_f32x4(four);
    const high = f64x2.promote_low_f32x4(upperHalf(four));
    v128.store(wide + i, addFour(v128.load(wide + i), low, high, w));
  }
}

/** {@link sumRows} of red, green and blue by alpha, and of alpha. Most of a cut-out is empty, and stays as it is. */
function sumPremultipliedRows(wide: usize, src: usize, pitch: usize, firstTap: usize, end: usize): void {
  memory.fill(wide, 0, pitch << 2);
  for (let tap = firstTap; tap < end; tap += 8) {
    const row = src + tapIndex(tap) * pitch;
    const weight = f64(tapWeight(tap));
    let i: usize = 0;
    for (; i + 16 <= pitch; i += 16) {
      if (!v128.any_true(v128.and(v128.load(row + i), i32x4.splat(0xff000000)))) continue;
      addPremultiplied(wide + (i << 2), row + i, weight);
      addPremultiplied(wide + (i << 2) + 16, row + i + 4, weight);
      addPremultiplied(wide + (i << 2) + 32, row + i + 8, weight);
      addPremultiplied(wide + (i << 2) + 48, row + i + 12, weight);
    }
    for (; i < pitch; i += 4) addPremultiplied(wide + (i << 2), row + i, weight);
  }
}

function addPremultiplied(acc: usize, pixel: usize, weight: f64): void {
  const alpha = load<u8>(pixel, 3);
  const four = i32x4.replace_lane(fourBytes(pixel), 3, 1);
  const low = f64x2.convert_low_i32x4_s(four);
  const high = f64x2.convert_low_i32x4_s(upperHalf(four));
  v128.store(acc, addFour(v128.load(acc), low, high, f64x2.splat(weight * f64(alpha))));
}

function narrowSingle(wide: usize, out: usize, width: i32, columns: usize): void {
  if (tapOf(columns, width, width) === tapOf(columns, width, 0) + (usize(width) << 4)) {
    mixSingle(wide, out, width, columns);
    return;
  }
  let tap = tapOf(columns, width, 0);
  for (let x = 0; x < width; x++) {
    let sum: f64 = 0;
    for (const end = tapOf(columns, width, x + 1); tap < end; tap += 8) {
      sum += f64(tapWeight(tap)) * f64(load<f32>(wide + (tapIndex(tap) << 2)));
    }
    store<f32>(out + (usize(x) << 2), f32(sum));
  }
}

/** {@link narrowSingle} where every output has two taps, as when growing: neighbours, but where the border repeats one. */
function mixSingle(wide: usize, out: usize, width: i32, columns: usize): void {
  let x = 0;
  let tap = tapOf(columns, width, 0);
  for (; x + 2 <= width; x += 2, tap += 32) {
    if (tapIndex(tap) === tapIndex(tap + 8) || tapIndex(tap + 16) === tapIndex(tap + 24)) {
      mixOne(wide, out, x, tap);
      mixOne(wide, out, x + 1, tap + 16);
      continue;
    }
    const a = f64x2.mul(twoFloats(wide + (tapIndex(tap) << 2)), twoWeights(tap));
    const b = f64x2.mul(twoFloats(wide + (tapIndex(tap + 16) << 2)), twoWeights(tap + 16));
    const sum = f64x2.add(v128.shuffle<f64>(a, b, 0, 2), v128.shuffle<f64>(a, b, 1, 3));
    v128.store_lane<u64>(out + (usize(x) << 2), f32x4.demote_f64x2_zero(sum), 0);
  }
  if (x < width) mixOne(wide, out, x, tap);
}

function mixOne(wide: usize, out: usize, x: i32, tap: usize): void {
  const a = f64(tapWeight(tap)) * f64(load<f32>(wide + (tapIndex(tap) << 2)));
  const b = f64(tapWeight(tap + 8)) * f64(load<f32>(wide + (tapIndex(tap + 8) << 2)));
  store<f32>(out + (usize(x) << 2), f32(a + b));
}

function twoFloats(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load_zero<u64>(at));
}

function twoWeights(tap: usize): v128 {
  const taps = v128.load(tap);
  return f64x2.promote_low_f32x4(v128.shuffle<u32>(taps, taps, 1, 3, 1, 3));
}

/** Reads a sample past the end of `wide`, writes one past the end of `out`. */
function narrowColour(wide: usize, out: usize, width: i32, channels: i32, columns: usize): void {
  const pixel = usize(channels) << 2;
  let tap = tapOf(columns, width, 0);
  let at = out;
  for (let x = 0; x < width; x++, at += pixel) {
    let low = f64x2.splat(0);
    let high = f64x2.splat(0);
    for (const end = tapOf(columns, width, x + 1); tap < end; tap += 8) {
      const w = f64x2.splat(f64(tapWeight(tap)));
      const four = v128.load(wide + tapIndex(tap) * pixel);
      low = f64x2.add(low, f64x2.mul(f64x2.promote_low_f32x4(four), w));
      high = f64x2.add(high, f64x2.mul(f64x2.promote_low_f32x4(upperHalf(four)), w));
    }
    v128.store(at, joinHalves(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high)));
  }
}

/** Colours without their alpha again; black where alpha is 0. */
function storeStraight(row: usize, out: usize, width: i32): void {
  const half = f64x2.splat(0.5);
  for (let x = 0; x < width; x++) {
    const four = v128.load(row + (usize(x) << 4));
    const alpha = f64(f32x4.extract_lane(four, 3));
    const k = f64x2.splat(alpha > 1e-6 ? 1 / alpha : 0);
    const low = f64x2.add(f64x2.mul(f64x2.promote_low_f32x4(four), k), half);
    const blue = f64(f32x4.extract_lane(four, 2)) * f64x2.extract_lane(k, 0) + 0.5;
    const high = f64x2(blue, alpha + 0.5);
    const whole = joinHalves(i32x4.trunc_sat_f64x2_s_zero(low), i32x4.trunc_sat_f64x2_s_zero(high));
    const words = i16x8.narrow_i32x4_s(whole, whole);
    v128.store_lane<u32>(out + (usize(x) << 2), i8x16.narrow_i16x8_u(words, words), 0);
  }
}
