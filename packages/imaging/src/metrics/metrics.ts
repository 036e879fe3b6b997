import { luma } from '../colour/colour';
import { distanceTransform, distanceToMask } from '../morphology/distance';
import { gaussianBlur, sobelMagnitude } from '../filter/filter';
import type { PlaneF32, RasterU8 } from '../core/raster';

/**
 * Peak signal-to-noise ratio in dB over the colour channels; Infinity for equal pictures.
 *
 * With `mask`, over the pixels above 0.5. RGBA's alpha is ignored. Throws: RangeError when the pictures differ in size or layout.
 */
export function psnr(a: RasterU8, b: RasterU8, mask?: PlaneF32): number {
  let sum = 0;
  let count = 0;
  forEachValue(a, b, mask, (difference) => {
    sum += difference * difference;
    count++;
  });
  return sum === 0 ? Infinity : 10 * Math.log10((255 * 255 * count) / sum);
}

/** The largest difference of one channel, 0…255; as {@link psnr}. 0 when the mask is empty. */
export function maxAbsDiff(a: RasterU8, b: RasterU8, mask?: PlaneF32): number {
  let most = 0;
  forEachValue(a, b, mask, (difference) => {
    most = Math.max(most, Math.abs(difference));
  });
  return most;
}

function forEachValue(a: RasterU8, b: RasterU8, mask: PlaneF32 | undefined, visit: (d: number) => void): void {
  assertSameLayout(a, b);
  const ch = a.channels;
  const colours = ch === 4 ? 3 : ch;
  for (let i = 0, o = 0; o < a.data.length; i++, o += ch) {
    if (mask && !(mask.data[i] > 0.5)) continue;
    for (let c = 0; c < colours; c++) visit(a.data[o + c] - b.data[o + c]);
  }
}

/**
 * Mean structural similarity of the lumas, with a Gaussian window of sigma 1.5.
 *
 * Range: −1…1, 1 for equal pictures. With `mask`, the mean over the pixels above 0.5; NaN when there are none.
 * Source: Wang et al. 2004, K1 .01, K2 .03; the window is renormalised at the border instead of cropping it.
 */
export function ssim(a: RasterU8, b: RasterU8, mask?: PlaneF32): number {
  assertSameLayout(a, b);
  const x = luma(a);
  const y = luma(b);
  const product = (p: PlaneF32, q: PlaneF32): PlaneF32 => ({ ...p, data: p.data.map((v, i) => v * q.data[i]) });
  const mx = gaussianBlur(x, 1.5).data;
  const my = gaussianBlur(y, 1.5).data;
  const xx = gaussianBlur(product(x, x), 1.5).data;
  const yy = gaussianBlur(product(y, y), 1.5).data;
  const xy = gaussianBlur(product(x, y), 1.5).data;
  let sum = 0;
  let count = 0;
  for (let i = 0; i < mx.length; i++) {
    if (mask && !(mask.data[i] > 0.5)) continue;
    const cross = xy[i] - mx[i] * my[i];
    const variances = xx[i] - mx[i] * mx[i] + yy[i] - my[i] * my[i];
    sum +=
      ((2 * mx[i] * my[i] + 1e-4) * (2 * cross + 9e-4)) / ((mx[i] * mx[i] + my[i] * my[i] + 1e-4) * (variances + 9e-4));
    count++;
  }
  return sum / count;
}

/** Intersection over union of the pixels above a threshold; 1 when both are empty. */
export function iou(a: PlaneF32, b: PlaneF32, threshold = 0.5): number {
  if (a.width !== b.width || a.height !== b.height) throw new RangeError('the masks differ in size');
  let both = 0;
  let either = 0;
  for (let i = 0; i < a.data.length; i++) {
    const p = a.data[i] > threshold;
    const q = b.data[i] > threshold;
    if (p && q) both++;
    if (p || q) either++;
  }
  return either === 0 ? 1 : both / either;
}

/**
 * How much a matte's border stands out: the mean luma gradient within 1.5 px of the line α = ½, divided by a reference.
 *
 * The reference is the same measure of another picture and matte (the natural silhouette of the photo), or, without one, the mean gradient
 * of the ring 3 to 8 px off the border. Range: ≥ 0; about 1 when nothing shows; NaN when there is no border.
 */
export function seamRatio(
  raster: RasterU8,
  alpha: PlaneF32,
  reference?: { readonly raster: RasterU8; readonly alpha: PlaneF32 },
): number {
  const seam = gradientNearBorder(raster, alpha, 0, 1.5);
  if (reference) return seam / gradientNearBorder(reference.raster, reference.alpha, 0, 1.5);
  return seam / Math.max(1e-6, gradientNearBorder(raster, alpha, 3, 8));
}

function gradientNearBorder(raster: RasterU8, alpha: PlaneF32, from: number, to: number): number {
  const gradient = sobelMagnitude(luma(raster)).data;
  const inside = distanceTransform(alpha).data;
  const outside = distanceToMask(alpha).data;
  let sum = 0;
  let count = 0;
  for (let i = 0; i < gradient.length; i++) {
    const distance = Math.max(inside[i], outside[i]) - 0.5;
    if (distance < from || distance > to) continue;
    sum += gradient[i];
    count++;
  }
  return sum / count;
}

function assertSameLayout(a: RasterU8, b: RasterU8): void {
  if (a.width !== b.width || a.height !== b.height || a.channels !== b.channels) {
    throw new RangeError('the pictures differ in size or channels');
  }
}
