/** Bytes a pixel of {@link guideStatistics}: r g b 1, their means, and the inverted covariance in six float64. */
const GUIDE = 16;
const INVERSE = 48;

/** Bytes of what {@link guideStatistics} writes. */
export function guideStatisticsSize(width: i32, height: i32): i32 {
  return width * height * (2 * GUIDE + INVERSE);
}

/** Bytes that {@link guideStatistics} and {@link planeModels} need at `scratch`. */
export function guidedScratch(width: i32, height: i32): i32 {
  return 3 * width * height * GUIDE + 32 * width;
}

/**
 * What the colour guided filter asks of its guide, once for all planes: colours, their means, (Σ + eps)⁻¹ as 00 01 02 11 12 22.
 *
 * Layout: guide RGB, 8 bits; out: three fields of the picture's size one after the other. Range: colours 0…1.
 * Source: He, Sun, Tang 2013, eq. 19.
 */
export function guideStatistics(
  guide: usize,
  width: i32,
  height: i32,
  radius: i32,
  eps: f64,
  out: usize,
  scratch: usize,
): void {
  const size = usize(width * height) << 4;
  const colours = out;
  const means = out + size;
  const inverse = means + size;
  const products = scratch;
  const meansA = scratch + size;
  const meansB = meansA + size;
  const sums = meansB + size;
  for (let i: usize = 0; i < size; i += 16, guide += 3) {
    const r = f32(load<u8>(guide)) / 255;
    const g = f32(load<u8>(guide, 1)) / 255;
    const b = f32(load<u8>(guide, 2)) / 255;
    v128.store(colours + i, f32x4(r, g, b, r * r));
  }
  fourMeans(colours, means, width, height, radius, sums);
  for (let i: usize = 0; i < size; i += 16) {
    const c = v128.load(colours + i);
    v128.store(products + i, f32x4.mul(v128.shuffle<f32>(c, c, 0, 0, 1, 1), v128.shuffle<f32>(c, c, 1, 2, 1, 2)));
  }
  fourMeans(products, meansA, width, height, radius, sums);
  for (let i: usize = 0; i < size; i += 16) {
    const b = f32x4.extract_lane(v128.load(colours + i), 2);
    v128.store(products + i, f32x4.replace_lane(f32x4.splat(0), 0, b * b));
  }
  fourMeans(products, meansB, width, height, radius, sums);
  for (let i: usize = 0, o = inverse; i < size; i += 16, o += INVERSE) {
    invert(means + i, meansA + i, meansB + i, eps, o);
    // the fourth place of the colours is 1, so that a plane times the colours holds the plane itself
    store<f32>(colours + i, 1, 12);
  }
}

/** `first`: means of r, g, b, rr; `second`: of rg, rb, gg, gb; `third`: of bb. */
function invert(first: usize, second: usize, third: usize, eps: f64, out: usize): void {
  const m0 = f64(load<f32>(first));
  const m1 = f64(load<f32>(first, 4));
  const m2 = f64(load<f32>(first, 8));
  const s0 = f64(load<f32>(first, 12)) - m0 * m0 + eps;
  const s1 = f64(load<f32>(second)) - m0 * m1;
  const s2 = f64(load<f32>(second, 4)) - m0 * m2;
  const s3 = f64(load<f32>(second, 8)) - m1 * m1 + eps;
  const s4 = f64(load<f32>(second, 12)) - m1 * m2;
  const s5 = f64(load<f32>(third)) - m2 * m2 + eps;
  const c00 = s3 * s5 - s4 * s4;
  const c01 = s2 * s4 - s1 * s5;
  const c02 = s1 * s4 - s2 * s3;
  const k = 1 / (s0 * c00 + s1 * c01 + s2 * c02);
  store<f64>(out, c00 * k);
  store<f64>(out, c01 * k, 8);
  store<f64>(out, c02 * k, 16);
  store<f64>(out, (s0 * s5 - s2 * s2) * k, 24);
  store<f64>(out, (s1 * s2 - s0 * s4) * k, 32);
  store<f64>(out, (s0 * s3 - s1 * s1) * k, 40);
}

/**
 * The linear models of a plane in the guide's colours: q = a·R + b·G + c·B + d.
 *
 * Layout: plane float32; out: a, b, c, d a pixel. Source: He, Sun, Tang 2013, eqs. 20 and 21.
 */
export function planeModels(
  plane: usize,
  statistics: usize,
  width: i32,
  height: i32,
  radius: i32,
  out: usize,
  scratch: usize,
): void {
  const size = usize(width * height) << 4;
  const means = statistics + size;
  const inverse = means + size;
  const field = scratch;
  const filtered = scratch + size;
  const sums = scratch + 3 * size;
  for (let i: usize = 0; i < size; i += 16, plane += 4) {
    v128.store(field + i, f32x4.mul(v128.load(statistics + i), v128.load32_splat(plane)));
  }
  fourMeans(field, filtered, width, height, radius, sums);
  for (let i: usize = 0, v = inverse; i < size; i += 16, v += INVERSE) {
    solve(filtered + i, means + i, v, field + i);
  }
  fourMeans(field, out, width, height, radius, sums);
}

