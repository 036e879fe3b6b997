import { luma, resizePlane, samplePlane } from '@drape/imaging';
import type { PlaneF32, Point, RasterU8 } from '@drape/imaging';
import type { Silhouette } from './silhouette';

/** A line that runs down one half of a garment, in the silhouette's upright frame, and how clearly it is seen: mean step in 100 × log of the light. */
export interface Seam {
  readonly clear: number;
  readonly path: readonly Point[];
}

/** The light of a garment's cloth at a point of its silhouette's upright frame, 100 × log. */
export type LightAt = (p: Point) => number;

/** Height at which the light is read: finer is weave. */
const READ_HEIGHT = 512;
/** Added to the light, 0…1, before its log: noise of black cloth is none. */
const DARK = 0.08;

/** The light of a garment's cloth. */
export function lightOf(silhouette: Silhouette, rgba: RasterU8): LightAt {
  const scale = Math.min(1, READ_HEIGHT / rgba.height);
  const plane = resizePlane(luma(rgba), Math.max(8, Math.round(rgba.width * scale)), Math.round(rgba.height * scale));
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = 100 * Math.log(plane.data[i] + DARK);
  return lightAt.bind(null, plane, plane.width / rgba.width, plane.height / rgba.height, silhouette.toGarment);
}

function lightAt(plane: PlaneF32, kx: number, ky: number, toGarment: (p: Point) => Point, p: Point): number {
  const q = toGarment(p);
  return samplePlane(plane, q.x * kx, q.y * ky);
}

/** Rows that are searched, as shares of the garment's height: below the arm hole, above the cuff; and pixels between two of them. */
const ROWS = { from: 0.38, to: 0.82, step: 2 } as const;
/** Columns that are searched, as shares of the way from the axis to the outline, and how many. */
const COLUMNS = { from: 0.45, to: 0.92, count: 100 } as const;
/** Half the width of the shadow between body and sleeve, as a share of the garment's height. */
const SHADOW = 0.012;
/** What a step from light to dark counts beside a shadow that is darker than both its sides; and the most that one place says. */
const STEP = 0.35;
const MOST = 25;
/** What it costs to go one column aside. */
const ASIDE = 0.6;

/**
 * The clearest line down one half of a garment (−1: image left): where a sleeve lies beside the body a shadow, or an edge, runs down from the
 * arm hole. Cost: about 2 ms.
 */
export function findSeam(silhouette: Silhouette, light: LightAt, half: -1 | 1): Seam {
  const { top, bottom, axisX } = silhouette;
  const height = bottom - top;
  const rows: Point[][] = [];
  for (let y = Math.round(top + ROWS.from * height); y < top + ROWS.to * height; y += ROWS.step) {
    const reach = reachOf(silhouette, y, half);
    rows.push(
      Array.from({ length: COLUMNS.count }, (_, c) => {
        const share = COLUMNS.from + ((COLUMNS.to - COLUMNS.from) * c) / (COLUMNS.count - 1);
        return { x: axisX + half * share * reach, y };
      }),
    );
  }
  const beside = Math.max(3, SHADOW * height);
  const clear = rows.map((row) => row.map((p) => clearness(light, p, beside)));
  const columns = bestPath(clear);
  return {
    clear: columns.reduce((sum, c, i) => sum + clear[i][c], 0) / Math.max(1, rows.length),
    path: columns.map((c, i) => rows[i][c]),
  };
}

/** How far the garment reaches from its axis in a row. */
function reachOf({ mask, axisX }: Silhouette, y: number, half: -1 | 1): number {
  let x = half < 0 ? 0 : mask.width - 1;
  while (half * (x - axisX) > 0 && mask.data[y * mask.width + x] < 0.5) x -= half;
  return Math.abs(x - axisX);
}

function clearness(light: LightAt, { x, y }: Point, beside: number): number {
  const here = light({ x, y });
  const [a, b] = [light({ x: x - beside, y }), light({ x: x + beside, y })];
  return Math.min(MOST, Math.max(0, Math.min(a, b) - here) + STEP * Math.abs(a - b));
}

/** The column in each row of the way down that gathers most, no more than one column aside from row to row. */
function bestPath(worth: readonly (readonly number[])[]): number[] {
  if (worth.length === 0) return [];
  const steps: Int8Array[] = [];
  let sums = worth[0].slice();
  for (const row of worth.slice(1)) {
    const step = Int8Array.from(sums, (_, c) => stepInto(sums, c));
    steps.push(step);
    sums = row.map((w, c) => w + sums[c + step[c]] - ASIDE * Math.abs(step[c]));
  }
  let c = sums.indexOf(Math.max(...sums));
  const path = [c];
  for (const step of steps.reverse()) path.push((c += step[c]));
  return path.reverse();
}

/** From which side a way comes into column c: −1, 0 or 1. */
function stepInto(sums: readonly number[], c: number): number {
  let [best, most] = [0, sums[c]];
  for (const side of [-1, 1]) {
    if (c + side < 0 || c + side >= sums.length || sums[c + side] - ASIDE <= most) continue;
    [best, most] = [side, sums[c + side] - ASIDE];
  }
  return best;
}
