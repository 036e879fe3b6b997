/**
 * The search of patches that look alike, and the vote on what they cover (src/patch-search.ts).
 *
 * Layout: values: RGB as float32, interleaved; says: float32 a pixel, 1 where it is known, ½ in the hole, 0 where it takes no part; sources:
 * a byte a pixel, 1 where the whole patch around it is known; matches: int32 a pixel, −1 where no patch is needed; targets: int32, the pixels
 * that need one, in reading order; costs: float32 a target. Rounding: sums in float64.
 */

let values: usize = 0;
let says: usize = 0;
let sources: usize = 0;
let matches: usize = 0;
let width: i32 = 0;
let height: i32 = 0;
let radius: i32 = 0;
/** How dear distance is: {@link farness}. */
let nearness: f64 = 0;
/** State of the random numbers. */
let state: u32 = 0;

/** Sets what holds for all rounds of a level. */
export function setPatches(
  valuesAt: usize,
  saysAt: usize,
  sourcesAt: usize,
  matchesAt: usize,
  widthTo: i32,
  heightTo: i32,
  radiusTo: i32,
  nearnessTo: f64,
  stateTo: u32,
): void {
  values = valuesAt;
  says = saysAt;
  sources = sourcesAt;
  matches = matchesAt;
  width = widthTo;
  height = heightTo;
  radius = radiusTo;
  nearness = nearnessTo;
  state = stateTo;
}

/** The state of the random numbers, for the next level. */
export function patchState(): u32 {
  return state;
}

/** As createRandom() in src/random.ts. */
function random(): f64 {
  state += 0x6d2b79f5;
  let t = (state ^ (state >>> 15)) * (state | 1);
  t ^= t + (t ^ (t >>> 7)) * (t | 61);
  return f64(t ^ (t >>> 14)) / 4294967296;
}

/**
 * Gives each target the match of the coarser level's pixel, else a random source out of `list`. `coarse`: matches of a level of
 * `coarseWidth` × `coarseSize` / `coarseWidth` pixels, which may have none.
 */
export function startPatches(
  targets: usize,
  count: i32,
  list: usize,
  listed: i32,
  coarse: usize,
  coarseWidth: i32,
  coarseSize: i32,
): void {
  for (let n = 0; n < count; n++) {
    const target = load<i32>(targets + (usize(n) << 2));
    const above = coarseSize > 0 ? doubled(coarse, coarseWidth, coarseSize, target) : -1;
    let match = above;
    if (above < 0 || above >= width * height || load<u8>(sources + usize(above)) === 0) {
      match = load<i32>(list + (usize(i32(Math.floor(random() * f64(listed)))) << 2));
    }
    store<i32>(matchOf(target), match);
  }
}

function matchOf(pixel: i32): usize {
  return matches + (usize(pixel) << 2);
}

/** The match of the coarser level's pixel, at twice its place, with the pixel's own parity. */
function doubled(coarse: usize, coarseWidth: i32, coarseSize: i32, target: i32): i32 {
  const x = target % width;
  const y = target / width;
  const from = (y >> 1) * coarseWidth + (x >> 1);
  const match = from < coarseSize ? load<i32>(coarse + (usize(from) << 2)) : -1;
  if (match < 0) return -1;
  const sx = 2 * (match % coarseWidth) + (x & 1);
  return sx < width ? (2 * (match / coarseWidth) + (y & 1)) * width + sx : -1;
}

/** What the matches cost on the picture as it is now. */
export function costPatches(targets: usize, count: i32, costs: usize): void {
  for (let n: usize = 0; n < usize(count) << 2; n += 4) {
    const target = load<i32>(targets + n);
    store<f32>(costs + n, f32(costOf(target, load<i32>(matchOf(target)), Infinity)));
  }
}

/** Propagation and random search, in reading order where `step` is 1 and against it where it is −1; `widest`: where the search begins. */
export function searchPatches(targets: usize, count: i32, costs: usize, step: i32, widest: f64): void {
  for (let n = 0; n < count; n++) {
    const at = usize(step > 0 ? n : count - 1 - n) << 2;
    const target = load<i32>(targets + at);
    const cost = costs + at;
    tryNext(target, target - step, step, cost);
    tryNext(target, target - step * width, step * width, cost);
    tryAround(target, widest, cost);
  }
}

/** What lies `away` from the match of a neighbour. */
function tryNext(target: i32, neighbour: i32, away: i32, cost: usize): void {
  if (neighbour < 0 || neighbour >= width * height) return;
  const match = load<i32>(matchOf(neighbour));
  if (match >= 0) tryMatch(target, match + away, cost);
}

