/**
 * Samples a picture over a parallelogram, bilinearly, into a plane a channel.
 *
 * Layout: src RGB or RGBA (`channels`), 8 bits; out: three float32 planes. Space: the sample (x, y) lies at (`left`, `top`) + x · (`dx`, `dy`)
 * + y · (`rowX`, `rowY`), from the middle of the first pixel. Outside, the nearest pixel is read, or, where `zero`, black.
 * `factors`: float64, three scales, three offsets. All is float64 up to the result.
 */
export function sampleRegion(
  src: usize,
  width: i32,
  height: i32,
  channels: i32,
  out: usize,
  outWidth: i32,
  outHeight: i32,
  left: f64,
  top: f64,
  rowX: f64,
  rowY: f64,
  dx: f64,
  dy: f64,
  zero: i32,
  factors: usize,
): void {
  const plane = usize(outWidth * outHeight) << 2;
  for (let y = 0; y < outHeight; y++) {
    sampleRow(
      src,
      width,
      height,
      channels,
      out,
      plane,
      outWidth,
      left + f64(y) * rowX,
      top + f64(y) * rowY,
      dx,
      dy,
      zero,
      factors,
    );
    out += usize(outWidth) << 2;
  }
}

function sampleRow(
  src: usize,
  width: i32,
  height: i32,
  channels: i32,
  out: usize,
  plane: usize,
  count: i32,
  left: f64,
  top: f64,
  dx: f64,
  dy: f64,
  zero: i32,
  factors: usize,
): void {
  const maxX = width - 1;
  const maxY = height - 1;
  const endX = f64(maxX);
  const endY = f64(maxY);
  const pitch = usize(width * channels);
  const scaleRg = v128.load(factors);
  const offsetRg = v128.load(factors, 24);
  const scaleB = v128.load64_zero(factors, 16);
  const offsetB = v128.load64_zero(factors, 40);
  let x = left;
  let y = top;
  for (let i = 0; i < count; i++, x += dx, y += dy, out += 4) {
    if (zero !== 0 && (x < -0.5 || y < -0.5 || x > endX + 0.5 || y > endY + 0.5)) {
      put(out, plane, offsetRg, offsetB);
      continue;
    }
    const cx = min(max(x, 0), endX);
    const cy = min(max(y, 0), endY);
    const x0 = i32(cx);
    const y0 = i32(cy);
    const at = src + usize(y0) * pitch + usize(x0 * channels);
    const right = x0 < maxX ? usize(channels) : 0;
    const down = y0 < maxY ? pitch : 0;
    const fx = f64x2.splat(cx - f64(x0));
    const fy = f64x2.splat(cy - f64(y0));
    const a = pixelAt(at);
    const c = pixelAt(at + down);
    const b = i32x4.sub(pixelAt(at + right), a);
    const d = i32x4.sub(pixelAt(at + down + right), c);
    const rg = between(a, b, c, d, fx, fy);
    const blue = between(secondHalf(a), secondHalf(b), secondHalf(c), secondHalf(d), fx, fy);
    put(out, plane, f64x2.add(f64x2.mul(rg, scaleRg), offsetRg), f64x2.add(f64x2.mul(blue, scaleB), offsetB));
  }
}

/** Three channels of a pixel, and a byte that nobody reads, as whole numbers. */
function pixelAt(at: usize): v128 {
  return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(at)));
}

function secondHalf(v: v128): v128 {
  return v128.shuffle<i32>(v, v, 2, 3, 2, 3);
}

/** Two channels between four pixels: upper left and what its neighbour has more, lower left likewise. */
function between(a: v128, more: v128, c: v128, moreBelow: v128, fx: v128, fy: v128): v128 {
  const upper = f64x2.add(f64x2.convert_low_i32x4_s(a), f64x2.mul(f64x2.convert_low_i32x4_s(more), fx));
  const lower = f64x2.add(f64x2.convert_low_i32x4_s(c), f64x2.mul(f64x2.convert_low_i32x4_s(moreBelow), fx));
  return f64x2.add(upper, f64x2.mul(f64x2.sub(lower, upper), fy));
}

function put(out: usize, plane: usize, rg: v128, blue: v128): void {
  const two = f32x4.demote_f64x2_zero(rg);
  v128.store_lane<f32>(out, two, 0);
  v128.store_lane<f32>(out + plane, two, 1);
  v128.store_lane<f32>(out + 2 * plane, f32x4.demote_f64x2_zero(blue), 0);
}
