import { boxBlur } from '../filter/box-blur';

/** Mean of the matte around a pixel from which it is surely inside, and up to which surely not: only between them is drawn. */
const INSIDE: f64 = 0.97;
const OUTSIDE: f64 = 0.03;

/**
 * The picture projected on a colour direction, 0…1, at half its size, means of 2×2 pixels; the last row or column of an odd side is repeated.
 *
 * Layout: RGB; `rows` rows of `width` pixels at `src`, beginning with an even one of the picture.
 */
export function halfContrast(src: usize, width: i32, rows: i32, r: f64, g: f64, b: f64, out: usize): void {
  const pitch = usize(3 * width);
  const kr = r / 1020;
  const kg = g / 1020;
  const kb = b / 1020;
  let o = out;
  for (let y = 0; y < rows; y += 2) {
    let i = src + usize(y) * pitch;
    let j = src + usize(min(y + 1, rows - 1)) * pitch;
    for (let x = 0; x < width; x += 2, i += 6, j += 6, o += 4) {
      const next: usize = x + 1 < width ? 3 : 0;
      store<f32>(o, f32(kr * four(i, j, next) + kg * four(i + 1, j + 1, next) + kb * four(i + 2, j + 2, next)));
    }
  }
}

function four(i: usize, j: usize, next: usize): f64 {
  return f64(i32(load<u8>(i)) + i32(load<u8>(i + next)) + i32(load<u8>(j)) + i32(load<u8>(j + next)));
}

/** {@link halfContrast} at the picture's own size. */
export function fullContrast(src: usize, count: i32, r: f64, g: f64, b: f64, out: usize): void {
  for (let n = 0, i = src, o = out; n < count; n++, i += 3, o += 4) store<f32>(o, f32(contrastAt(i, r, g, b)));
}

function contrastAt(at: usize, r: f64, g: f64, b: f64): f64 {
  return (r * f64(load<u8>(at)) + g * f64(load<u8>(at, 1)) + b * f64(load<u8>(at, 2))) / 255;
}

/** Bytes that {@link halfMatte} needs at `scratch`. */
export function halfMatteScratch(shapeWidth: i32, width: i32): i32 {
  return lineSize(shapeWidth) + 24 * ((width + 1) >> 1);
}

/** A row and one more pixel. */
function lineSize(width: i32): i32 {
  return (4 * (width + 1) + 15) & ~15;
}

/**
 * A small matte enlarged to a picture's size and halved again, in one step: the mean of 2×2 points between its pixels.
 *
 * Layout: `out` takes half the sides of the picture, rounded up.
 */
export function halfMatte(
  shape: usize,
  shapeWidth: i32,
  shapeHeight: i32,
  width: i32,
  height: i32,
  out: usize,
  scratch: usize,
): void {
  const columns = (width + 1) >> 1;
  const taps = scratch + lineSize(shapeWidth);
  writeHalfTaps(taps, columns, shapeWidth, f64(shapeWidth) / f64(width));
  for (let y = 0, o = out; y < (height + 1) >> 1; y++) {
    const upper = (f64(2 * y) + 0.5) / f64(height);
    const lower = Math.min(1, (f64(2 * y) + 1.5) / f64(height));
    loadHalfLine(scratch, shape, shapeWidth, shapeHeight, upper, lower);
    for (let x = 0, tap = taps; x < columns; x++, tap += 24, o += 4) {
      const left = scratch + usize(load<i32>(tap));
      const right = scratch + usize(load<i32>(tap, 4));
      const p = f64(load<f32>(left));
      const q = f64(load<f32>(right));
      const fromLeft = p + load<f64>(tap, 8) * (f64(load<f32>(left, 4)) - p);
      store<f32>(o, f32((fromLeft + q + load<f64>(tap, 16) * (f64(load<f32>(right, 4)) - q)) / 2));
    }
  }
}

