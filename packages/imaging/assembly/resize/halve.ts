/**
 * Means of 2×2 RGB pixels, rounded half up; the last row or column of an odd side is repeated.
 *
 * Layout: `height` rows of `width` pixels at `src`; up to 12 bytes after what `dst` takes are overwritten.
 */
export function halveRgb(src: usize, dst: usize, width: i32, height: i32): void {
  const pitch = usize(3 * width);
  const outPitch = usize(3 * ((width + 1) >> 1));
  let out = dst;
  for (let y = 0; y < height; y += 2, out += outPitch) {
    const upper = src + usize(y) * pitch;
    const lower = src + usize(min(y + 1, height - 1)) * pitch;
    halveRow(upper, lower, out, width >> 1);
    if (width % 2 === 1) halveColumn(upper + pitch - 3, lower + pitch - 3, out + outPitch - 3);
  }
}

function halveColumn(upper: usize, lower: usize, out: usize): void {
  for (let c: usize = 0; c < 3; c++) {
    store<u8>(out + c, u8((i32(load<u8>(upper + c)) + i32(load<u8>(lower + c)) + 1) >> 1));
  }
}

function halveRow(upper: usize, lower: usize, out: usize, pairs: i32): void {
  let a = upper;
  let b = lower;
  let o = out;
  for (let n = 0; n < pairs; n += 4, a += 24, b += 24, o += 12) {
    const a0 = v128.load(a);
    const a1 = v128.load(a, 8);
    const b0 = v128.load(b);
    const b1 = v128.load(b, 8);
    const evenA = evenPixels(a0, a1);
    const oddA = oddPixels(a0, a1);
    const evenB = evenPixels(b0, b1);
    const oddB = oddPixels(b0, b1);
    const low = i16x8.add(
      i16x8.add(i16x8.extend_low_i8x16_u(evenA), i16x8.extend_low_i8x16_u(oddA)),
      i16x8.add(i16x8.extend_low_i8x16_u(evenB), i16x8.extend_low_i8x16_u(oddB)),
    );
    const high = i16x8.add(
      i16x8.add(i16x8.extend_high_i8x16_u(evenA), i16x8.extend_high_i8x16_u(oddA)),
      i16x8.add(i16x8.extend_high_i8x16_u(evenB), i16x8.extend_high_i8x16_u(oddB)),
    );
    const two = i16x8.splat(2);
    const mean = i8x16.narrow_i16x8_u(i16x8.shr_u(i16x8.add(low, two), 2), i16x8.shr_u(i16x8.add(high, two), 2));
    v128.store_lane<u64>(o, mean, 0);
    v128.store_lane<u32>(o, mean, 2, 8);
  }
}

/** Of 8 pixels, given as bytes 0…15 and 8…23, the 1st, 3rd, 5th and 7th; the last four bytes mean nothing. */
function evenPixels(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 1, 2, 6, 7, 8, 12, 13, 14, 26, 27, 28, 0, 0, 0, 0);
}

/** The others. */
function oddPixels(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 3, 4, 5, 9, 10, 11, 15, 24, 25, 29, 30, 31, 0, 0, 0, 0);
}
