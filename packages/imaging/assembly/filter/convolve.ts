import { bottom, findFilledBox, left, right, top } from './filled-box';

/**
 * Separable convolution with a symmetric kernel, renormalised where it leaves the plane; only where it meets anything.
 *
 * Layout: float32 planes; `kernel`: 2 · radius + 1 float64; `half`: radius + 1, its middle first, divided by its sum. Sums are float64.
 * `rows`: scratch of the plane's size. Aliasing: all differ.
 */
export function convolve(
  src: usize,
  dst: usize,
  width: i32,
  height: i32,
  kernel: usize,
  half: usize,
  radius: i32,
  rows: usize,
): void {
  const pitch = usize(width) << 2;
  memory.fill(dst, 0, pitch * usize(height));
  findFilledBox(src, width, height);
  if (right <= left) return;
  const from = max(0, left - radius);
  const to = min(width, right + radius);
  const side = min(radius, width);
  const first = max(0, top - radius);
  const last = min(height, bottom + radius);
  memory.fill(rows, 0, pitch * usize(height));
  for (let y = top; y < bottom; y++) {
    const row = src + usize(y) * pitch;
    const out = rows + usize(y) * pitch;
    inside(row, out, max(from, radius), min(to, width - radius), 4, half, radius);
    for (let x = from; x < min(to, side); x++) atBorder(row, out + (usize(x) << 2), 4, width, x, kernel, radius);
    for (let x = max(from, width - side); x < to; x++) {
      atBorder(row, out + (usize(x) << 2), 4, width, x, kernel, radius);
    }
  }
  for (let y = first; y < last; y++) {
    const out = dst + usize(y) * pitch;
    if (y >= radius && y < height - radius) {
      inside(rows + usize(y) * pitch, out, from, to, pitch, half, radius);
      continue;
    }
    for (let x = from; x < to; x++) {
      const i = usize(x) << 2;
      atBorder(rows + i, out + i, pitch, height, y, kernel, radius);
    }
  }
}

function twoOf(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(at));
}

/** Elements [from, to), each from its neighbours `stride` bytes apart, all of which exist; four at a time. */
function inside(src: usize, dst: usize, from: i32, to: i32, stride: usize, half: usize, radius: i32): void {
  const end = usize(radius + 1) << 3;
  const middle = v128.load64_splat(half);
  let x = from;
  for (; x + 4 <= to; x += 4) {
    const at = src + (usize(x) << 2);
    let low = f64x2.mul(middle, twoOf(at));
    let high = f64x2.mul(middle, twoOf(at + 8));
    let d = stride;
    for (let j: usize = 8; j < end; j += 8, d += stride) {
      const k = v128.load64_splat(half + j);
      low = f64x2.add(low, f64x2.mul(k, f64x2.add(twoOf(at - d), twoOf(at + d))));
      high = f64x2.add(high, f64x2.mul(k, f64x2.add(twoOf(at - d + 8), twoOf(at + d + 8))));
    }
    const four = v128.shuffle<f32>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 1, 4, 5);
    v128.store(dst + (usize(x) << 2), four);
  }
  for (; x < to; x++) {
    const at = src + (usize(x) << 2);
    let sum = load<f64>(half) * f64(load<f32>(at));
    let d = stride;
    for (let j: usize = 8; j < end; j += 8, d += stride) {
      sum += load<f64>(half + j) * (f64(load<f32>(at - d)) + f64(load<f32>(at + d)));
    }
    store<f32>(dst + (usize(x) << 2), f32(sum));
  }
}

/** The element `i` of `length`, `stride` bytes apart from `line` on, from those neighbours that exist. */
function atBorder(line: usize, dst: usize, stride: usize, length: i32, i: i32, kernel: usize, radius: i32): void {
  let sum: f64 = 0;
  let norm: f64 = 0;
  for (let j = max(0, i - radius); j <= min(length - 1, i + radius); j++) {
    const k = load<f64>(kernel + (usize(j - i + radius) << 3));
    sum += k * f64(load<f32>(line + usize(j) * stride));
    norm += k;
  }
  store<f32>(dst, f32(sum / norm));
}
