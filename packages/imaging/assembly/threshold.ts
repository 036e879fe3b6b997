/** The greatest float32 that is not above a number: float32 values lie above both or above neither. */
export function belowOf(threshold: f64): f32 {
  const near = f32(threshold);
  if (!(f64(near) > threshold)) return near;
  const bits = reinterpret<i32>(near);
  if (near === 0) return reinterpret<f32>(i32(0x80000001));
  return reinterpret<f32>(near > 0 ? bits - 1 : bits + 1);
}