/** Of each column the two places on the line (bytes) between whose pixels it lies, and how far on the way to the next. */
function writeHalfTaps(taps: usize, columns: i32, shapeWidth: i32, ratio: f64): void {
  for (let x = 0, tap = taps; x < columns; x++, tap += 24) {
    const u = Math.max(0, (f64(2 * x) + 0.5) * ratio - 0.5);
    const v = Math.min(f64(shapeWidth - 1), Math.max(0, (f64(2 * x) + 1.5) * ratio - 0.5));
    store<i32>(tap, i32(u) << 2);
    store<i32>(tap, i32(v) << 2, 4);
    store<f64>(tap, u - f64(i32(u)), 8);
    store<f64>(tap, v - f64(i32(v)), 16);
  }
}

/** Place of a share of the height between the rows of a plane. */
function placeOf(share: f64, height: i32): f64 {
  return Math.max(0, Math.min(f64(height - 1), share * f64(height) - 0.5));
}

/** The row above a place. */
function rowAt(place: f64, height: i32): i32 {
  return min(max(0, height - 2), i32(place));
}

function mixed(at: usize, below: usize, t: f64): f32 {
  const here = f64(load<f32>(at));
  return f32(here + t * (f64(load<f32>(at + below)) - here));
}

/** Mean of the rows at two shares of the height; the last pixel is repeated. */
function loadHalfLine(line: usize, shape: usize, width: i32, height: i32, upper: f64, lower: f64): void {
  const a = placeOf(upper, height);
  const b = placeOf(lower, height);
  const first = shape + (usize(rowAt(a, height) * width) << 2);
  const second = shape + (usize(rowAt(b, height) * width) << 2);
  const below: usize = height > 1 ? usize(width) << 2 : 0;
  const t = a - f64(rowAt(a, height));
  const s = b - f64(rowAt(b, height));
  const end = usize(width) << 2;
  for (let i: usize = 0; i < end; i += 4) {
    store<f32>(line + i, f32((f64(mixed(first + i, below, t)) + f64(mixed(second + i, below, s))) / 2));
  }
  store<f32>(line + end, load<f32>(line + end - 4));
}

/**
 * The grey guided filter's linear models, matte = slope · guide + shift, averaged over the windows that hold a pixel.
 *
 * Layout: planes of one size; `slope` and `shift` take the models, `guide` and `matte` are overwritten, `work` is scratch of a plane,
 * `scratch` that of the box mean. Source: He, Sun 2015.
 */
export function edgeModels(
  guide: usize,
  matte: usize,
  width: i32,
  height: i32,
  radius: i32,
  eps: f64,
  slope: usize,
  shift: usize,
  work: usize,
  scratch: usize,
): void {
  const size = usize(width * height) << 2;
  boxBlur(guide, slope, width, height, radius, scratch);
  boxBlur(matte, shift, width, height, radius, scratch);
  multiply(matte, guide, size);
  boxBlur(matte, work, width, height, radius, scratch);
  multiply(guide, guide, size);
  boxBlur(guide, matte, width, height, radius, scratch);
  for (let i: usize = 0; i < size; i += 8) {
    const mean = twoOf(slope + i);
    const meanMatte = twoOf(shift + i);
    const spread = f64x2.add(f64x2.sub(twoOf(matte + i), f64x2.mul(mean, mean)), f64x2.splat(eps));
    const a = f64x2.div(f64x2.sub(twoOf(work + i), f64x2.mul(mean, meanMatte)), spread);
    v128.store64_lane(work + i, f32x4.demote_f64x2_zero(a), 0);
    v128.store64_lane(matte + i, f32x4.demote_f64x2_zero(f64x2.sub(meanMatte, f64x2.mul(a, mean))), 0);
  }
  boxBlur(work, slope, width, height, radius, scratch);
  boxBlur(matte, shift, width, height, radius, scratch);
}

function twoOf(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load_zero<u64>(at));
}

/** Multiplies a plane by another; as float64 and rounded, a product of two float32 is what float32 gives. */
function multiply(into: usize, by: usize, size: usize): void {
  for (let i: usize = 0; i < size; i += 16) v128.store(into + i, f32x4.mul(v128.load(into + i), v128.load(by + i)));
}

/**
 * Rows [from, to) of a picture's alpha: 1 and 0 where `band` is sure, between them what the models make of its colours, steepened.
 *
 * Layout: `picture` (RGB) and `out` begin with row `from`; `band`, and `slope` and `shift`, which are of one size, show all of the picture.
 * `line`: scratch of a row of the band and one more pixel.
 */