function tryAround(target: i32, widest: f64, cost: usize): void {
  const match = load<i32>(matchOf(target));
  const sx = f64(match % width);
  const sy = f64(match / width);
  for (let reach = widest; reach >= 1; reach /= 2) {
    const x = i32(Math.floor(sx + (2 * random() - 1) * reach + 0.5));
    const y = i32(Math.floor(sy + (2 * random() - 1) * reach + 0.5));
    if (x >= 0 && y >= 0 && x < width && y < height) tryMatch(target, y * width + x, cost);
  }
}

function tryMatch(target: i32, source: i32, cost: usize): void {
  if (source < 0 || source >= width * height || load<u8>(sources + usize(source)) === 0) return;
  if (source === load<i32>(matchOf(target))) return;
  const limit = f64(load<f32>(cost));
  const found = costOf(target, source, limit);
  if (found >= limit) return;
  store<f32>(cost, f32(found));
  store<i32>(matchOf(target), source);
}

/** Sideways distance counts this much of the same distance up or down: street goes on sideways, not upwards. */
const SIDEWAYS = 0.25;

/**
 * Mean squared difference of two patches a channel, over the target's pixels that are hole or known, and what their distance costs;
 * gives up above `limit`.
 */
function costOf(target: i32, source: i32, limit: f64): f64 {
  const tx = target % width;
  const ty = target / width;
  const across = f64((source % width) - tx) / f64(height);
  const down = f64(source / width - ty) / f64(height);
  const far = nearness * (down * down + SIDEWAYS * across * across);
  if (far >= limit) return Infinity;
  const left = -min(radius, tx);
  const right = min(radius, width - 1 - tx);
  const top = -min(radius, ty);
  const bottom = min(radius, height - 1 - ty);
  const most = (limit - far) * 3 * f64(right - left + 1) * f64(bottom - top + 1);
  const across12 = usize(12 * (right - left + 1));
  let sum: f64 = 0;
  let weight: f64 = 0;
  for (let dy = top; dy <= bottom; dy++) {
    const t = target + dy * width + left;
    let p = values + 12 * usize(t);
    let q = values + 12 * usize(source + dy * width + left);
    let say = says + 4 * usize(t);
    // known pixels bind; the guess inside the hole counts half
    for (const end = p + across12; p < end; p += 12, q += 12, say += 4) {
      const w = f64(load<f32>(say));
      const d = f64x2.sub(twoOf(p), twoOf(q));
      const square = f64x2.mul(d, d);
      const blue = f64(load<f32>(p, 8)) - f64(load<f32>(q, 8));
      sum += w * (f64x2.extract_lane(square, 0) + f64x2.extract_lane(square, 1) + blue * blue);
      weight += w;
    }
    if (sum > most) return Infinity;
  }
  return far + (weight > 0 ? sum / (3 * weight) : 0);
}

/** Two float32 as float64. */
function twoOf(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load_zero<u64>(at));
}

/**
 * Each pixel of the hole becomes the mean of what the patches over it propose. `weights`: float64 a target; `sums`: scratch of 16 bytes
 * a pixel.
 */
export function votePatches(targets: usize, count: i32, weights: usize, sums: usize): void {
  memory.fill(sums, 0, usize(width * height) << 4);
  for (let n = 0; n < count; n++) {
    const target = load<i32>(targets + (usize(n) << 2));
    proposePatch(target, load<i32>(matchOf(target)), load<f64>(weights + (usize(n) << 3)), sums);
  }
  for (let p: usize = 0; p < usize(width * height); p++) {
    const weight = load<f32>(sums + (p << 4), 12);
    if (load<f32>(says + (p << 2)) !== 0.5 || weight === 0) continue;
    const mean = f32x4.div(v128.load(sums + (p << 4)), f32x4.splat(weight));
    v128.store_lane<u64>(values + 12 * p, mean, 0);
    v128.store_lane<u32>(values + 12 * p, mean, 2, 8);
  }
}

function proposePatch(target: i32, source: i32, weight: f64, sums: usize): void {
  const tx = target % width;
  const ty = target / width;
  const w = f64x2.splat(weight);
  for (let dy = -min(radius, ty); dy <= min(radius, height - 1 - ty); dy++) {
    for (let dx = -min(radius, tx); dx <= min(radius, width - 1 - tx); dx++) {
      const p = usize(target + dy * width + dx);
      if (load<f32>(says + (p << 2)) !== 0.5) continue;
      const from = values + 12 * usize(source + dy * width + dx);
      const to = sums + (p << 4);
      const low = f64x2.add(twoOf(to), f64x2.mul(w, twoOf(from)));
      v128.store_lane<u64>(to, f32x4.demote_f64x2_zero(low), 0);
      store<f32>(to, f32(f64(load<f32>(to, 8)) + weight * f64(load<f32>(from, 8))), 8);
      store<f32>(to, f32(f64(load<f32>(to, 12)) + weight), 12);
    }
  }
}
