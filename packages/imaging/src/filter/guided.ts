import { boxBlurInto } from './filter';
import { createPlane, type PlaneF32, type RasterU8 } from '../core/raster';
import { resizePlane, resizeRaster } from '../resize/resize';

/**
 * Edge-preserving smoothing of `src` that follows the edges of `guide`.
 *
 * Layout: guide is a plane (0…1) or a raster of equal size; RGB(A) uses the colour form (3×3 covariance), alpha is ignored.
 * Range: about the source's; it can over-shoot by a few percent at strong edges, so clamp mattes. `eps` is in squared guide units (0…1).
 * Cost: O(1) a pixel in the radius: grey 8 box passes, colour 17. `subsample` s > 1 computes the coefficients on a grid s times coarser.
 * Aliasing: new memory. Throws: RangeError when the sizes differ or the parameters are out of range.
 * Source: He, Sun, Tang 2013, eqs. 5–8 and 19–21; He, Sun 2015 for the sub-sampled form (coefficients enlarged bilinearly).
 */
export function guidedFilter(
  guide: PlaneF32 | RasterU8,
  src: PlaneF32,
  radius: number,
  eps: number,
  subsample = 1,
): PlaneF32 {
  if (guide.width !== src.width || guide.height !== src.height) throw new RangeError('guide and source differ in size');
  if (!Number.isInteger(radius) || radius < 0) throw new RangeError(`a radius must be an integer ≥ 0, got ${radius}`);
  if (!(eps > 0)) throw new RangeError(`eps must be > 0, got ${eps}`);
  const s = Math.max(1, Math.floor(subsample));
  const w = Math.max(1, Math.round(src.width / s));
  const h = Math.max(1, Math.round(src.height / s));
  const small = s === 1 ? src : resizePlane(src, w, h);
  const r = s === 1 ? radius : Math.max(1, Math.round(radius / s));
  if ('channels' in guide && guide.channels !== 1) {
    const smallGuide = s === 1 ? guide : resizeRaster(guide, w, h);
    return applyColour(guide, coefficientsColour(planesOf(smallGuide), small, r, eps));
  }
  const plane = 'channels' in guide ? planesOf(guide)[0] : guide;
  return applyGrey(plane, coefficientsGrey(s === 1 ? plane : resizePlane(plane, w, h), small, r, eps));
}

/** Splits a raster's colour channels into planes of 0…1; grey gives one plane. */
function planesOf(raster: RasterU8): PlaneF32[] {
  const count = raster.channels === 1 ? 1 : 3;
  const planes: PlaneF32[] = [];
  for (let c = 0; c < count; c++) {
    const plane = createPlane(raster.width, raster.height);
    for (let i = 0, j = c; i < plane.data.length; i++, j += raster.channels) plane.data[i] = raster.data[j] / 255;
    planes.push(plane);
  }
  return planes;
}

/** Box means of products, over shared scratch. */
function createMeans(width: number, height: number, radius: number) {
  const scratch = new Float32Array(width * height);
  const mean = (a: Float32Array): Float32Array => {
    const out = new Float32Array(width * height);
    boxBlurInto(a, out, width, height, radius);
    return out;
  };
  const meanOfProduct = (a: Float32Array, b: Float32Array): Float32Array => {
    for (let i = 0; i < scratch.length; i++) scratch[i] = a[i] * b[i];
    return mean(scratch);
  };
  return { mean, meanOfProduct };
}

function coefficientsGrey(guide: PlaneF32, src: PlaneF32, radius: number, eps: number): PlaneF32[] {
  const { width, height } = src;
  const { mean, meanOfProduct } = createMeans(width, height, radius);
  const meanI = mean(guide.data);
  const meanP = mean(src.data);
  const a = meanOfProduct(guide.data, src.data);
  const varI = meanOfProduct(guide.data, guide.data);
  const b = meanP;
  for (let i = 0; i < a.length; i++) {
    const slope = (a[i] - meanI[i] * meanP[i]) / (varI[i] - meanI[i] * meanI[i] + eps);
    a[i] = slope;
    b[i] = meanP[i] - slope * meanI[i];
  }
  return [
    { width, height, data: mean(a) },
    { width, height, data: mean(b) },
  ];
}

