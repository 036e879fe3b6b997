/**
 * Layers of a composition, laid on a row of a photo. The layers have a coarser scale, the work size, and are mixed bilinearly.
 *
 * Layout of a mixed row (`line`), 64 bytes a work column, float32: removal, front, limbs, snap; under (RGB), body; spread (RGB), 0;
 * background (RGB), 0. Of its light, 8 bytes a column: gain, contact. `starts` (int32) hold the byte of the left neighbour in such a row
 * for each photo column, `weights` (float32) the right one's weight.
 */

/** Coverage below which a pixel stays the photo's. */
let trace: f32 = 0;
/** Ramps of painted limbs' and of the garment's outline. */
let limbLow: f32 = 0;
let limbHigh: f32 = 0;
let garmentLow: f32 = 0;
let garmentHigh: f32 = 0;
/** Levels of garment that follow the light even where it is black. */
let sheen: f32 = 0;
/** Standard deviation of the noise on invented background and body, levels. */
let grain: f32 = 0;
let skinGrain: f32 = 0;

/** Sets what holds for all rows. */
export function setLayers(
  traceTo: f32,
  limbLowTo: f32,
  limbHighTo: f32,
  garmentLowTo: f32,
  garmentHighTo: f32,
  sheenTo: f32,
  grainTo: f32,
  skinGrainTo: f32,
): void {
  trace = traceTo;
  limbLow = limbLowTo;
  limbHigh = limbHighTo;
  garmentLow = garmentLowTo;
  garmentHigh = garmentHighTo;
  sheen = sheenTo;
  grain = grainTo;
  skinGrain = skinGrainTo;
}

/** Mixes columns [from, to) of the work rows at the addresses and of those `below` columns on into `line`. */
export function mixLayerRow(
  line: usize,
  removal: usize,
  front: usize,
  limbs: usize,
  snap: usize,
  body: usize,
  under: usize,
  spread: usize,
  background: usize,
  below: i32,
  t: f32,
  from: i32,
  to: i32,
): void {
  const down = usize(below) << 2;
  const downRgb = usize(below) * 3;
  const w = f32x4.splat(t);
  for (let x = from; x < to; x++) {
    const i = usize(x) << 2;
    const at = line + (usize(x) << 6);
    const upper = fourOf(removal + i, front + i, limbs + i, snap + i);
    const lower = fourOf(removal + i + down, front + i + down, limbs + i + down, snap + i + down);
    v128.store(at, mixed(upper, lower, w));
    const c = usize(x) * 3;
    const painted = mixed(rgbOf(under + c), rgbOf(under + c + downRgb), w);
    const own = load<f32>(body + i);
    v128.store(at, f32x4.replace_lane(painted, 3, own + t * (load<f32>(body + i + down) - own)), 16);
    v128.store(at, mixed(rgbOf(spread + c), rgbOf(spread + c + downRgb), w), 32);
    v128.store(at, mixed(rgbOf(background + c), rgbOf(background + c + downRgb), w), 48);
  }
}

/** Likewise of the light. */
export function mixLightRow(line: usize, gain: usize, contact: usize, below: i32, t: f32, from: i32, to: i32): void {
  const down = usize(below) << 2;
  for (let x = from; x < to; x++) {
    const i = usize(x) << 2;
    const g = load<f32>(gain + i);
    const c = load<f32>(contact + i);
    store<f32>(line + (i << 1), g + t * (load<f32>(gain + i + down) - g));
    store<f32>(line + (i << 1), c + t * (load<f32>(contact + i + down) - c), 4);
  }
}

/**
 * Columns [from, to) in which the garment alone shows: its pixels in the photo's light; marks them with 1 at `edited`.
 *
 * Layout: RGB at `out`, RGBA at `garment`, both the row's column 0.
 */
export function compositeSolid(
  out: usize,
  edited: usize,
  garment: usize,
  light: usize,
  starts: usize,
  weights: usize,
  from: i32,
  to: i32,
): void {
  for (let x = from; x < to; x++) {
    const i = usize(x) << 2;
    const l = light + load<i32>(starts + i);
    const left = load<f32>(l);
    const gain = left + load<f32>(weights + i) * (load<f32>(l, 8) - left);
    const own = bytesOf(garment + i);
    const lift = f32x4.splat(sheen * (gain - 1));
    storeRgb(out + usize(x) * 3, f32x4.add(f32x4.mul(own, f32x4.splat(gain)), lift));
    store<u8>(edited + usize(x), 1);
  }
}

/**
 * Columns [from, to) in which any layer may have something to say, back to front; marks with 1 at `edited` what is changed.
 *
 * Layout: as {@link compositeSolid}; the garment's row has columns [first, last), rows of `pitch` bytes; `edge`: 0 inside, 1 on its first
 * or last row, 2 beside them. `tile`: a row of 256 noise values. `fine`, 16 bytes a column or address 0: detail of
 * fetched background (RGB), and 1 where there is any.
 */
