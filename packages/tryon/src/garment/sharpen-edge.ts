import { boxBlur, createPlane, guidedFilter, resizePlane } from '@drape/imaging';
import type { PlaneF32, RasterU8 } from '@drape/imaging';

/**
 * Draws the matte's edge along the picture's: guided filter in the uncertain band only, then a steeper alpha.
 *
 * A `faint` edge is not in the picture, and stays as the matte has it. The guide is the picture along the line between the mean colours of garment and background: one plane instead of three.
 */
export function sharpenEdge(work: RasterU8, shape: PlaneF32, faint: boolean): PlaneF32 {
  const { width, height } = work;
  const matte = resizePlane(shape, width, height);
  if (faint) return steepened(matte);
  const band = resizePlane(boxBlur(shape, 2), width, height);
  const radius = Math.max(2, Math.round(height / 220));
  const filtered = guidedFilter(contrastPlane(work, band), matte, radius, 3e-4, radius >= 4 ? 2 : 1);
  const result = createPlane(width, height);
  for (let i = 0; i < result.data.length; i++) {
    const value = band.data[i] > 0.97 ? 1 : band.data[i] < 0.03 ? 0 : filtered.data[i];
    const t = Math.max(0, Math.min(1, (value - 0.3) / 0.42));
    result.data[i] = t * t * (3 - 2 * t);
  }
  return result;
}

/** The matte itself with a short ramp, for edges that the picture does not show. */
function steepened(matte: PlaneF32): PlaneF32 {
  const result = createPlane(matte.width, matte.height);
  for (let i = 0; i < result.data.length; i++) {
    const t = Math.max(0, Math.min(1, (matte.data[i] - 0.35) / 0.3));
    result.data[i] = t * t * (3 - 2 * t);
  }
  return result;
}

/** The picture projected on the colour difference between inside and outside, about 0…1. */
function contrastPlane(work: RasterU8, band: PlaneF32): PlaneF32 {
  const sums = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < band.data.length; i += 7) {
    const side = band.data[i] > 0.97 ? 0 : band.data[i] < 0.03 ? 4 : -1;
    if (side < 0) continue;
    for (let c = 0; c < 3; c++) sums[side + c] += work.data[i * 3 + c];
    sums[side + 3]++;
  }
  const direction = [0, 1, 2].map((c) => sums[c] / Math.max(1, sums[3]) - sums[4 + c] / Math.max(1, sums[7]));
  const length = Math.hypot(...direction);
  const [r, g, b] = length < 8 ? [0.299, 0.587, 0.114] : direction.map((d) => d / length);
  const plane = createPlane(work.width, work.height);
  for (let i = 0; i < plane.data.length; i++) {
    plane.data[i] = (r * work.data[i * 3] + g * work.data[i * 3 + 1] + b * work.data[i * 3 + 2]) / 255;
  }
  return plane;
}
