import { copyIn, copyOut, kernels, reserve, startKernels } from './kernels';
import { createPlane, type Box, type PlaneF32 } from './raster';

/**
 * Mean over a square window of side 2·radius + 1; at the border over the part of the window that lies inside.
 *
 * Range: within the source's. Cost: O(1) a pixel, about 1 ns whatever the radius; sums run in float64, so no drift.
 * Aliasing: new memory. Throws: RangeError unless radius is an integer ≥ 0.
 */
export function boxBlur(plane: PlaneF32, radius: number): PlaneF32 {
  assertRadius(radius);
  const out = createPlane(plane.width, plane.height);
  boxBlurInto(plane.data, out.data, plane.width, plane.height, radius);
  return out;
}

/** {@link boxBlur} over bare arrays, for filters that run it many times. */
export function boxBlurInto(src: Float32Array, dst: Float32Array, width: number, height: number, radius: number): void {
  const { boxBlur, boxBlurScratch } = kernels();
  startKernels();
  const from = copyIn(src);
  const to = reserve(dst.byteLength);
  boxBlur(from, to, width, height, radius, reserve(boxBlurScratch(width, radius)));
  copyOut(to, dst);
}

/** The box of what is not 0, of no width where all is. Masks are mostly empty, and out there so is their mean. */
function filledBox(src: Float32Array, width: number, height: number): Box {
  let top = 0;
  while (top < height && firstFilled(src, top * width, (top + 1) * width) === (top + 1) * width) top++;
  let bottom = height;
  while (bottom > top && firstFilled(src, (bottom - 1) * width, bottom * width) === bottom * width) bottom--;
  let left = width;
  let right = 0;
  for (let y = top, row = y * width; y < bottom; y++, row += width) {
    left = firstFilled(src, row, row + left) - row;
    right = filledEnd(src, row + right, row + width) - row;
  }
  return { x: left, y: top, width: Math.max(0, right - left), height: bottom - top };
}

/** Index of the first element of [from, to) that is not 0; `to` where there is none. */
function firstFilled(src: Float32Array, from: number, to: number): number {
  let i = from;
  while (i < to && src[i] === 0) i++;
  return i;
}

/** Index after the last element of [from, to) that is not 0; `from` where there is none. */
function filledEnd(src: Float32Array, from: number, to: number): number {
  let i = to;
  while (i > from && src[i - 1] === 0) i--;
  return i;
}

/**
 * Gaussian blur. Below sigma 2 a true kernel of radius 3σ, above three box passes (the variance is exact).
 *
 * Range: within the source's; the border is renormalised, so a constant stays that constant. Aliasing: new memory.
 * Throws: RangeError unless sigma is finite and ≥ 0. Source: Wells 1986 (repeated boxes);
 * Gwosdek et al. 2011 (the fractional box).
 */
export function gaussianBlur(plane: PlaneF32, sigma: number): PlaneF32 {
  if (!(sigma >= 0) || !Number.isFinite(sigma)) throw new RangeError(`sigma must be finite and ≥ 0, got ${sigma}`);
  const { width, height } = plane;
  const out = createPlane(width, height);
  if (sigma < 0.1) {
    out.data.set(plane.data);
    return out;
  }
  if (sigma < 2) {
    convolveSmall(plane, gaussianKernel(sigma), out);
    return out;
  }
  const scratch = new Float32Array(width * height);
  const boxes = boxRadii(sigma);
  boxBlurInto(plane.data, out.data, width, height, boxes.first);
  boxBlurInto(out.data, scratch, width, height, boxes.second);
  boxBlurInto(scratch, out.data, width, height, boxes.third);
  if (boxes.blend < 1e-3) return out;
  const wider = new Float32Array(width * height);
  boxBlurInto(scratch, wider, width, height, boxes.third + 1);
  for (let i = 0; i < wider.length; i++) out.data[i] += boxes.blend * (wider[i] - out.data[i]);
  return out;
}

/** Radii of three boxes; the third is mixed with the next larger one so that the summed variance is exactly sigma². */
function boxRadii(sigma: number): { first: number; second: number; third: number; blend: number } {
  const widest = (variance: number): number => Math.floor((Math.sqrt(1 + 12 * variance) - 1) / 2);
  const varianceOf = (radius: number): number => (radius * (radius + 1)) / 3;
  const first = widest((sigma * sigma) / 3);
  const second = widest((sigma * sigma - varianceOf(first)) / 2);
  const rest = sigma * sigma - varianceOf(first) - varianceOf(second);
  const third = widest(rest);
  return { first, second, third, blend: (rest - varianceOf(third)) / (varianceOf(third + 1) - varianceOf(third)) };
}

