import { luma } from '../colour/colour';
import { gaussianBlur } from '../filter/filter';
import type { PlaneF32, RasterU8 } from '../core/raster';

/**
 * Peak signal-to-noise ratio in dB over the colour channels; Infinity for equal pictures.
 *
 * With `mask`, over the pixels above 0.5. RGBA's alpha is ignored. Throws: RangeError if the pictures differ in size or layout.
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

function assertSameLayout(a: RasterU8, b: RasterU8): void {
  if (a.width !== b.width || a.height !== b.height || a.channels !== b.channels) {
    throw new RangeError('the pictures differ in size or channels');
  }
}
