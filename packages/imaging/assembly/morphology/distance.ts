import { belowOf } from '../filter/threshold';

/** Bytes that {@link distanceField} needs at `scratch`. */
export function distanceScratch(width: i32): i32 {
  return 8 * width + 8 * (width + 1) + 4 * width;
}

/**
 * The distance of each pixel to the nearest seed, in place: float32 values become 0 where they are a seed.
 *
 * Seeds are above the threshold where `above`, else the others. Columns by two scans, rows by the lower envelope of parabolas.
 */
export function distanceField(
  plane: usize,
  width: i32,
  height: i32,
  threshold: f64,
  above: bool,
  scratch: usize,
): void {
  const pitch = usize(width) << 2;
  const limit = f32x4.splat(belowOf(threshold));
  const flip = i32x4.splat(above ? -1 : 0);
  const far = f32x4.splat(f32(Infinity));
  let i: usize = 0;
  for (const end = (pitch * usize(height)) & ~15; i < end; i += 16) {
    const seeds = v128.xor(v128.not(flip), f32x4.gt(v128.load(plane + i), limit));
    v128.store(plane + i, v128.andnot(far, seeds));
  }
  for (const end = pitch * usize(height); i < end; i += 4) {
    const seed = load<f32>(plane + i) > f32x4.extract_lane(limit, 0) === above;
    store<f32>(plane + i, seed ? 0 : f32(Infinity));
  }
  for (let y = 1; y < height; y++) lowerRow(plane + usize(y) * pitch, plane + usize(y - 1) * pitch, pitch);
  for (let y = height - 2; y >= 0; y--) lowerRow(plane + usize(y) * pitch, plane + usize(y + 1) * pitch, pitch);
  for (let y = 0; y < height; y++) envelopeRow(plane + usize(y) * pitch, width, scratch);
}

/** Values become at most one more than those of `by`. */
function lowerRow(row: usize, by: usize, bytes: usize): void {
  const one = f32x4.splat(1);
  let i: usize = 0;
  for (; i + 16 <= bytes; i += 16) {
    v128.store(row + i, f32x4.pmin(v128.load(row + i), f32x4.add(v128.load(by + i), one)));
  }
  for (; i < bytes; i += 4) {
    const value = load<f32>(by + i) + 1;
    if (value < load<f32>(row + i)) store<f32>(row + i, value);
  }
}

/** Replaces the column distances g of a row by the Euclidean ones: the lower envelope of the parabolas (x − q)² + g(q)². */
function envelopeRow(row: usize, width: i32, scratch: usize): void {
  const squares = scratch;
  const from = squares + (usize(width) << 3);
  const apex = from + (usize(width + 1) << 3);
  let k: i32 = -1;
  for (let q = 0; q < width; q++) {
    const g = f64(load<f32>(row + (usize(q) << 2)));
    const square = g * g;
    store<f64>(squares + (usize(q) << 3), square);
    if (g === Infinity) continue;
    let cut: f64 = -Infinity;
    while (k >= 0) {
      const p = load<i32>(apex + (usize(k) << 2));
      const other = load<f64>(squares + (usize(p) << 3)) + f64(p * p);
      cut = (square + f64(q * q) - other) / f64(2 * (q - p));
      if (cut > load<f64>(from + (usize(k) << 3))) break;
      k--;
    }
    k++;
    store<i32>(apex + (usize(k) << 2), q);
    store<f64>(from + (usize(k) << 3), k === 0 ? -Infinity : cut);
  }
  if (k < 0) return;
  store<f64>(from + (usize(k + 1) << 3), Infinity);
  for (let x = 0, i = 0; x < width; x++) {
    while (load<f64>(from + (usize(i + 1) << 3)) < f64(x)) i++;
    const p = load<i32>(apex + (usize(i) << 2));
    const dx = f64(x - p);
    store<f32>(row + (usize(x) << 2), f32(Math.sqrt(dx * dx + load<f64>(squares + (usize(p) << 3)))));
  }
}
