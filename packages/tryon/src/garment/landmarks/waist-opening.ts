import { type Point, type RasterU8, resizeRaster } from '@drape/imaging';
import { curveOf, outlineTop } from '../neckline/neckline';
import type { Silhouette } from './silhouette';
import type { Pair } from '../../model/pair';
import { distance, lerp } from '../../geometry/vector';
import { always, type Rule } from '../../rules/rule';

/** How deep the front's edge hangs below the line between the waist's corners, and the step of the search, in waist widths. */
const DEPTH_RANGE = [0.05, 0.24] as const;
const DEPTH_STEP = 0.006;
/** Shapes of the edge: arcs and a bowl. */
const EDGE_SHAPES = [
  { power: 1.7, root: 1 },
  { power: 2.2, root: 1 },
  { power: 2.2, root: 1.5 },
] as const;
const LEVEL_EDGE = { power: 2, root: 1 } as const;
/** Distance above and below the edge at which colours are compared, as a share of how far it hangs there, and its least in pixels. */
const COMPARED_DISTANCE = 0.35;
const COMPARED_DISTANCE_MIN = 1.5;
/** RGB difference above which an edge does not score higher (0…255; the inside is in shadow). */
const STEP_SCORE_MAX = 16;
/** Share of the points, weakest first, that an edge is scored by; its least score (0…1); and by how much it must exceed a level edge. */
const WEAKER_SHARE = 0.6;
const SCORE_MIN = 0.6;
const GAIN_OVER_LEVEL_MIN = 0.2;
/** Outlines that sag by more than this, in waist widths, are the front's edge themselves. */
const OUTLINE_SAG_MAX = 0.03;

/** Mean belief of the garment reader, 0…1, above which the inside of the back is above an edge, and the edge's least score then. */
const INSIDE_BELIEF_MIN = 0.5;
const SCORE_MIN_IF_INSIDE = 0.25;

/** Trousers or a skirt, the corners of their waist, and the reader's belief, 0…1, that a point shows the inside. */
interface WaistInput {
  readonly silhouette: Silhouette;
  readonly rgba: RasterU8;
  readonly corners: Pair<Point>;
  readonly insideAt: (p: Point) => number;
}

export const WAIST_OPENING: Rule<WaistInput, readonly Point[] | null> = {
  id: 'waist-opening',
  stage: 'garment',
  summary: "Cuts the inside of the back off above the front's waistband.",
  appliesTo: always,
  apply: findWaistOpening,
  evidence: [
    { set: 'N and O, blind', pairs: 116, fired: 2, better: 0, worse: 1, same: 1, date: '2026-11-29' },
    { set: 'drawn products', pairs: 39, fired: 12, better: 12, worse: 0, same: 0, date: '2026-11-29' },
  ],
};

/**
 * The front edge of trousers or a skirt laid flat, where the inside of the back shows above it: an arc between the corners of the waist
 * that is darker above it along its whole length. A weaker shade is enough where the garment reader sees the inside above. Null where the
 * outline itself is the front's edge: a band in another colour ends straight, and seams have the same fabric on both sides.
 *
 * Space: the silhouette's frame, image left to right.
 */
export function findWaistOpening({ silhouette, rgba, corners, insideAt }: WaistInput): Point[] | null {
  const [left, right] = corners;
  const width = distance(left, right);
  const middle = lerp(left, right, 0.5);
  if (outlineTop(silhouette, middle.x) - middle.y > OUTLINE_SAG_MAX * width) return null;
  const lowest = corners.map(({ x, y }) => silhouette.toGarment({ x, y: y + 2 * DEPTH_RANGE[1] * width }).y);
  const view = viewOf(silhouette, rgba, Math.max(...lowest));
  let best: { readonly curve: Point[]; readonly shade: number } = { curve: [], shade: 0 };
  let level = 0;
  for (let depth = DEPTH_RANGE[0] * width; depth <= DEPTH_RANGE[1] * width; depth += DEPTH_STEP * width) {
    for (const shape of EDGE_SHAPES) {
      const curve = curveOf(left, right, depth, shape);
      const shade = shadeAbove(view, curve, (p) => p.y - lineAt(left, right, p.x));
      if (shade > best.shade) best = { curve, shade };
    }
    const [a, b] = [left, right].map(({ x, y }) => ({ x, y: y + depth }));
    const shade = shadeAbove(view, curveOf(a, b, 0, LEVEL_EDGE), () => depth);
    level = Math.max(level, shade);
  }
  const { curve, shade } = best;
  if (shade > Math.max(SCORE_MIN, level + GAIN_OVER_LEVEL_MIN)) return curve;
  const above = curve.map(({ x, y }) => insideAt({ x, y: (y + outlineTop(silhouette, x)) / 2 }));
  const isInside = above.reduce((sum, belief) => sum + belief, 0) >= INSIDE_BELIEF_MIN * above.length;
  return isInside && shade > SCORE_MIN_IF_INSIDE ? curve : null;
}

interface View {
  readonly raster: RasterU8;
  readonly toView: (p: Point) => Point;
}

/** Rows that a whole garment would have in its view. */
const VIEW_ROWS = 512;

/** The garment down to the row `until`, in the view's pixels, shrunk. */
function viewOf(silhouette: Silhouette, rgba: RasterU8, until: number): View {
  const scale = Math.min(rgba.height, VIEW_ROWS) / rgba.height;
  const rows = Math.max(8, Math.min(rgba.height, Math.ceil(until)));
  const upper = { ...rgba, height: rows, data: rgba.data.subarray(0, 4 * rows * rgba.width) };
  const size = (pixels: number): number => Math.max(8, Math.round(pixels * scale));
  return {
    raster: resizeRaster(upper, size(rgba.width), size(rows)),
    toView: (p) => {
      const { x, y } = silhouette.toGarment(p);
      return { x: x * scale, y: y * scale };
    },
  };
}

const lineAt = (a: Point, b: Point, x: number): number => a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);

/**
 * How surely it is darker above a curve than below it, 0…1: the mean of the weaker points. `hangs`: a point's distance below the curve's
 * ends.
 */
function shadeAbove(view: View, curve: readonly Point[], hangs: (p: Point) => number): number {
  const steps: number[] = [];
  for (const p of curve.slice(2, -2)) {
    const reach = Math.max(COMPARED_DISTANCE_MIN, COMPARED_DISTANCE * hangs(p));
    const [above, below] = [-reach, reach].map((off) => lightAt(view, { x: p.x, y: p.y + off }));
    steps.push(above === null || below === null ? 0 : Math.max(0, Math.min(1, (below - above) / STEP_SCORE_MAX)));
  }
  const weaker = steps.sort((p, q) => p - q).slice(0, Math.ceil(WEAKER_SHARE * steps.length));
  return weaker.reduce((sum, step) => sum + step, 0) / weaker.length;
}

function lightAt({ raster, toView }: View, p: Point): number | null {
  const at = toView(p);
  const [x, y] = [Math.floor(at.x), Math.floor(at.y)];
  if (x < 0 || y < 0 || x >= raster.width || y >= raster.height) return null;
  const i = 4 * (y * raster.width + x);
  return raster.data[i + 3] < 128 ? null : (raster.data[i] + raster.data[i + 1] + raster.data[i + 2]) / 3;
}
