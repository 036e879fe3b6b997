/**
 * Rows [from, to) of the alpha of RGBA at a smaller size, 0…1: the mean over each pixel's area.
 *
 * Layout: `src` begins with row `firstRow`, `dst` with row `from`; `wide`: scratch of a float32 a source column;
 * `taps`: what {@link alphaTaps} wrote. Space: areas are mapped
 * onto areas. Cost: about .5 ns a source pixel.
 */
export function shrinkAlpha(
  src: usize,
  firstRow: i32,
  dst: usize,
  srcWidth: i32,
  srcHeight: i32,
  width: i32,
  height: i32,
  from: i32,
  to: i32,
  wide: usize,
  taps: usize,
): void {
  const ratio = f64(srcHeight) / f64(height);
  for (let y = from; y < to; y++, dst += usize(width) << 2) {
    memory.fill(wide, 0, usize(srcWidth) << 2);
    const start = f64(y) * ratio;
    const end = Math.min(f64(srcHeight), f64(y + 1) * ratio);
    for (let s = i32(start); f64(s) < end; s++) {
      const cover = Math.min(end, f64(s + 1)) - Math.max(start, f64(s));
      addRow(src + (usize((s - firstRow) * srcWidth) << 2), wide, srcWidth, cover / ratio / 255);
    }
    narrowRow(wide, taps, width, f64(srcWidth) / f64(width), dst);
  }
}

/** Adds the weighted alphas of a row; reads and writes up to three pixels past its end. */
function addRow(rgba: usize, wide: usize, count: i32, weight: f64): void {
  const factor = f64x2.splat(weight);
  for (let i: usize = 0, end = usize(count) << 2; i < end; i += 16) {
    const alphas = i32x4.shr_u(v128.load(rgba + i), 24);
    const sums = v128.load(wide + i);
    const low = f64x2.mul(factor, f64x2.convert_low_i32x4_u(alphas));
    const high = f64x2.mul(factor, f64x2.convert_low_i32x4_u(v128.shuffle<i32>(alphas, alphas, 2, 3, 2, 3)));
    const first = f32x4.demote_f64x2_zero(f64x2.add(f64x2.promote_low_f32x4(sums), low));
    const upper = f64x2.promote_low_f32x4(v128.shuffle<f32>(sums, sums, 2, 3, 2, 3));
    const second = f32x4.demote_f64x2_zero(f64x2.add(upper, high));
    v128.store(wide + i, v128.shuffle<f32>(first, second, 0, 1, 4, 5));
  }
}

/** Bytes that {@link alphaTaps} fills. */
export function alphaTapsSize(srcWidth: i32, width: i32): i32 {
  return width * tapSize(srcWidth, width);
}

/** A column's first source column and how many there are (int32), then how much of each it covers (float64). */
function tapSize(srcWidth: i32, width: i32): i32 {
  return 8 + 8 * (i32(Math.ceil(f64(srcWidth) / f64(width))) + 1);
}

/** Writes the source columns that each column lies over, which may begin and end within pixels. */
export function alphaTaps(srcWidth: i32, width: i32, taps: usize): void {
  const ratio = f64(srcWidth) / f64(width);
  const size = usize(tapSize(srcWidth, width));
  for (let x = 0; x < width; x++, taps += size) {
    const start = f64(x) * ratio;
    const end = Math.min(f64(srcWidth), start + ratio);
    const first = i32(start);
    let count = 0;
    for (let s = first; f64(s) < end; s++, count++) {
      const cover = Math.min(end, f64(s + 1)) - Math.max(start, f64(s));
      store<f64>(taps + (usize(count) << 3), cover, 8);
    }
    store<i32>(taps, first);
    store<i32>(taps, count, 4);
  }
}

function narrowRow(wide: usize, taps: usize, width: i32, ratio: f64, out: usize): void {
  const size = usize(8 + 8 * (i32(Math.ceil(ratio)) + 1));
  for (const end = out + (usize(width) << 2); out < end; out += 4, taps += size) {
    const count = load<i32>(taps, 4);
    let from = wide + (usize(load<i32>(taps)) << 2);
    let sum: f64 = 0;
    for (let n = 0, tap = taps; n < count; n++, tap += 8, from += 4) sum += f64(load<f32>(from)) * load<f64>(tap, 8);
    store<f32>(out, f32(sum / ratio));
  }
}
