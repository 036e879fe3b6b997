/** Writes bytes as float32; reads and writes up to 12 past the end. */
export function bytesToFloats(src: usize, dst: usize, count: i32): void {
  for (let i: usize = 0; i < usize(count); i += 4) {
    const four = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load_zero<u32>(src + i)));
    v128.store(dst + (i << 2), f32x4.convert_i32x4_s(four));
  }
}

/** Writes float32 of 0…255 as bytes, half up. */
export function floatsToBytes(src: usize, dst: usize, count: i32): void {
  let i = 0;
  for (; i + 8 <= count; i += 8) {
    const at = src + (usize(i) << 2);
    const words = i16x8.narrow_i32x4_s(roundFour(at), roundFour(at + 16));
    v128.store_lane<u64>(dst + usize(i), i8x16.narrow_i16x8_u(words, words), 0);
  }
  for (; i < count; i++) store<u8>(dst + usize(i), u8(f64(load<f32>(src + (usize(i) << 2))) + 0.5));
}

/** The fraction is compared, as adding a half to a float32 would round. */
function roundFour(at: usize): v128 {
  const four = v128.load(at);
  const whole = i32x4.trunc_sat_f32x4_s(four);
  const rest = f32x4.sub(four, f32x4.convert_i32x4_s(whole));
  return i32x4.sub(whole, f32x4.ge(rest, f32x4.splat(0.5)));
}
