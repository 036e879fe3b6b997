import { createPlane, type PlaneF32, type RasterU8 } from '../core/raster';
import { boxBlur } from '../filter/filter';
import { resizePlane } from '../resize/resize';
import { drawMatteEdge } from './matte-edge';

/** Guided filter of the edge: radius of its window in picture heights, and its ε in squared guide units (0…1). */
const GUIDED_RADIUS = 1 / 220;
const GUIDED_EPSILON = 3e-4;
/** Radius in pixels from which its models are computed at half the size. */
const HALVING_RADIUS_MIN = 4;
/** Mean of the matte around a pixel above which it is surely garment, and below which surely not: only pixels in between are filtered. */
const SURE_INSIDE_MIN = 0.97;
const SURE_OUTSIDE_MAX = 0.03;

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
  const radius = Math.max(2, Math.round(height * GUIDED_RADIUS));
  const direction = contrastOf(small, band);
  return drawMatteEdge(work, shape, band, {
    direction,
    radius,
    eps: GUIDED_EPSILON,
    halved: radius >= HALVING_RADIUS_MIN,
  });
}

/** The matte itself with a short ramp, for edges that the picture does not show. */
function steepened({ width, height, data }: PlaneF32): PlaneF32 {
  const out = createPlane(width, height);
  for (let i = 0; i < data.length; i++) {
    const t = (data[i] - 0.35) / 0.3;
    if (t > 0) out.data[i] = t >= 1 ? 1 : t * t * (3 - 2 * t);
  }
  return out;
}

/** Unit vector of the colour difference between inside and outside; that of lightness where they hardly differ. */
function contrastOf({ data }: RasterU8, band: PlaneF32): readonly [number, number, number] {
  // colours and number of pixels, those inside first
  const sums = new Float64Array(8);
  for (let i = 0, at = 0; i < band.data.length; i++, at += 3) {
    const side = band.data[i] > SURE_INSIDE_MIN ? 0 : band.data[i] < SURE_OUTSIDE_MAX ? 4 : -1;
    if (side < 0) continue;
    for (let c = 0; c < 3; c++) sums[side + c] += data[at + c];
    sums[side + 3]++;
  }
  const [r, g, b] = [0, 1, 2].map((c) => sums[c] / Math.max(1, sums[3]) - sums[4 + c] / Math.max(1, sums[7]));
  const length = Math.hypot(r, g, b);
  return length < 8 ? [0.299, 0.587, 0.114] : [r / length, g / length, b / length];
}
