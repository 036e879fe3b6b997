/**
 * Source indices and weights (sum 1) of every output index of one axis.
 *
 * Layout: to + 1 places in the list of taps (int32), then the taps, 8 bytes each: index (int32) and weight (float32).
 */

/** Bytes that {@link writeTaps} fills. */
export function tapsSize(from: i32, to: i32): i32 {
  const ratio = f64(from) / f64(to);
  const perOut = ratio > 1 ? i32(Math.ceil(ratio)) + 1 : 2;
  return 4 * (to + 1) + 8 * to * perOut;
}

/** Area average along an axis that shrinks, bilinear along one that grows; corners match corners. */
export function writeTaps(from: i32, to: i32, taps: usize): void {
  const ratio = f64(from) / f64(to);
  let at = tapList(taps, to);
  for (let i = 0; i < to; i++) {
    store<i32>(taps + (usize(i) << 2), i32((at - tapList(taps, to)) >> 3));
    at = ratio > 1 ? writeAverage(at, from, f64(i) * ratio, ratio) : writeMix(at, from, (f64(i) + 0.5) * ratio - 0.5);
  }
  store<i32>(taps + (usize(to) << 2), i32((at - tapList(taps, to)) >> 3));
}

function writeAverage(taps: usize, from: i32, low: f64, ratio: f64): usize {
  const high = Math.min(f64(from), low + ratio);
  let at = taps;
  for (let s = Math.floor(low); s < high; s += 1) {
    const cover = Math.min(high, s + 1) - Math.max(low, s);
    if (cover > 1e-9) at = writeTap(at, i32(s), cover / ratio);
  }
  return at;
}

function writeMix(taps: usize, from: i32, centre: f64): usize {
  const s = Math.floor(centre);
  const at = writeTap(taps, max(0, i32(s)), 1 - (centre - s));
  return writeTap(at, min(from - 1, i32(s) + 1), centre - s);
}

function writeTap(at: usize, index: i32, weight: f64): usize {
  store<i32>(at, index);
  store<f32>(at, f32(weight), 4);
  return at + 8;
}

/** Where the list of taps of an axis of `to` outputs begins. */
export function tapList(taps: usize, to: i32): usize {
  return taps + (usize(to + 1) << 2);
}

/** The first tap of output i, or where the list ends. */
export function tapOf(taps: usize, to: i32, i: i32): usize {
  return tapList(taps, to) + (usize(load<i32>(taps + (usize(i) << 2))) << 3);
}

export function tapIndex(tap: usize): usize {
  return usize(load<i32>(tap));
}

export function tapWeight(tap: usize): f32 {
  return load<f32>(tap, 4);
}
