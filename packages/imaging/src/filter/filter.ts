import { copyIn, copyOut, kernels, reserve, startKernels } from '../memory/kernels';
import { createPlane, allocPlaneUninitialised, type PlaneF32 } from '../core/raster';

/**
 * Mean over a square window of side 2·radius + 1; at the border, over the part of the window inside the plane.
 *
 * Range: within the source's. Cost: O(1) per pixel, about 1 ns whatever the radius; sums run in float64, so they do not drift.
 * Aliasing: new memory. Throws: RangeError unless radius is an integer ≥ 0.
 */
export function boxBlur(plane: PlaneF32, radius: number): PlaneF32 {
  assertRadius(radius);
  const out = allocPlaneUninitialised(plane.width, plane.height);
  boxBlurInto(plane.data, out.data, plane.width, plane.height, radius);
  return out;
}

/** {@link boxBlur} of a plane that is no longer needed unchanged. Aliasing: changes the plane and returns it. */
export function boxBlurInPlace(plane: PlaneF32, radius: number): PlaneF32 {
  assertRadius(radius);
  boxBlurInto(plane.data, plane.data, plane.width, plane.height, radius);
  return plane;
}

function boxBlurInto(src: Float32Array, dst: Float32Array, width: number, height: number, radius: number): void {
  const { boxBlur, boxBlurScratch } = kernels();
  startKernels();
  const from = copyIn(src);
  const to = reserve(dst.byteLength);
  boxBlur(from, to, width, height, radius, reserve(boxBlurScratch(width, radius)));
  copyOut(to, dst);
}

/**
 * Gaussian blur. Below sigma 2 a true kernel of radius 3σ, from 2 up three box passes (the variance is exact).
 *
 * Range: within the source's; the border is renormalised, so a constant stays that constant. Aliasing: new memory.
 * Throws: RangeError unless sigma is finite and ≥ 0. Source: Wells 1986 (repeated boxes);
 * Gwosdek et al. 2011 (the fractional box).
 */
export function gaussianBlur(plane: PlaneF32, sigma: number): PlaneF32 {
  if (!(sigma >= 0) || !Number.isFinite(sigma)) throw new RangeError(`sigma must be finite and ≥ 0, got ${sigma}`);
  const { width, height } = plane;
  const out = allocPlaneUninitialised(width, height);
  if (sigma < 0.1) {
    out.data.set(plane.data);
    return out;
  }
  if (sigma < 2) {
    convolveSmall(plane, gaussianKernel(sigma), out);
    return out;
  }
  blurThrice(plane, boxRadii(sigma), out);
  return out;
}

interface BoxRadii {
  readonly first: number;
  readonly second: number;
  readonly third: number;
  /** The weight of a box one pixel larger in radius than the third. */
  readonly blend: number;
}

function blurThrice({ width, height, data }: PlaneF32, { first, second, third, blend }: BoxRadii, out: PlaneF32): void {
  const { boxBlur, boxBlurScratch, mixFloats } = kernels();
  startKernels();
  const scratch = reserve(boxBlurScratch(width, Math.max(first, second, third + 1)));
  const [a, b] = [copyIn(data), reserve(data.byteLength)];
  boxBlur(a, b, width, height, first, scratch);
  boxBlur(b, a, width, height, second, scratch);
  boxBlur(a, b, width, height, third, scratch);
  if (blend >= 1e-3) {
    const wider = reserve(data.byteLength);
    boxBlur(a, wider, width, height, third + 1, scratch);
    mixFloats(b, wider, blend, data.length);
  }
  copyOut(b, out.data);
}

/** Radii of three boxes; the third is mixed with the next larger one so that the summed variance is exactly sigma². */
function boxRadii(sigma: number): BoxRadii {
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

/** Separable convolution, renormalised where the kernel extends beyond the plane. */
function convolveSmall({ width, height, data }: PlaneF32, kernel: Float64Array, out: PlaneF32): void {
  const radius = (kernel.length - 1) >> 1;
  const sum = kernel.reduce((a, b) => a + b, 0);
  const { convolve } = kernels();
  startKernels();
  const [src, dst, rows] = [copyIn(data), reserve(data.byteLength), reserve(data.byteLength)];
  const half = copyIn(kernel.slice(radius).map((k) => k / sum));
  convolve(src, dst, width, height, copyIn(kernel), half, radius, rows);
  copyOut(dst, out.data);
}

/**
 * Length of the Sobel gradient, divided by 8: the slope per pixel of a linear ramp.
 *
 * Range: 0…; a ramp with slope s per pixel gives s. Border: replicated. Aliasing: new memory.
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