function coefficientsColour(guide: PlaneF32[], src: PlaneF32, radius: number, eps: number): PlaneF32[] {
  const { width, height } = src;
  const { mean, meanOfProduct } = createMeans(width, height, radius);
  const [r, g, b] = guide.map((plane) => plane.data);
  const mr = mean(r);
  const mg = mean(g);
  const mb = mean(b);
  const mp = mean(src.data);
  const vrr = meanOfProduct(r, r);
  const vrg = meanOfProduct(r, g);
  const vrb = meanOfProduct(r, b);
  const vgg = meanOfProduct(g, g);
  const vgb = meanOfProduct(g, b);
  const vbb = meanOfProduct(b, b);
  const ar = meanOfProduct(r, src.data);
  const ag = meanOfProduct(g, src.data);
  const ab = meanOfProduct(b, src.data);
  for (let i = 0; i < mp.length; i++) {
    const R = mr[i];
    const G = mg[i];
    const B = mb[i];
    const P = mp[i];
    // The covariance matrix of the window plus eps on the diagonal, solved by cofactors.
    const rr = vrr[i] - R * R + eps;
    const rg = vrg[i] - R * G;
    const rb = vrb[i] - R * B;
    const gg = vgg[i] - G * G + eps;
    const gb = vgb[i] - G * B;
    const bb = vbb[i] - B * B + eps;
    const cr = ar[i] - R * P;
    const cg = ag[i] - G * P;
    const cb = ab[i] - B * P;
    const k00 = gg * bb - gb * gb;
    const k01 = gb * rb - rg * bb;
    const k02 = rg * gb - gg * rb;
    const k11 = rr * bb - rb * rb;
    const k12 = rb * rg - rr * gb;
    const k22 = rr * gg - rg * rg;
    const inv = 1 / (rr * k00 + rg * k01 + rb * k02);
    const xr = (k00 * cr + k01 * cg + k02 * cb) * inv;
    const xg = (k01 * cr + k11 * cg + k12 * cb) * inv;
    const xb = (k02 * cr + k12 * cg + k22 * cb) * inv;
    ar[i] = xr;
    ag[i] = xg;
    ab[i] = xb;
    mp[i] = P - xr * R - xg * G - xb * B;
  }
  return [ar, ag, ab, mp].map((data) => ({ width, height, data: mean(data) }));
}

function applyGrey(guide: PlaneF32, coefficients: PlaneF32[]): PlaneF32 {
  const { width, height } = guide;
  const out = createPlane(width, height);
  forEachRow(coefficients, width, height, (o, [slope, shift]) => {
    applyGreyRow(slope, shift, guide.data, out.data, o);
  });
  return out;
}

function applyGreyRow(
  slope: Float32Array,
  shift: Float32Array,
  guide: Float32Array,
  out: Float32Array,
  o: number,
): void {
  for (let x = 0; x < slope.length; x++) out[o + x] = slope[x] * guide[o + x] + shift[x];
}

function applyColour(guide: RasterU8, coefficients: PlaneF32[]): PlaneF32 {
  const { width, height, channels, data } = guide;
  const out = createPlane(width, height);
  forEachRow(coefficients, width, height, (o, [ar, ag, ab, shift]) => {
    for (let x = 0, j = o * channels; x < width; x++, j += channels) {
      out.data[o + x] = (ar[x] * data[j] + ag[x] * data[j + 1] + ab[x] * data[j + 2]) / 255 + shift[x];
    }
  });
  return out;
}

/** Visits the rows of planes enlarged bilinearly to width × height, without making the enlarged planes. */
function forEachRow(
  planes: readonly PlaneF32[],
  width: number,
  height: number,
  visit: (start: number, rows: readonly Float32Array[]) => void,
): void {
  const { width: w, height: h } = planes[0];
  const same = w === width && h === height;
  const narrow = new Float32Array(w);
  const rows = planes.map(() => new Float32Array(width));
  for (let y = 0; y < height; y++) {
    if (same) {
      visit(
        y * w,
        planes.map((plane) => plane.data.subarray(y * w, (y + 1) * w)),
      );
      continue;
    }
    const v = Math.min(h - 1, Math.max(0, ((y + 0.5) * h) / height - 0.5));
    const top = Math.floor(v);
    const bottom = Math.min(h - 1, top + 1);
    for (let k = 0; k < planes.length; k++) {
      const d = planes[k].data;
      for (let x = 0; x < w; x++) narrow[x] = d[top * w + x] + (v - top) * (d[bottom * w + x] - d[top * w + x]);
      stretchRow(narrow, rows[k]);
    }
    visit(y * width, rows);
  }
}

function stretchRow(from: Float32Array, to: Float32Array): void {
  const ratio = from.length / to.length;
  const last = from.length - 1;
  for (let x = 0; x < to.length; x++) {
    const u = (x + 0.5) * ratio - 0.5;
    const i = u <= 0 ? 0 : u | 0;
    const t = u <= 0 ? 0 : u - i;
    to[x] = i < last ? from[i] + t * (from[i + 1] - from[i]) : from[last];
  }
}
