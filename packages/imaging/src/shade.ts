import { luma } from './colour';
import { createRandom } from './random';
import { createPlane, type PlaneF32, type RasterU8 } from './raster';

export interface QuadraticFit {
  /** c0 + c1·x + c2·y + c3·x² + c4·xy + c5·y² with x and y running from −1 to 1 over the plane's pixel centres. */
  readonly coefficients: readonly number[];
  /** The fitted surface over the whole plane. */
  readonly field: PlaneF32;
}

/** Pixels used at most for the fit: of 3,000 the surface's error is a fiftieth of the noise of one pixel. */
const SAMPLES = 3_000;

/**
 * Fits a quadratic surface to a plane, robustly: pixels far from it (a print, a fold, a pocket) lose their say.
 *
 * `weight` 0 leaves a pixel out; NaN values are left out. Range: the surface is not clipped and runs off far from the weights.
 * Without enough pixels the lower terms alone are fitted; without any, the field is 0. Cost: 40 starts and 8 rounds over ≤ 3,000 pixels, then one pass.
 * Source: Beaton, Tukey 1974 (bisquare by iterated weights), scale 1.4826·MAD anew in each round;
 * the start by least median of squares, Rousseeuw 1984.
 */
export function fitQuadraticField(
  plane: PlaneF32,
  weight: PlaneF32,
  options: { readonly rounds?: number; readonly tuning?: number } = {},
): QuadraticFit {
  const { width, height } = plane;
  const picked = pickSamples(plane, weight);
  const residual = new Float64Array(picked.length);
  const robust = new Float64Array(picked.length).fill(1);
  const tuning = options.tuning ?? 4.685;
  const rounds = options.rounds ?? 8;
  let coefficients = startFit(plane, weight, picked);
  for (let round = 0; round < rounds; round++) {
    measureResiduals(plane, picked, coefficients, residual);
    const scale = 1.4826 * (Float64Array.from(residual).sort()[picked.length >> 1] ?? 0);
    if (!(scale > 1e-9)) break;
    for (let n = 0; n < picked.length; n++) {
      const r = residual[n] / (tuning * scale);
      robust[n] = r < 1 ? (1 - r * r) ** 2 : 0;
    }
    coefficients = solveWeighted(plane, weight, picked, robust);
  }
  const field = createPlane(width, height);
  for (let y = 0; y < height; y++) surfaceRow(coefficients, axis(y, height), field.data, y * width, width);
  return { coefficients, field };
}

/** One row of the surface: there it is a parabola. */
function surfaceRow(c: readonly number[], v: number, out: Float32Array, start: number, width: number): void {
  const level = c[0] + v * (c[2] + v * c[5]);
  const slope = c[1] + v * c[4];
  const bend = c[3];
  const step = width > 1 ? 2 / (width - 1) : 0;
  for (let x = 0; x < width; x++) {
    const u = width > 1 ? x * step - 1 : 0;
    out[start + x] = level + u * (slope + u * bend);
  }
}

/**
 * The start: of 40 surfaces, each through 8 random pixels, the one with the least median residual. A least-squares start bends towards a
 * large print, and the bisquare then keeps the print as inlier. With a quarter of strays some start is clean in 98 of 100 cases.
 */
function startFit(plane: PlaneF32, weight: PlaneF32, picked: Int32Array): number[] {
  const ones = new Float64Array(picked.length).fill(1);
  let best = solveWeighted(plane, weight, picked, ones);
  const judges = everyNth(picked, Math.max(1, Math.ceil(picked.length / 400)));
  const residual = new Float64Array(judges.length);
  let least = medianResidual(plane, judges, best, residual);
  const random = createRandom(1);
  const few = new Int32Array(8);
  for (let trial = 0; trial < 40 && picked.length > few.length && least > 1e-9; trial++) {
    for (let k = 0; k < few.length; k++) few[k] = picked[Math.floor(random() * picked.length)];
    const candidate = solveWeighted(plane, weight, few, ones);
    const median = medianResidual(plane, judges, candidate, residual);
    if (median < least) {
      least = median;
      best = candidate;
    }
  }
  return best;
}

function everyNth(values: Int32Array, step: number): Int32Array {
  const out = new Int32Array(Math.ceil(values.length / step));
  for (let n = 0; n < out.length; n++) out[n] = values[n * step];
  return out;
}

/** Aliasing: `residual` is scratch of as many numbers as there are judges. */
function medianResidual(plane: PlaneF32, judges: Int32Array, coefficients: number[], residual: Float64Array): number {
  measureResiduals(plane, judges, coefficients, residual);
  return residual.sort()[residual.length >> 1] ?? 0;
}