export function compositeMixed(
  out: usize,
  edited: usize,
  garment: usize,
  pitch: usize,
  first: i32,
  last: i32,
  edge: i32,
  light: usize,
  lightStarts: usize,
  lightWeights: usize,
  line: usize,
  starts: usize,
  weights: usize,
  tile: usize,
  fine: usize,
  from: i32,
  to: i32,
): void {
  for (let x = from; x < to; x++) {
    const i = usize(x) << 2;
    const l = light + load<i32>(lightStarts + i);
    const s = load<f32>(lightWeights + i);
    const contact = load<f32>(l, 4) + s * (load<f32>(l, 12) - load<f32>(l, 4));
    const at = line + load<i32>(starts + i);
    const t = f32x4.splat(load<f32>(weights + i));
    const cover = mixed(v128.load(at), v128.load(at, 64), t);
    const front = f32x4.extract_lane(cover, 1);
    if (front > 1 - trace && contact < trace) continue;
    const removal = f32x4.extract_lane(cover, 0);
    const limb = ramp(f32x4.extract_lane(cover, 2), limbLow, limbHigh);
    const isBorder = edge === 1 || x === first || x === last - 1;
    const raw: f32 = edge === 2 || x < first || x >= last ? 0 : alphaAt(garment + i, pitch, isBorder);
    const g = ramp(max(raw, f32x4.extract_lane(cover, 3)), garmentLow, garmentHigh);
    if (max(removal, max(g, limb)) * (1 - front) < trace && contact < trace) continue;
    const o = out + usize(x) * 3;
    const photo = rgbOf(o);
    let under = photo;
    if (limb > 0 || (removal > 0 && g < 1)) {
      under = inventedAt(at, t, load<f32>(tile + ((usize(x) & 255) << 2)), fine === 0 ? 0 : fine + (i << 2));
    }
    const lit = f32x4.splat(1 - contact);
    let v = f32x4.mul(mixed(photo, under, f32x4.splat(removal)), lit);
    if (g > 0) {
      const gain = load<f32>(l) + s * (load<f32>(l, 8) - load<f32>(l));
      const own = f32x4.mul(garmentAt(garment + i, at, t, raw), f32x4.splat(gain));
      v = mixed(v, f32x4.add(own, f32x4.splat(sheen * (gain - 1))), f32x4.splat(g));
    }
    v = mixed(v, f32x4.mul(under, lit), f32x4.splat(limb));
    v = mixed(v, f32x4.mul(photo, lit), f32x4.splat(front));
    storeRgb(o, v);
    store<u8>(edited + usize(x), 1);
  }
}

/** Background and body: what is painted is both mixed by the body's coverage; here they are mixed by a steeper one. */
function inventedAt(at: usize, t: v128, noise: f32, fine: usize): v128 {
  const painted = mixed(v128.load(at, 16), v128.load(at, 80), t);
  const background = mixed(v128.load(at, 48), v128.load(at, 112), t);
  const body = f32x4.extract_lane(painted, 3);
  const steep = ramp(body, limbLow, limbHigh);
  const under = mixed(background, painted, f32x4.splat(body > 0 ? steep / body : 1));
  const hasDetail = fine !== 0 && steep < 1 && load<f32>(fine, 12) > 0;
  const wall: f32 = hasDetail ? 0 : grain * (1 - steep);
  const grained = f32x4.add(under, f32x4.splat(noise * (wall + skinGrain * steep)));
  return hasDetail ? f32x4.add(grained, f32x4.mul(v128.load(fine), f32x4.splat(1 - steep))) : grained;
}

/** On the rim the colours drawn out from inside; outside the garment there are none of its own. */
function garmentAt(garment: usize, at: usize, t: v128, raw: f32): v128 {
  const inside: f32 = raw > 0.9 ? min<f32>(1, (raw - 0.9) * 12) : 0;
  if (inside === 1) return bytesOf(garment);
  const drawn = mixed(v128.load(at, 32), v128.load(at, 96), t);
  return inside > 0 ? mixed(drawn, bytesOf(garment), f32x4.splat(inside)) : drawn;
}

/** α under a 3 × 3 binomial kernel, 0…1, and 1 where it is full up to the corners; on the garment's own border as it is. */
function alphaAt(pixel: usize, pitch: usize, isBorder: bool): f32 {
  const own = i32(load<u8>(pixel, 3));
  if (isBorder) return f32(own) / 255;
  const above = pixel - pitch;
  const below = pixel + pitch;
  const cross = i32(load<u8>(pixel - 1)) + i32(load<u8>(pixel, 7)) + i32(load<u8>(above, 3)) + i32(load<u8>(below, 3));
  if (own === 255 && cross === 1020) return 1;
  const corners =
    i32(load<u8>(above - 1)) + i32(load<u8>(above, 7)) + i32(load<u8>(below - 1)) + i32(load<u8>(below, 7));
  const sum = 4 * own + 2 * cross + corners;
  return f32(sum) / 4080;
}

/** 0 below `low`, 1 above `high`, cubic between. */
function ramp(v: f32, low: f32, high: f32): f32 {
  if (v <= low) return 0;
  if (v >= high) return 1;
  const t = (v - low) / (high - low);
  return t * t * (3 - 2 * t);
}

function mixed(a: v128, b: v128, t: v128): v128 {
  return f32x4.add(a, f32x4.mul(f32x4.sub(b, a), t));
}

function fourOf(a: usize, b: usize, c: usize, d: usize): v128 {
  const ab = v128.load_lane<u32>(b, v128.load_zero<u32>(a), 1);
  return v128.load_lane<u32>(d, v128.load_lane<u32>(c, ab, 2), 3);
}

/** Four bytes as float32. */
function bytesOf(at: usize): v128 {
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load_zero<u32>(at))));
}

/** Three bytes and a 0 as float32; reads a byte past them. */
function rgbOf(at: usize): v128 {
  return f32x4.replace_lane(bytesOf(at), 3, 0);
}

function storeRgb(at: usize, rgb: v128): void {
  const whole = i32x4.trunc_sat_f32x4_s(f32x4.add(rgb, f32x4.splat(0.5)));
  const words = i16x8.narrow_i32x4_s(whole, whole);
  const bytes = i8x16.narrow_i16x8_u(words, words);
  v128.store_lane<u16>(at, bytes, 0);
  v128.store_lane<u8>(at + 2, bytes, 2);
}
