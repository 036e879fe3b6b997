import { boxBlur, boxBlurScratch } from '../filter/box-blur';
import { floatsToBytes } from '../memory/bytes';
import { pushPull, pushPullSize, startPushPull } from './push-pull';

/**
 * Colours drawn smoothly outwards from where they are known (src/smooth-fill.ts), found at half size.
 *
 * Layout of `work`, parts of {@link part} bytes each: four float32 planes of half the size (red, green, blue, seen), two more for means, the
 * blur's scratch; then the known, blurred, float32 at full size; a row of words; the levels of the push-pull; the filled half as bytes.
 */

function part(count: i32): i32 {
  return (4 * count + 63) & ~31;
}

/** Bytes of `work`. */
export function smoothFillSize(width: i32, height: i32, calm: i32, fade: i32): i32 {
  const w = (width + 1) >> 1;
  const h = (height + 1) >> 1;
  const blur = max(boxBlurScratch(w, calm), boxBlurScratch(width, fade));
  return (
    6 * part(w * h) +
    part(width * height) +
    part(blur >> 2) +
    part(2 * w + 16) +
    pushPullSize(w, h, 3) +
    part(w * h) +
    64
  );
}

/**
 * Fills rows [from, to) of `out` (RGB): `calm` is half the side of the window whose mean is carried on, in halved pixels, `fade` how far in
 * the known has its own colours. Writes up to 16 bytes past the end of `out`. Rounding: sums in float64, bytes half up.
 */
export function smoothFill(
  raster: usize,
  channels: i32,
  known: usize,
  width: i32,
  height: i32,
  calm: i32,
  fade: i32,
  from: i32,
  to: i32,
  out: usize,
  work: usize,
): void {
  const w = (width + 1) >> 1;
  const h = (height + 1) >> 1;
  const size = usize(part(w * h));
  const seen = work + 3 * size;
  const sums = seen + size;
  const weights = sums + size;
  const deep = weights + size;
  const blur = deep + usize(part(width * height));
  const line = blur + usize(part(max(boxBlurScratch(w, calm), boxBlurScratch(width, fade)) >> 2));
  const level = line + usize(part(2 * w + 16));
  const filled = level + usize(pushPullSize(w, h, 3));
  for (let y = 0; y < h; y++) {
    const upper = usize(2 * y * width);
    const lower = usize(min(2 * y + 1, height - 1) * width);
    const to = usize(y * w) << 2;
    gatherRow(raster, usize(channels), known, upper, lower, width, work + to, size);
  }
  boxBlur(seen, weights, w, h, calm, blur);
  for (let c: usize = 0; c < 3; c++) {
    boxBlur(work + c * size, sums, w, h, calm, blur);
    for (let i: usize = 0; i < usize(w * h) << 2; i += 4) {
      const mean = load<f32>(seen + i) > 0 ? f64(load<f32>(sums + i)) / f64(load<f32>(weights + i)) + 0.5 : 0;
      store<f32>(level + 3 * i + 4 * c, f32(i32(mean)));
    }
  }
  if (startPushPull(level, seen, w, h, 3)) pushPull(level, w, h, 3, line);
  floatsToBytes(level, filled, 3 * w * h);
  boxBlur(known, deep, width, height, fade, blur);
  for (let y = from; y < to; y++) {
    const row = out + usize(3 * y * width);
    mixRows(filled, w, h, y, line + 16);
    doubleRow(line + 16, row, w);
    const at = usize(y * width);
    keepRow(raster + at * usize(channels), channels, deep + (at << 2), row, width);
  }
}

/** A row of half size: means of the known ones of each 2 × 2 pixels, as bytes, and whether there are any; the planes lie `size` apart. */
function gatherRow(
  raster: usize,
  channels: usize,
  known: usize,
  upper: usize,
  lower: usize,
  width: i32,
  to: usize,
  size: usize,
): void {
  for (let x = 0; x < width; x += 2, to += 4) {
    const right: usize = x + 1 < width ? 1 : 0;
    let n = 0;
    let r = 0;
    let g = 0;
    let b = 0;
    for (let c: usize = 0; c < 4; c++) {
      const i = (c < 2 ? upper : lower) + usize(x) + (c & 1) * right;
      if (load<f32>(known + (i << 2)) < 0.5) continue;
      const at = raster + i * channels;
      n++;
      r += load<u8>(at);
      g += load<u8>(at, 1);
      b += load<u8>(at, 2);
    }
    store<f32>(to, meanOf(r, n));
    store<f32>(to + size, meanOf(g, n));
    store<f32>(to + 2 * size, meanOf(b, n));
    store<f32>(to + 3 * size, n > 0 ? 1 : 0);
  }
}

/** Half up. */
function meanOf(sum: i32, count: i32): f32 {
  if (count === 0) return 0;
  const whole: i32 = (2 * sum + count) / (2 * count);
  return f32(whole);
}

/** Four times the half picture's row at the height of a whole one's row y, as words, with its ends repeated. */
function mixRows(filled: usize, w: i32, h: i32, y: i32, line: usize): void {
  const upper = filled + usize(3 * w * max(0, (y - 1) >> 1));
  const lower = filled + usize(3 * w * min(h - 1, (y + 1) >> 1));
  const a = i16x8.splat(y & 1 ? 3 : 1);
  const b = i16x8.splat(y & 1 ? 1 : 3);
  for (let i: usize = 0; i < usize(3 * w); i += 8) {
    const up = i16x8.mul(i16x8.extend_low_i8x16_u(v128.load_zero<u64>(upper + i)), a);
    const low = i16x8.mul(i16x8.extend_low_i8x16_u(v128.load_zero<u64>(lower + i)), b);
    v128.store(line + (i << 1), i16x8.add(up, low));
  }
  const last = line + usize(6 * (w - 1));
  for (let c: usize = 0; c < 6; c += 2) {
    store<u16>(line - 6 + c, load<u16>(line + c));
    store<u16>(last + 6 + c, load<u16>(last + c));
  }
}

/** Doubles a row of {@link mixRows}: neighbours at ¼ and ¾. Two of its pixels, four of the result, at a time. */
function doubleRow(line: usize, row: usize, w: i32): void {
  const half = i16x8.splat(8);
  for (let x = 0; x < w; x += 2, line += 12, row += 12) {
    const own = v128.load(line);
    const much = i16x8.add(i16x8.add(own, i16x8.add(own, own)), half);
    const even = i16x8.shr_u(i16x8.add(much, v128.load(line - 6)), 4);
    const odd = i16x8.shr_u(i16x8.add(much, v128.load(line + 6)), 4);
    const both = i8x16.narrow_i16x8_u(even, odd);
    v128.store(row, i8x16.shuffle(both, both, 0, 1, 2, 8, 9, 10, 3, 4, 5, 11, 12, 13, 0, 0, 0, 0));
  }
}

/** `deep`: how much of a pixel's neighbourhood is known. At the border of the known all of it lies beside unknown ones. */
function keepRow(raster: usize, channels: i32, deep: usize, row: usize, width: i32): void {
  for (let x = 0; x < width; x++, raster += usize(channels), deep += 4, row += 3) {
    const near = f64(load<f32>(deep));
    if (near <= 0.5) continue;
    const own = 2 * near - 1;
    for (let c: usize = 0; c < 3; c++) {
      const value = f64(load<u8>(row + c));
      store<u8>(row + c, u8(value + own * (f64(load<u8>(raster + c)) - value)));
    }
  }
}
