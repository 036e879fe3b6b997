import type { PlaneF32, Point } from '@drape/imaging';
import { clamp, upperMedian } from '../../geometry/numbers';
import { fromTable, type Table } from '../../geometry/table';

/**
 * Half width of a bare leg in leg lengths at t: hip 0, knee .5, instep 1. At t ≥ .3 the medians of 22 bare legs of 15 street photos, nearer
 * the hip guessed; foreshortened legs are thin. The median of many legs is blurred along them, so knee, calf and ankle are a little more
 * pronounced here, as they are on each of those legs.
 */
const LEG_HALF_WIDTHS: Table = [
  [0, 0.108],
  [0.15, 0.1],
  [0.3, 0.087],
  [0.41, 0.0735],
  [0.475, 0.0715],
  [0.545, 0.0615],
  [0.62, 0.067],
  [0.67, 0.066],
  [0.74, 0.0565],
  [0.81, 0.0445],
  [0.87, 0.0355],
  [0.9, 0.0335],
  [0.935, 0.0365],
  [1, 0.0375],
];

/**
 * How far the middle between both outlines is outside the bones' line, in leg lengths: the calf's outer swelling is higher than its inner
 * one, the inner ankle bone higher than the outer. Guessed by eye on twenty bare legs.
 */
const LEG_BOW: Table = [
  [0.25, 0],
  [0.47, -0.003],
  [0.58, 0.004],
  [0.68, -0.0045],
  [0.78, -0.0025],
  [0.88, 0],
  [0.92, -0.002],
  [0.955, 0.0025],
  [1, 0],
];

/**
 * How far it is behind that line where the leg is seen from the side, in leg lengths: the calf is behind, the kneecap in front. Guessed
 * likewise.
 */
const CALF_OFFSET: Table = [
  [0.3, 0],
  [0.48, -0.007],
  [0.54, 0.003],
  [0.63, 0.015],
  [0.74, 0.009],
  [0.88, 0],
];

export const legRadius = (t: number): number => fromTable(LEG_HALF_WIDTHS, t);

/**
 * How far a bare leg's middle at t is to the image's right of the line through its joints, in leg lengths.
 *
 * @param outwards −1 for the leg at the image's left, 1 for the other
 * @param turned where its toes point: −1 image left, 0 ahead, 1 right
 */
export function legBow(t: number, outwards: -1 | 1, turned: number): number {
  return (1 - Math.abs(turned)) * outwards * fromTable(LEG_BOW, t) - turned * fromTable(CALF_OFFSET, t);
}

/** Distance that a trouser leg extends from the leg's middle to both sides of a station, photo pixels. */
export interface FabricRun {
  readonly left: number;
  readonly right: number;
}

/** Range of stations, knee to calf, whose trousers show how stout the leg is, and the fewest of them that must be measured. */
const KNEE_TO_CALF_STATIONS = [0.42, 0.74] as const;
const MEASURED_STATIONS_MIN = 3;
/** Greatest share of a trouser leg that the leg fills. */
const LEG_FILL_MAX = 0.96;
/**
 * Trousers up to the first width, in usual leg widths, are the leg itself. Of any extra width the share in the second value goes to the
 * leg, which is at most as stout as the third. Over the range of the fourth the width stops counting. The last is the slimmest leg.
 */
const TIGHT_WIDTH_MAX = 1.06;
const EXTRA_WIDTH_SHARE = 0.4;
const STOUTNESS_MAX = 1.14;
const WIDE_TROUSERS_RAMP = [1.55, 2.1] as const;
const STOUTNESS_MIN = 0.82;

/** Stoutness of a leg relative to the usual one, from the width of its trousers at knee and calf, in usual half widths. */
export function stoutness(fabric: number): number {
  if (fabric <= TIGHT_WIDTH_MAX) return Math.max(STOUTNESS_MIN, LEG_FILL_MAX * fabric);
  const stout = Math.min(
    STOUTNESS_MAX,
    LEG_FILL_MAX * TIGHT_WIDTH_MAX + EXTRA_WIDTH_SHARE * (fabric - TIGHT_WIDTH_MAX),
  );
  const trust = clamp((WIDE_TROUSERS_RAMP[1] - fabric) / (WIDE_TROUSERS_RAMP[1] - WIDE_TROUSERS_RAMP[0]), 0, 1);
  return 1 + trust * (stout - 1);
}

/** Widths and shifts of a leg, station by station. */
interface LegFit {
  readonly radii: readonly number[];
  /** To be added to its middle, towards `right`. */
  readonly shifts: readonly number[];
}

/** A leg whose skin is not seen fits into its old trousers: as stout as they show, no wider than they are, and within their sides. */
export function fitIntoTrousers(radii: readonly number[], runs: readonly (FabricRun | null)[]): LegFit {
  const last = radii.length - 1;
  const widths = runs.flatMap((run, i) => {
    const t = i / last;
    return run === null || t < KNEE_TO_CALF_STATIONS[0] || t > KNEE_TO_CALF_STATIONS[1]
      ? []
      : [(run.left + run.right) / 2 / radii[i]];
  });
  const stout = widths.length < MEASURED_STATIONS_MIN ? 1 : stoutness(upperMedian(widths));
  const fitted = radii.map((r, i) => {
    const run = runs[i];
    return run === null
      ? r * stout
      : Math.min(r * stout, Math.max(STOUTNESS_MIN * r, (LEG_FILL_MAX * (run.left + run.right)) / 2));
  });
  const shifts = runs.map((run, i) => {
    if (run === null) return 0;
    const slack = Math.max(0, (run.left + run.right) / 2 - fitted[i]);
    const off = (run.right - run.left) / 2;
    return clamp(0, off - slack, off + slack);
  });
  return { radii: fitted, shifts };
}

/** Distance over which a plane continues from a point to one side, photo pixels. */
export function reachAcross(plane: PlaneF32, from: Point, way: Point, sign: number, max: number, k: number): number {
  const { width, height, data } = plane;
  const step = 0.5 / k;
  let r = 0;
  for (; r < max; r += step) {
    const x = Math.floor((from.x + sign * (r + step) * way.x) * k);
    const y = Math.floor((from.y + sign * (r + step) * way.y) * k);
    if (x < 0 || y < 0 || x >= width || y >= height || !(data[y * width + x] > 0.5)) break;
  }
  return r;
}

/** Whether a plane continues from a point to one side until the photo ends: what was cut off there gives no width. */
export function leavesPhoto(plane: PlaneF32, from: Point, way: Point, sign: number, reach: number, k: number): boolean {
  const beyond = reach + PHOTO_EDGE_PIXELS / k;
  const [x, y] = [(from.x + sign * beyond * way.x) * k, (from.y + sign * beyond * way.y) * k];
  return x < 0 || y < 0 || x >= plane.width || y >= plane.height;
}

/** Distance from the photo's edge within which the classes become unsure, work pixels. */
const PHOTO_EDGE_PIXELS = 2;
