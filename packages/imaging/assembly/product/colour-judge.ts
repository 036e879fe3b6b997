import { exponential, logarithm } from '../network/exponential';

/** A pixel that is darker than a palette's colour by up to SHADOW_MAX is in its shadow; lightness counts so much otherwise. */
const LIGHT_WEIGHT: f64 = 0.7;
const SHADOW_MAX: f64 = 45;
/** Squared distance (Lab) that is as far as it gets, twice the squared spread of a colour, and the log-likelihood that is as sure. */
const FARTHEST: f64 = 4000;
const SPREAD: f64 = 72;
const SUREST: f64 = 6;

/** Squared distance of a pixel from the nearest of `pairs` pairs of colours; shadows count `dark`. Layout: as {@link judgeClear}. */
function nearest(l: v128, a: v128, b: v128, palette: usize, pairs: i32, dark: v128): f64 {
  let best = f64x2.splat(FARTHEST);
  for (let p = 0; p < pairs; p++, palette += 48) {
    const below = f64x2.sub(v128.load(palette), l);
    const inShade = v128.and(f64x2.gt(below, f64x2.splat(0)), f64x2.lt(below, f64x2.splat(SHADOW_MAX)));
    const dl = f64x2.mul(below, v128.bitselect(dark, f64x2.splat(LIGHT_WEIGHT), inShade));
    const da = f64x2.sub(a, v128.load(palette, 16));
    const db = f64x2.sub(b, v128.load(palette, 32));
    best = f64x2.min(best, f64x2.add(f64x2.add(f64x2.mul(dl, dl), f64x2.mul(da, da)), f64x2.mul(db, db)));
  }
  return Math.min(f64x2.extract_lane(best, 0), f64x2.extract_lane(best, 1));
}

/** Log-likelihood ratio of a Lab pixel, positive for the garment, clipped. */
function evidenceAt(
  lab: usize,
  garment: usize,
  garmentPairs: i32,
  background: usize,
  backgroundPairs: i32,
  dark: f64,
): f64 {
  const l = f64x2.splat(f64(load<f32>(lab)));
  const a = f64x2.splat(f64(load<f32>(lab, 4)));
  const b = f64x2.splat(f64(load<f32>(lab, 8)));
  const near = nearest(l, a, b, garment, garmentPairs, f64x2.splat(LIGHT_WEIGHT));
  const far = nearest(l, a, b, background, backgroundPairs, f64x2.splat(dark));
  return Math.max(-SUREST, Math.min(SUREST, (far - near) / SPREAD));
}

/** Log-odds of a belief between .01 and .99. */
function logitOf(belief: f64): f64 {
  const p = Math.max(0.01, Math.min(0.99, belief));
  return logarithm(p / (1 - p));
}

/**
 * Judges pixels before a clear background: what is believed of them, and the lower of what the palettes and the background's colour there
 * say.
 *
 * Layout: `lab` three float32 a pixel, `belief`, `near` (0: not judged, 0 comes out), `distance` and `out` one; palettes float64, two
 * colours each as L L a a b b, of an odd number the last one twice. Cost: 40 ns a judged pixel.
 */
export function judgeClear(
  lab: usize,
  belief: usize,
  near: usize,
  distance: usize,
  out: usize,
  count: i32,
  garment: usize,
  garmentPairs: i32,
  background: usize,
  backgroundPairs: i32,
  dark: f64,
  limit: f64,
  slope: f64,
): void {
  const surely = logitOf(1);
  const hardly = logitOf(0);
  let last: f64 = 0;
  let judged: f32 = 0.5;
  for (let i: usize = 0, end = usize(count) << 2; i < end; i += 4) {
    if (load<f32>(near + i) === 0) {
      store<f32>(out + i, 0);
      continue;
    }
    const far = Math.max(-6, Math.min(5, (f64(load<f32>(distance + i)) - limit) * slope));
    const evidence = far > -6 ? evidenceAt(lab + 3 * i, garment, garmentPairs, background, backgroundPairs, dark) : -6;
    const p = f64(load<f32>(belief + i));
    const odds = 0.5 * (p >= 0.99 ? surely : p <= 0.01 ? hardly : logitOf(p)) + 1.2 * Math.min(evidence, far);
    if (odds !== last) judged = f32(1 / (1 + exponential(-odds)));
    last = odds;
    store<f32>(out + i, judged);
  }
}

/** Judges pixels elsewhere: what is deep inside is believed, palettes are heard of the rest by `weight`. Layout: as {@link judgeClear}. */
export function judgeHesitant(
  lab: usize,
  belief: usize,
  near: usize,
  deep: usize,
  out: usize,
  count: i32,
  garment: usize,
  garmentPairs: i32,
  background: usize,
  backgroundPairs: i32,
  dark: f64,
  weight: f64,
): void {
  for (let i: usize = 0, end = usize(count) << 2; i < end; i += 4) {
    let judged: f32 = 0;
    if (load<f32>(near + i) !== 0) {
      const p = f64(load<f32>(belief + i));
      if (load<f32>(deep + i) > 0) judged = f32(Math.max(0.01, Math.min(0.99, p)));
      else {
        const evidence = evidenceAt(lab + 3 * i, garment, garmentPairs, background, backgroundPairs, dark);
        judged = f32(1 / (1 + exponential(-(0.8 * logitOf(p) + weight * evidence))));
      }
    }
    store<f32>(out + i, judged);
  }
}
