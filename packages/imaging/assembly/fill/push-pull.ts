/**
 * A pyramid of weighted means, in which unknown values are filled from coarser ones.
 *
 * Layout of a level: values (float32, interleaved channels), then weights (float32), then 16 bytes; the next coarser level follows it.
 * Rounding: products and sums in float64, kept as float32.
 */

/** Bytes of the levels of a picture. */
export function pushPullSize(width: i32, height: i32, channels: i32): i32 {
  const size = levelSize(width, height, channels);
  return width === 1 && height === 1 ? size : size + pushPullSize((width + 1) >> 1, (height + 1) >> 1, channels);
}

function levelSize(width: i32, height: i32, channels: i32): i32 {
  return 4 * (width * height * (channels + 1)) + 16;
}

/** Where the weights of a level stand. */
function weightsOf(level: usize, width: i32, height: i32, channels: i32): usize {
  return level + (usize(width * height * channels) << 2);
}

/** Takes over weights as 0…1 and clears what is unknown; whether anything is known. `level` holds the values, `known` the weights. */
export function startPushPull(level: usize, known: usize, width: i32, height: i32, channels: i32): bool {
  const weights = weightsOf(level, width, height, channels);
  let some = false;
  for (let i: usize = 0; i < usize(width * height); i++) {
    const weight = load<f32>(known + (i << 2));
    if (weight > 0) {
      some = true;
      store<f32>(weights + (i << 2), weight < 1 ? weight : 1);
      continue;
    }
    store<f32>(weights + (i << 2), 0);
    for (let c: usize = 0; c < usize(channels); c++) store<f32>(level + ((i * usize(channels) + c) << 2), 0);
  }
  return some;
}

/** Fills the level and all that are coarser; `line`: scratch of a row of the level and 16 bytes. */
export function pushPull(level: usize, width: i32, height: i32, channels: i32, line: usize): void {
  if (width === 1 && height === 1) return;
  const coarse = level + usize(levelSize(width, height, channels));
  const w = (width + 1) >> 1;
  const h = (height + 1) >> 1;
  memory.fill(coarse, 0, usize(levelSize(w, h, channels)));
  const weights = weightsOf(level, width, height, channels);
  const coarseWeights = weightsOf(coarse, w, h, channels);
  for (let y = 0; y < height; y++) {
    const from = usize(y * width) << 2;
    const to = usize((y >> 1) * w) << 2;
    const values = level + from * usize(channels);
    const sums = coarse + to * usize(channels);
    if (channels === 3) addRowRgb(values, weights + from, sums, coarseWeights + to, width);
    else addRow(values, weights + from, sums, coarseWeights + to, width, channels);
  }
  divide(coarse, coarseWeights, w * h, channels);
  pushPull(coarse, w, h, channels, line);
  for (let y = 0; y < height; y++) {
    const y0 = max(0, (y - 1) >> 1);
    const y1 = min(h - 1, (y + 1) >> 1);
    const pitch = usize(w * channels) << 2;
    mixLine(coarse + usize(y0) * pitch, coarse + usize(y1) * pitch, y & 1 ? 0.25 : 0.75, line, w * channels);
    const values = level + (usize(y * width * channels) << 2);
    if (channels === 3) pullRowRgb(values, weights + (usize(y * width) << 2), width, line, w - 1);
    else pullRow(values, weights + (usize(y * width) << 2), width, line, w - 1, channels);
  }
}

function addRow(values: usize, weights: usize, sums: usize, coarseWeights: usize, width: i32, channels: i32): void {
  for (let x = 0; x < width; x++) {
    const weight = load<f32>(weights + (usize(x) << 2));
    if (weight === 0) continue;
    const o = usize(x >> 1) << 2;
    store<f32>(coarseWeights + o, load<f32>(coarseWeights + o) + weight);
    for (let c = 0; c < channels; c++) {
      const to = sums + o * usize(channels) + (usize(c) << 2);
      const value = f64(load<f32>(values + (usize(x * channels + c) << 2)));
      store<f32>(to, f32(f64(load<f32>(to)) + f64(weight) * value));
    }
  }
}

