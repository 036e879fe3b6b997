/** The greatest float32 that is not above a number: float32 values lie above both or above neither. */
export function belowOf(threshold: f64): f32 {
  const near = f32(threshold);
  if (!(f64(near) > threshold)) return near;
  const bits = reinterpret<i32>(near);
  if (near === 0) return reinterpret<f32>(i32(0x80000001));
  return reinterpret<f32>(near > 0 ? bits - 1 : bits + 1);
}

/** 1 where a float32 is at least a number, else 0; in place. Reads and writes up to 12 bytes past the end. */
export function keepAtLeast(plane: usize, count: i32, least: f64): void {
  const limit = belowOf(least);
  const limits = f32x4.splat(limit);
  const isLimit = f64(limit) === least;
  const one = f32x4.splat(1);
  for (let i: usize = 0, end = usize(count) << 2; i < end; i += 16) {
    const four = v128.load(plane + i);
    const above = isLimit ? f32x4.ge(four, limits) : f32x4.gt(four, limits);
    v128.store(plane + i, v128.and(above, one));
  }
}
