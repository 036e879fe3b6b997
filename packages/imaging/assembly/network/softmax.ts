/** A logit this far below the highest adds less than 1e-5. */
const NEGLIGIBLE: f32 = -12;

/**
 * Probabilities from logits, summed by label.
 *
 * Layout: `logits`: `channels` float32 planes, `pitch` bytes apart; `labels`: int32, the plane of each channel; out: `planes` float32 planes,
 * as far apart; `pitch` is a multiple of 16. `shares`: scratch of 16 bytes a channel.
 * Error: 2e-7 of a probability (Cephes, expf).
 */
export function softmax(
  logits: usize,
  channels: i32,
  pitch: usize,
  labels: usize,
  planes: i32,
  out: usize,
  shares: usize,
): void {
  const all = usize(channels);
  memory.fill(out, 0, pitch * usize(planes));
  for (let i: usize = 0; i < pitch; i += 16) {
    let highest = v128.load(logits + i);
    for (let c: usize = 1; c < all; c++) highest = f32x4.pmax(highest, v128.load(logits + c * pitch + i));
    let total = f32x4.splat(0);
    for (let c: usize = 0; c < all; c++) {
      const share = expBelow(f32x4.sub(v128.load(logits + c * pitch + i), highest));
      v128.store(shares + (c << 4), share);
      total = f32x4.add(total, share);
    }
    for (let c: usize = 0; c < all; c++) {
      const at = out + usize(load<i32>(labels + (c << 2))) * pitch + i;
      const share = f32x4.div(v128.load(shares + (c << 4)), total);
      v128.store(at, f32x4.add(v128.load(at), share));
    }
  }
}

/** e to the power of numbers up to 0; 0 for those that are negligible. */
function expBelow(x: v128): v128 {
  const least = f32x4.splat(NEGLIGIBLE);
  const v = f32x4.pmax(least, x);
  const n = f32x4.nearest(f32x4.mul(v, f32x4.splat(1.44269504)));
  const rest = f32x4.sub(v, f32x4.mul(n, f32x4.splat(0.693359375)));
  const r = f32x4.sub(rest, f32x4.mul(n, f32x4.splat(-2.1219444e-4)));
  let p = f32x4.splat(1.98756915e-4);
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.39819995e-3));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(8.33345191e-3));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(4.16657959e-2));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.66666655e-1));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(5.00000012e-1));
  const y = f32x4.add(f32x4.add(f32x4.mul(f32x4.mul(p, r), r), r), f32x4.splat(1));
  const power = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23);
  return v128.and(f32x4.mul(y, power), f32x4.gt(x, least));
}
