import {
  createPlane,
  distanceTransform,
  distanceToMask,
  gaussianBlur,
  rgbToLab,
  type PlaneF32,
  type RasterU8,
} from '@drape/imaging';

export interface SeamSharpness {
  /** Steepest colour change per pixel across the border ÷ the contrast of its sides, each summed over all border points. */
  readonly steepness: number;
  /** Share of border points whose rim colour is off the line between the colours of the two sides: halo, fringe. */
  readonly halo: number;
  readonly points: number;
}

/** Distance from the border, pixels, within which its edge is searched for, and at which the colours of the sides are read. */
const EDGE_SEARCH_REACH = 3;
const SIDE_OFFSET = 7;
/** Pixels around a border that its profiles cover. */
export const PROFILE_REACH = SIDE_OFFSET;
/** ΔE added to the contrast of each point: edges between equal colours have no steepness of their own. */
const CONTRAST_OFFSET = 4;
/** Distance, ΔE, of a rim colour from the line between the colours of its sides above which it is visible as a fringe. */
const FRINGE_DISTANCE_MIN = 9;
/** Fewest border points for a result. */
const BORDER_POINTS_MIN = 60;

/**
 * How sharply the picture changes across the line where a matte crosses one half. Null if there are too few such points.
 *
 * Space: profiles of 2 · 7 + 1 samples along the matte's normal, bilinear in CIELAB. At each point the edge is the steepest step within
 * 3 px of the border, so a matte that is off by a pixel or two does not matter. `use` 1 = the point counts.
 */
export function seamSharpness(picture: RasterU8, matte: PlaneF32, use: PlaneF32): SeamSharpness | null {
  const lab = rgbToLab(picture);
  const normals = borderNormals(matte);
  const profile = new Float64Array(3 * (2 * SIDE_OFFSET + 1));
  let [steps, contrasts, fringes, points] = [0, 0, 0, 0];
  for (const { x, y, nx, ny } of normals) {
    if (use.data[y * use.width + x] < 0.5) continue;
    if (!readProfile(lab, picture, x, y, nx, ny, profile)) continue;
    const found = judgeProfile(profile);
    steps += found.step;
    contrasts += found.contrast + CONTRAST_OFFSET;
    fringes += found.fringe > FRINGE_DISTANCE_MIN ? 1 : 0;
    points++;
  }
  return points < BORDER_POINTS_MIN ? null : { steepness: steps / contrasts, halo: fringes / points, points };
}

/**
 * S1: the garment's border compared with the photo's natural silhouettes. Range: 0 … ; about 1 if nothing shows, ≤ 1.3 wanted.
 *
 * Steepness is divided by the contrast of the two sides, so a white shirt in front of a black wall is no worse than a grey one: only an
 * edge that is sharper than the camera's own edges, or that overshoots (a halo), raises it. Source: docs/picture/details.md, "Quality
 * gates".
 */
export function seamRatio(seam: SeamSharpness, natural: SeamSharpness): number {
  return seam.steepness / Math.max(1e-6, natural.steepness);
}

interface BorderPoint {
  readonly x: number;
  readonly y: number;
  /** Unit vector towards the inside. */
  readonly nx: number;
  readonly ny: number;
}

/** Pixels just inside the line α = ½, far enough from the picture's edge for a profile. */
function borderNormals(matte: PlaneF32): BorderPoint[] {
  const { width, height, data } = matte;
  const signed = createPlane(width, height);
  const [inside, outside] = [distanceTransform(matte), distanceToMask(matte)];
  for (let i = 0; i < signed.data.length; i++) {
    signed.data[i] = Math.max(-SIDE_OFFSET, Math.min(SIDE_OFFSET, inside.data[i] - outside.data[i]));
  }
  const smooth = gaussianBlur(signed, 1.5).data;
  const points: BorderPoint[] = [];
  for (let y = SIDE_OFFSET + 1; y < height - SIDE_OFFSET - 1; y++) {
    for (let x = SIDE_OFFSET + 1, i = y * width + x; x < width - SIDE_OFFSET - 1; x++, i++) {
      if (data[i] <= 0.5 || (data[i - 1] > 0.5 && data[i + 1] > 0.5 && data[i - width] > 0.5 && data[i + width] > 0.5))
        continue;
      const gx = smooth[i + 1] - smooth[i - 1];
      const gy = smooth[i + width] - smooth[i - width];
      const length = Math.hypot(gx, gy);
      if (length > 0.2) points.push({ x, y, nx: gx / length, ny: gy / length });
    }
  }
  return points;
}

/** Fills `out` with Lab from SIDE_OFFSET pixels outside to SIDE_OFFSET inside; false if that leaves the picture. */
function readProfile(
  lab: Float32Array,
  { width, height }: RasterU8,
  x: number,
  y: number,
  nx: number,
  ny: number,
  out: Float64Array,
): boolean {
  for (let s = -SIDE_OFFSET, o = 0; s <= SIDE_OFFSET; s++, o += 3) {
    const [px, py] = [x + s * nx, y + s * ny];
    const [x0, y0] = [Math.floor(px), Math.floor(py)];
    if (x0 < 0 || y0 < 0 || x0 + 1 >= width || y0 + 1 >= height) return false;
    const [fx, fy] = [px - x0, py - y0];
    const i = 3 * (y0 * width + x0);
    for (let c = 0; c < 3; c++) {
      const top = lab[i + c] * (1 - fx) + lab[i + 3 + c] * fx;
      const bottom = lab[i + 3 * width + c] * (1 - fx) + lab[i + 3 * width + 3 + c] * fx;
      out[o + c] = top * (1 - fy) + bottom * fy;
    }
  }
  return true;
}

interface Profile {
  /** Largest change over two samples, per pixel. */
  readonly step: number;
  /** Colour difference between the two sides. */
  readonly contrast: number;
  /** Largest distance of a rim colour from the line between the sides' colours. */
  readonly fringe: number;
}

function judgeProfile(p: Float64Array): Profile {
  const side = (from: number, to: number): number[] => {
    const mean = [0, 0, 0];
    for (let s = from; s <= to; s++)
      for (let c = 0; c < 3; c++) mean[c] += p[3 * (s + SIDE_OFFSET) + c] / (to - from + 1);
    return mean;
  };
  const [out, inn] = [side(-SIDE_OFFSET, 2 - SIDE_OFFSET), side(SIDE_OFFSET - 2, SIDE_OFFSET)];
  const d = [inn[0] - out[0], inn[1] - out[1], inn[2] - out[2]];
  const contrast = Math.hypot(d[0], d[1], d[2]);
  let [step, fringe] = [0, 0];
  for (let s = -EDGE_SEARCH_REACH; s <= EDGE_SEARCH_REACH; s++) {
    const o = 3 * (s + SIDE_OFFSET);
    step = Math.max(step, Math.hypot(p[o + 3] - p[o - 3], p[o + 4] - p[o - 2], p[o + 5] - p[o - 1]) / 2);
    fringe = Math.max(fringe, offSegment(p, o, out, d));
  }
  return { step, contrast, fringe };
}

/** Distance of the colour at `o` from the segment that starts at `a` and has the direction `d`. */
function offSegment(p: Float64Array, o: number, a: readonly number[], d: readonly number[]): number {
  const v = [p[o] - a[0], p[o + 1] - a[1], p[o + 2] - a[2]];
  const length = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  const t = Math.min(1, Math.max(0, (v[0] * d[0] + v[1] * d[1] + v[2] * d[2]) / Math.max(1e-6, length)));
  return Math.hypot(v[0] - t * d[0], v[1] - t * d[1], v[2] - t * d[2]);
}