function gaussianKernel(sigma: number): Float64Array {
  const radius = Math.ceil(3 * sigma);
  const kernel = new Float64Array(2 * radius + 1);
  for (let i = -radius; i <= radius; i++) kernel[i + radius] = Math.exp((-i * i) / (2 * sigma * sigma));
  return kernel;
}

/** Separable convolution, renormalised where the kernel leaves the plane; only where it meets anything. `out` must be zeros. */
function convolveSmall(plane: PlaneF32, kernel: Float64Array, out: PlaneF32): void {
  const { width, height, data } = plane;
  const radius = (kernel.length - 1) >> 1;
  const half = kernel.slice(radius);
  const sum = kernel.reduce((a, b) => a + b, 0);
  for (let j = 0; j <= radius; j++) half[j] /= sum;
  const box = filledBox(data, width, height);
  if (box.width === 0) return;
  const bottom = box.y + box.height;
  const left = Math.max(0, box.x - radius);
  const right = Math.min(width, box.x + box.width + radius);
  const rows = new Float32Array(width * height);
  const side = Math.min(radius, width);
  for (let y = box.y; y < bottom; y++) {
    const o = y * width;
    convolveInside(data, rows, o + Math.max(left, radius), o + Math.min(right, width - radius), 1, half);
    for (let x = left; x < Math.min(right, side); x++) rows[o + x] = convolveAtBorder(data, o, 1, width, x, kernel);
    for (let x = Math.max(left, width - side); x < right; x++) {
      rows[o + x] = convolveAtBorder(data, o, 1, width, x, kernel);
    }
  }
  for (let y = Math.max(0, box.y - radius); y < Math.min(height, bottom + radius); y++) {
    const o = y * width;
    if (y >= radius && y < height - radius) {
      convolveInside(rows, out.data, o + left, o + right, width, half);
    } else {
      for (let x = left; x < right; x++) out.data[o + x] = convolveAtBorder(rows, x, width, height, y, kernel);
    }
  }
}

/** Elements [from, to) of an array, each from its neighbours `stride` apart, all of which exist. `half` is the kernel from its middle on. */
function convolveInside(
  src: Float32Array,
  dst: Float32Array,
  from: number,
  to: number,
  stride: number,
  half: Float64Array,
): void {
  for (let i = from; i < to; i++) {
    let sum = half[0] * src[i];
    for (let j = 1, d = stride; j < half.length; j++, d += stride) sum += half[j] * (src[i - d] + src[i + d]);
    dst[i] = sum;
  }
}

function convolveAtBorder(
  src: Float32Array,
  start: number,
  stride: number,
  length: number,
  i: number,
  kernel: Float64Array,
): number {
  const radius = (kernel.length - 1) >> 1;
  let sum = 0;
  let norm = 0;
  for (let j = Math.max(0, i - radius); j <= Math.min(length - 1, i + radius); j++) {
    sum += kernel[j - i + radius] * src[start + j * stride];
    norm += kernel[j - i + radius];
  }
  return sum / norm;
}

/**
 * Length of the Sobel gradient, divided by 8: the slope a pixel of a linear ramp.
 *
 * Range: 0…; a ramp of slope s a pixel gives s. Border: replicated. Aliasing: new memory.
 */
export function sobelMagnitude(plane: PlaneF32): PlaneF32 {
  const { width: w, height: h, data: d } = plane;
  const out = createPlane(w, h);
  for (let y = 0; y < h; y++) {
    const above = Math.max(0, y - 1) * w;
    const here = y * w;
    const below = Math.min(h - 1, y + 1) * w;
    for (let x = 0; x < w; x++) {
      const l = Math.max(0, x - 1);
      const r = Math.min(w - 1, x + 1);
      const gx = d[above + r] - d[above + l] + 2 * (d[here + r] - d[here + l]) + d[below + r] - d[below + l];
      const gy = d[below + l] - d[above + l] + 2 * (d[below + x] - d[above + x]) + d[below + r] - d[above + r];
      out.data[here + x] = Math.sqrt(gx * gx + gy * gy) / 8;
    }
  }
  return out;
}

function assertRadius(radius: number): void {
  if (!Number.isInteger(radius) || radius < 0) throw new RangeError(`a radius must be an integer ≥ 0, got ${radius}`);
}
