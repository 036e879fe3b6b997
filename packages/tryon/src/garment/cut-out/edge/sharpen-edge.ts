import { boxBlur, createPlane, drawMatteEdge, resizePlane } from '@drape/imaging';
import type { PlaneF32, RasterU8 } from '@drape/imaging';

/** Guided filter of the edge: radius of its window in picture heights, and its ε in squared guide units (0…1). */
const RADIUS = 1 / 220;
const EPS = 3e-4;
/** Radius in pixels from which its models are computed at half the size. */
const HALVED_FROM = 4;
/** Mean of the matte around a pixel above which it is surely garment, and below which surely not: only pixels in between are filtered. */
const INSIDE = 0.97;
const OUTSIDE = 0.03;

/**
 * Draws the matte's edge along the picture's: guided filter in the uncertain band only, then a steeper alpha.
 *
 * A `faint` edge is not in the picture, and stays as the matte has it. The guide is the picture along the line between the mean colours of
 * garment and background: one plane instead of three.
 * Space: `small` and `shape` show what `work` shows, at the size at which it was judged. Cost: the models of the whole picture at half its
 * size, the alpha in the band only. Source: He, Sun 2015.
 */
export function sharpenEdge(work: RasterU8, small: RasterU8, shape: PlaneF32, faint: boolean): PlaneF32 {
  const { width, height } = work;
  if (faint) return steepened(resizePlane(shape, width, height));
  const band = boxBlur(shape, 2);
  const radius = Math.max(2, Math.round(height * RADIUS));
  const direction = contrastOf(small, band);
  return drawMatteEdge(work, shape, band, { direction, radius, eps: EPS, halved: radius >= HALVED_FROM });
}

/** The matte itself with a short ramp, for edges that the picture does not show. */
function steepened(matte: PlaneF32): PlaneF32 {
  const { width, height, data } = matte;
  const result = createPlane(width, height);
  for (let y = 0; y < height; y++) steepenRow(data, result.data, y * width, width);
  return result;
}

function steepenRow(matte: Float32Array, out: Float32Array, from: number, n: number): void {
  for (let i = from; i < from + n; i++) {
    const t = (matte[i] - 0.35) / 0.3;
    if (t > 0) out[i] = t >= 1 ? 1 : t * t * (3 - 2 * t);
  }
}

type Direction = readonly [number, number, number];

/** Unit vector of the colour difference between inside and outside; that of lightness where they hardly differ. */
function contrastOf(small: RasterU8, band: PlaneF32): Direction {
  const sums = new Float64Array(8);
  for (let y = 0; y < band.height; y++) addSides(small.data, band.data, y * band.width, band.width, sums);
  const [r, g, b] = [0, 1, 2].map((c) => sums[c] / Math.max(1, sums[3]) - sums[4 + c] / Math.max(1, sums[7]));
  const length = Math.hypot(r, g, b);
  return length < 8 ? [0.299, 0.587, 0.114] : [r / length, g / length, b / length];
}

/** Adds a row's colours and number of pixels, those inside first. */
function addSides(rgb: Uint8Array, band: Float32Array, from: number, n: number, sums: Float64Array): void {
  for (let i = from, at = 3 * from; i < from + n; i++, at += 3) {
    const side = band[i] > INSIDE ? 0 : band[i] < OUTSIDE ? 4 : -1;
    if (side < 0) continue;
    sums[side] += rgb[at];
    sums[side + 1] += rgb[at + 1];
    sums[side + 2] += rgb[at + 2];
    sums[side + 3]++;
  }
}
