/** Steps of the tabulated curve over 0…1. */
const STEPS: i32 = 4096;

/**
 * Converts bytes to CIE L*a*b* (D65) as three float32 a pixel.
 *
 * Layout: `linear` holds the linear light of the 256 bytes (float32), `curve` the Lab curve at i / 4096 (float64), i up to 4097. One channel
 * counts as three equal ones, a fourth is passed over.
 */
export function rgbToLab(src: usize, dst: usize, count: i32, channels: i32, linear: usize, curve: usize): void {
  const step: usize = channels === 1 ? 0 : 1;
  let at = src;
  let out = dst;
  for (let n = 0; n < count; n++, at += usize(channels), out += 12) {
    const r = linearOf(linear, at);
    const g = linearOf(linear, at + step);
    const b = linearOf(linear, at + 2 * step);
    const fx = curveAt(curve, (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
    const fy = curveAt(curve, 0.2126729 * r + 0.7151522 * g + 0.072175 * b);
    const fz = curveAt(curve, (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
    store<f32>(out, f32(116 * fy - 16));
    store<f32>(out, f32(500 * (fx - fy)), 4);
    store<f32>(out, f32(200 * (fy - fz)), 8);
  }
}

function linearOf(linear: usize, at: usize): f64 {
  return f64(load<f32>(linear + (usize(load<u8>(at)) << 2)));
}

function curveAt(curve: usize, t: f64): f64 {
  const p = t * f64(STEPS);
  const i = i32(p);
  if (i >= STEPS) return Math.cbrt(t);
  const below = load<f64>(curve + (usize(i) << 3));
  return below + (p - f64(i)) * (load<f64>(curve + (usize(i) << 3), 8) - below);
}
