/**
 * Premultiplies rows of RGBA into a texture and puts an empty pixel at either end of each row.
 *
 * Layout: `count` pixels a row; `covers` (0: none) holds a byte a pixel of the same pitch in pixels: how much of it is there, 0…255. Reads and writes up to three pixels past the end of a row. Rounding: x·a / 255 half up.
 */
export function packPixels(src: usize, covers: usize, pitch: i32, count: i32, rows: i32, dst: usize): void {
  let out = dst;
  for (let y = 0; y < rows; y++, out += usize(count + 2) << 2) {
    store<i32>(out, 0);
    packRow(src + (usize(y * pitch) << 2), out + 4, count);
    if (covers !== 0) coverRow(covers + usize(y * pitch), out + 4, count);
    store<i32>(out + (usize(count + 1) << 2), 0);
  }
}

function packRow(src: usize, out: usize, count: i32): void {
  for (let i: usize = 0, end = usize(count) << 2; i < end; i += 16) {
    const four = v128.load(src + i);
    const low = premultiplied(i16x8.extend_low_i8x16_u(four));
    const high = premultiplied(i16x8.extend_high_i8x16_u(four));
    const alphas = i32x4.splat(0xff000000);
    v128.store(out + i, v128.bitselect(four, i8x16.narrow_i16x8_u(low, high), alphas));
  }
}

/** Two pixels as int16. n / 255 is (n + 1 + (n >> 8)) >> 8 for n below 65535. */
function premultiplied(two: v128): v128 {
  const alpha = i16x8.shuffle(two, two, 3, 3, 3, 3, 7, 7, 7, 7);
  const n = i16x8.add(i16x8.mul(two, alpha), i16x8.splat(127));
  return i16x8.shr_u(i16x8.add(i16x8.add(n, i16x8.splat(1)), i16x8.shr_u(n, 8)), 8);
}

function coverRow(covers: usize, out: usize, count: i32): void {
  for (let x = 0; x < count; x++) {
    const cover = u32(load<u8>(covers + usize(x)));
    if (cover === 255) continue;
    const at = out + (usize(x) << 2);
    const pixel = load<u32>(at);
    if (cover === 0 || pixel === 0) {
      store<u32>(at, 0);
      continue;
    }
    let shown: u32 = 0;
    for (let c: u32 = 0; c < 32; c += 8) shown |= ((((pixel >> c) & 255) * cover + 127) / 255) << c;
    store<u32>(at, shown);
  }
}

/** Divides the colours of packed pixels by their alpha, in place. */
export function unpremultiply(pixels: usize, count: i32): void {
  for (let at = pixels, end = pixels + (usize(count) << 2); at < end; at += 4) {
    const pixel = load<u32>(at);
    const alpha = pixel >> 24;
    if (alpha === 255 || pixel === 0) continue;
    const k = 255 / f64(alpha);
    const r = u32(Math.min(255, f64(pixel & 255) * k + 0.5));
    const g = u32(Math.min(255, f64((pixel >> 8) & 255) * k + 0.5));
    const b = u32(Math.min(255, f64((pixel >> 16) & 255) * k + 0.5));
    store<u32>(at, r | (g << 8) | (b << 16) | (alpha << 24));
  }
}
