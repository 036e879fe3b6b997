import { exponential } from './exponential';

/** Beyond this the result is 0 or 1 to the last bit of a float32. */
const SURE: f64 = 690;

/** 1 / (1 + e⁻ˣ) of `count` float32 numbers in place, computed in float64: to the last bit what JavaScript makes of them. */
export function sigmoids(values: usize, count: i32): void {
  for (let at = values, end = values + (usize(count) << 2); at < end; at += 4) {
    const x = min(max(f64(load<f32>(at)), -SURE), SURE);
    store<f32>(at, f32(1 / (1 + exponential(-x))));
  }
}