export function drawEdge(
  picture: usize,
  width: i32,
  height: i32,
  from: i32,
  to: i32,
  band: usize,
  bandWidth: i32,
  bandHeight: i32,
  slope: usize,
  shift: usize,
  modelWidth: i32,
  modelHeight: i32,
  r: f64,
  g: f64,
  b: f64,
  line: usize,
  out: usize,
): void {
  const ratio = f64(bandWidth) / f64(width);
  const across = f64(modelWidth) / f64(width);
  memory.fill(out, 0, usize((to - from) * width) << 2);
  for (let y = from; y < to; y++, picture += usize(3 * width), out += usize(width) << 2) {
    const t = (f64(y) + 0.5) / f64(height);
    loadLine(line, band, bandWidth, bandHeight, t);
    const place = placeOf(t, modelHeight);
    const top = rowAt(place, modelHeight);
    const models = usize(top * modelWidth) << 2;
    const below: usize = modelHeight > 1 ? usize(modelWidth) << 2 : 0;
    for (let i = 0, x = 0; i < bandWidth; i++) {
      const here = f64(load<f32>(line + (usize(i) << 2)));
      const next = f64(load<f32>(line + (usize(i) << 2), 4));
      const end = i + 1 < bandWidth ? min(width, i32(Math.ceil((f64(i) + 1.5) / ratio - 0.5))) : width;
      if (here > INSIDE && next > INSIDE) fillOnes(out, x, end);
      else if (here >= OUTSIDE || next >= OUTSIDE) {
        for (; x < end; x++) {
          const u = Math.max(0, (f64(x) + 0.5) * ratio - 0.5);
          const pixel = line + (usize(i32(u)) << 2);
          const p = f64(load<f32>(pixel));
          const inside = p + (u - f64(i32(u))) * (f64(load<f32>(pixel, 4)) - p);
          if (inside < OUTSIDE) continue;
          const guide = contrastAt(picture + usize(3 * x), r, g, b);
          const v = Math.max(0, Math.min(f64(modelWidth - 1), (f64(x) + 0.5) * across - 0.5));
          const value = modelled(slope + models, shift + models, v, modelWidth, below, place - f64(top), guide);
          const s = inside > INSIDE ? 1 : Math.max(0, Math.min(1, (value - 0.3) / 0.42));
          store<f32>(out + (usize(x) << 2), f32(s * s * (3 - 2 * s)));
        }
      }
      x = end;
    }
  }
}

function loadLine(line: usize, plane: usize, width: i32, height: i32, share: f64): void {
  const place = placeOf(share, height);
  const row = plane + (usize(rowAt(place, height) * width) << 2);
  const below: usize = height > 1 ? usize(width) << 2 : 0;
  const t = place - f64(rowAt(place, height));
  const end = usize(width) << 2;
  for (let i: usize = 0; i < end; i += 4) store<f32>(line + i, mixed(row + i, below, t));
  store<f32>(line + end, load<f32>(line + end - 4));
}

function fillOnes(row: usize, from: i32, to: i32): void {
  const ones = f32x4.splat(1);
  let x = from;
  for (; x + 4 <= to; x += 4) v128.store(row + (usize(x) << 2), ones);
  for (; x < to; x++) store<f32>(row + (usize(x) << 2), 1);
}

/** What the models between two rows make of a guide's value at column `v`. */
function modelled(slope: usize, shift: usize, v: f64, width: i32, below: usize, down: f64, guide: f64): f64 {
  const j = usize(i32(v)) << 2;
  const right: usize = v > f64(width - 2) ? 0 : 4;
  const upper = f64(load<f32>(slope + j)) * guide + f64(load<f32>(shift + j));
  const upperNext = f64(load<f32>(slope + j + right)) * guide + f64(load<f32>(shift + j + right));
  const lower = f64(load<f32>(slope + j + below)) * guide + f64(load<f32>(shift + j + below));
  const lowerNext = f64(load<f32>(slope + j + below + right)) * guide + f64(load<f32>(shift + j + below + right));
  const left = upper + down * (lower - upper);
  return left + (v - f64(i32(v))) * (upperNext + down * (lowerNext - upperNext) - left);
}