/** {@link addRow} for three channels. */
function addRowRgb(values: usize, weights: usize, sums: usize, coarseWeights: usize, width: i32): void {
  let value = values;
  for (let x = 0; x < width; x++, value += 12) {
    const weight = load<f32>(weights + (usize(x) << 2));
    if (weight === 0) continue;
    const o = usize(x >> 1) << 2;
    store<f32>(coarseWeights + o, load<f32>(coarseWeights + o) + weight);
    const to = sums + 3 * o;
    const w = f64x2.splat(f64(weight));
    const low = f64x2.add(twoOf(to), f64x2.mul(twoOf(value), w));
    v128.store_lane<u64>(to, f32x4.demote_f64x2_zero(low), 0);
    store<f32>(to, f32(f64(load<f32>(to, 8)) + f64(weight) * f64(load<f32>(value, 8))), 8);
  }
}

/** Two float32 as float64. */
function twoOf(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load_zero<u64>(at));
}

/** Makes means of sums; weights saturate at 1. */
function divide(values: usize, weights: usize, count: i32, channels: i32): void {
  for (let o = 0; o < count; o++) {
    const weight = load<f32>(weights + (usize(o) << 2));
    if (weight === 0) continue;
    for (let c = 0; c < channels; c++) {
      const at = values + (usize(o * channels + c) << 2);
      store<f32>(at, load<f32>(at) / weight);
    }
    if (weight > 1) store<f32>(weights + (usize(o) << 2), 1);
  }
}

/** Reads and writes up to a number past the end. */
function mixLine(a: usize, b: usize, t: f64, line: usize, count: i32): void {
  const s = f64x2.splat(1 - t);
  const u = f64x2.splat(t);
  for (let i: usize = 0; i < usize(count) << 2; i += 8) {
    const sum = f64x2.add(f64x2.mul(twoOf(a + i), s), f64x2.mul(twoOf(b + i), u));
    v128.store_lane<u64>(line + i, f32x4.demote_f64x2_zero(sum), 0);
  }
}

/** Completes a row from `line`, the coarse row at its height: neighbours at ¼ and ¾. */
function pullRow(values: usize, weights: usize, width: i32, line: usize, last: i32, channels: i32): void {
  for (let x = 0; x < width; x++) {
    const weight = f64(load<f32>(weights + (usize(x) << 2)));
    if (weight === 1) continue;
    const left = max(0, (x - 1) >> 1) * channels;
    const right = min(last, (x + 1) >> 1) * channels;
    const t: f64 = x & 1 ? 0.25 : 0.75;
    for (let c = 0; c < channels; c++) {
      const at = values + (usize(x * channels + c) << 2);
      const l = f64(load<f32>(line + (usize(left + c) << 2)));
      const r = f64(load<f32>(line + (usize(right + c) << 2)));
      const up = (1 - t) * l + t * r;
      store<f32>(at, f32(weight * f64(load<f32>(at)) + (1 - weight) * up));
    }
  }
}

/** {@link pullRow} for three channels. */
function pullRowRgb(values: usize, weights: usize, width: i32, line: usize, last: i32): void {
  for (let x = 0; x < width; x++) {
    const weight = f64(load<f32>(weights + (usize(x) << 2)));
    if (weight === 1) continue;
    const left = line + usize(max(0, (x - 1) >> 1)) * 12;
    const right = line + usize(min(last, (x + 1) >> 1)) * 12;
    const t = (1 - weight) * (x & 1 ? 0.25 : 0.75);
    const s = 1 - weight - t;
    const at = values + usize(x) * 12;
    const kept = f64x2.mul(twoOf(at), f64x2.splat(weight));
    const mixed = f64x2.add(
      f64x2.add(kept, f64x2.mul(twoOf(left), f64x2.splat(s))),
      f64x2.mul(twoOf(right), f64x2.splat(t)),
    );
    const blue = weight * f64(load<f32>(at, 8)) + s * f64(load<f32>(left, 8)) + t * f64(load<f32>(right, 8));
    v128.store_lane<u64>(at, f32x4.demote_f64x2_zero(mixed), 0);
    store<f32>(at, f32(blue), 8);
  }
}