/** `products`: means of the plane times r, g, b, and of the plane. */
function solve(products: usize, means: usize, inverse: usize, out: usize): void {
  const mean = f64(load<f32>(products, 12));
  const m0 = f64(load<f32>(means));
  const m1 = f64(load<f32>(means, 4));
  const m2 = f64(load<f32>(means, 8));
  const c0 = f64(load<f32>(products)) - m0 * mean;
  const c1 = f64(load<f32>(products, 4)) - m1 * mean;
  const c2 = f64(load<f32>(products, 8)) - m2 * mean;
  const i1 = load<f64>(inverse, 8);
  const i2 = load<f64>(inverse, 16);
  const i4 = load<f64>(inverse, 32);
  const a0 = load<f64>(inverse) * c0 + i1 * c1 + i2 * c2;
  const a1 = i1 * c0 + load<f64>(inverse, 24) * c1 + i4 * c2;
  const a2 = i2 * c0 + i4 * c1 + load<f64>(inverse, 40) * c2;
  v128.store(out, f32x4(f32(a0), f32(a1), f32(a2), f32(mean - a0 * m0 - a1 * m1 - a2 * m2)));
}

/**
 * Mean over a square window of four planes that stand side by side, at the border over the part that lies inside.
 *
 * Layout: four float32 a pixel; sums are float64, so they do not drift. `sums` is scratch of 32 bytes a column. `src` and `dst` must differ.
 */
function fourMeans(src: usize, dst: usize, width: i32, height: i32, radius: i32, sums: usize): void {
  const pitch = usize(width) << 4;
  const rx = min(radius, width - 1);
  memory.fill(sums, 0, usize(width) << 5);
  for (let y = 0; y < min(radius, height); y++) addFour(sums, src + usize(y) * pitch, pitch);
  for (let y = 0; y < height; y++) {
    const enter = src + usize(y + radius) * pitch;
    const leave = src + usize(y - radius - 1) * pitch;
    const enters = y + radius < height;
    const leaves = y - radius - 1 >= 0;
    if (enters && leaves) moveFour(sums, enter, leave, pitch);
    else if (enters) addFour(sums, enter, pitch);
    else if (leaves) takeFour(sums, leave, pitch);
    meanFour(sums, dst + usize(y) * pitch, width, rx, min(height - 1, y + radius) - max(0, y - radius) + 1);
  }
}

function lowOf(v: v128): v128 {
  return f64x2.promote_low_f32x4(v);
}

function highOf(v: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<f32>(v, v, 2, 3, 2, 3));
}

function addFour(sums: usize, row: usize, pitch: usize): void {
  for (let i: usize = 0, s = sums; i < pitch; i += 16, s += 32) {
    const v = v128.load(row + i);
    v128.store(s, f64x2.add(v128.load(s), lowOf(v)));
    v128.store(s, f64x2.add(v128.load(s, 16), highOf(v)), 16);
  }
}

function takeFour(sums: usize, row: usize, pitch: usize): void {
  for (let i: usize = 0, s = sums; i < pitch; i += 16, s += 32) {
    const v = v128.load(row + i);
    v128.store(s, f64x2.sub(v128.load(s), lowOf(v)));
    v128.store(s, f64x2.sub(v128.load(s, 16), highOf(v)), 16);
  }
}

function moveFour(sums: usize, enter: usize, leave: usize, pitch: usize): void {
  for (let i: usize = 0, s = sums; i < pitch; i += 16, s += 32) {
    const e = v128.load(enter + i);
    const l = v128.load(leave + i);
    v128.store(s, f64x2.add(v128.load(s), f64x2.sub(lowOf(e), lowOf(l))));
    v128.store(s, f64x2.add(v128.load(s, 16), f64x2.sub(highOf(e), highOf(l))), 16);
  }
}

function meanFour(sums: usize, dst: usize, width: i32, radius: i32, rows: i32): void {
  let low = f64x2.splat(0);
  let high = f64x2.splat(0);
  for (let x = 0; x < radius; x++) {
    low = f64x2.add(low, v128.load(sums + (usize(x) << 5)));
    high = f64x2.add(high, v128.load(sums + (usize(x) << 5), 16));
  }
  const head = min(width, radius + 1);
  const tail = max(head, width - radius);
  const ahead = usize(radius) << 5;
  const behind = usize(radius + 1) << 5;
  let x = 0;
  for (; x < head; x++) {
    if (x + radius < width) {
      const enter = sums + (usize(x) << 5) + ahead;
      low = f64x2.add(low, v128.load(enter));
      high = f64x2.add(high, v128.load(enter, 16));
    }
    storeMean(dst, x, low, high, f64x2.splat(f64(rows * (min(width - 1, x + radius) + 1))));
  }
  const k = f64x2.splat(1 / f64(rows * (2 * radius + 1)));
  for (; x < tail; x++) {
    const enter = sums + (usize(x) << 5) + ahead;
    const leave = sums + (usize(x) << 5) - behind;
    low = f64x2.add(low, f64x2.sub(v128.load(enter), v128.load(leave)));
    high = f64x2.add(high, f64x2.sub(v128.load(enter, 16), v128.load(leave, 16)));
    storeFour(dst + (usize(x) << 4), f64x2.mul(low, k), f64x2.mul(high, k));
  }
  for (; x < width; x++) {
    const leave = sums + (usize(x) << 5) - behind;
    low = f64x2.sub(low, v128.load(leave));
    high = f64x2.sub(high, v128.load(leave, 16));
    storeMean(dst, x, low, high, f64x2.splat(f64(rows * (width - x + radius))));
  }
}

function storeMean(row: usize, x: i32, low: v128, high: v128, count: v128): void {
  storeFour(row + (usize(x) << 4), f64x2.div(low, count), f64x2.div(high, count));
}

function storeFour(at: usize, low: v128, high: v128): void {
  v128.store(at, v128.shuffle<f32>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 1, 4, 5));
}