function measureResiduals(plane: PlaneF32, picked: Int32Array, coefficients: number[], residual: Float64Array): void {
  for (let n = 0; n < picked.length; n++) {
    const x = axis(picked[n] % plane.width, plane.width);
    const y = axis(Math.floor(picked[n] / plane.width), plane.height);
    residual[n] = Math.abs(plane.data[picked[n]] - evaluate(coefficients, x, y));
  }
}

function axis(i: number, size: number): number {
  return size > 1 ? (2 * i) / (size - 1) - 1 : 0;
}

function evaluate(c: readonly number[], x: number, y: number): number {
  return c[0] + c[1] * x + c[2] * y + c[3] * x * x + c[4] * x * y + c[5] * y * y;
}

function pickSamples(plane: PlaneF32, weight: PlaneF32): Int32Array {
  let usable = 0;
  for (let i = 0; i < weight.data.length; i++) if (weight.data[i] > 0 && !Number.isNaN(plane.data[i])) usable++;
  const step = Math.max(1, Math.ceil(usable / SAMPLES));
  const picked = new Int32Array(Math.ceil(usable / step));
  for (let i = 0, n = 0; i < weight.data.length; i++) {
    if (!(weight.data[i] > 0) || Number.isNaN(plane.data[i])) continue;
    if (n % step === 0) picked[n / step] = i;
    n++;
  }
  return picked;
}

function solveWeighted(plane: PlaneF32, weight: PlaneF32, picked: Int32Array, robust: Float64Array): number[] {
  const m = Array.from({ length: 6 }, () => new Float64Array(7));
  const b = new Float64Array(6);
  let sum = 0;
  for (let n = 0; n < picked.length; n++) {
    const i = picked[n];
    const w = weight.data[i] * robust[n];
    if (w === 0) continue;
    sum += w;
    const x = axis(i % plane.width, plane.width);
    const y = axis(Math.floor(i / plane.width), plane.height);
    b[0] = 1;
    b[1] = x;
    b[2] = y;
    b[3] = x * x;
    b[4] = x * y;
    b[5] = y * y;
    for (let r = 0; r < 6; r++) {
      for (let c = r; c < 6; c++) m[r][c] += w * b[r] * b[c];
      m[r][6] += w * b[r] * plane.data[i];
    }
  }
  // A trace of ridge lets a term without evidence fall to 0 instead of making the system singular.
  for (let r = 0; r < 6; r++) {
    for (let c = 0; c < r; c++) m[r][c] = m[c][r];
    if (r > 0) m[r][r] += 1e-7 * sum;
  }
  return sum > 0 ? eliminate(m) : [0, 0, 0, 0, 0, 0];
}

/** Gauss–Jordan with row pivots on an n × (n+1) system. */
function eliminate(m: Float64Array[]): number[] {
  const n = m.length;
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let r = k + 1; r < n; r++) if (Math.abs(m[r][k]) > Math.abs(m[pivot][k])) pivot = r;
    [m[k], m[pivot]] = [m[pivot], m[k]];
    for (let r = 0; r < n; r++) {
      if (r === k) continue;
      const f = m[r][k] / m[k][k];
      for (let c = k; c <= n; c++) m[r][c] -= f * m[k][c];
    }
  }
  return m.map((row, k) => row[n] / row[k]);
}

/**
 * Standard deviation of the pixel noise of a picture's luma (or of a plane), in its 0…1 scale.
 *
 * Robust: the median of the second differences, so edges and texture on less than half of the pixels do not count.
 * With `mask`, only pixels above 0.5. Returns 0 below 3×3 or for an empty mask.
 * Source: Immerkær 1996 (the operator); median instead of mean against texture.
 */
export function noiseSigma(picture: RasterU8 | PlaneF32, mask?: PlaneF32): number {
  const plane = 'channels' in picture ? luma(picture) : picture;
  const { width: w, height: h, data: d } = plane;
  const values = new Float32Array(Math.max(0, (w - 2) * (h - 2)));
  let count = 0;
  for (let y = 1; y < h - 1; y++) {
    for (let x = 1; x < w - 1; x++) {
      const i = y * w + x;
      if (mask && !(mask.data[i] > 0.5)) continue;
      const corners = d[i - w - 1] + d[i - w + 1] + d[i + w - 1] + d[i + w + 1];
      const sides = d[i - w] + d[i + w] + d[i - 1] + d[i + 1];
      values[count++] = Math.abs(corners - 2 * sides + 4 * d[i]);
    }
  }
  if (count === 0) return 0;
  // The operator's weights have norm 6; the median of |normal| is 0.6745 sigma.
  return values.subarray(0, count).sort()[count >> 1] / (6 * 0.6745);
}
