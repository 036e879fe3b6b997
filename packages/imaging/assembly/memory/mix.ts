/** a + (b − a)·part for each of `count` float32, in place of a; computed in float64. Reads and writes up to one past the end. */
export function mixFloats(a: usize, b: usize, part: f64, count: i32): void {
  const parts = f64x2.splat(part);
  for (let i: usize = 0; i < usize(count) << 2; i += 8) {
    const p = f64x2.promote_low_f32x4(v128.load_zero<u64>(a + i));
    const q = f64x2.promote_low_f32x4(v128.load_zero<u64>(b + i));
    const sum = f64x2.add(p, f64x2.mul(parts, f64x2.sub(q, p)));
    v128.store_lane<u64>(a + i, f32x4.demote_f64x2_zero(sum), 0);
  }
}
