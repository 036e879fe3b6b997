import type { Point } from '@drape/imaging';
import type { Joints } from '../../person/pose/joints';
import { PARSE_CLASSES, type ParseResult } from '../../ports';
import type { UpperLandmarks } from '../../model/garment';
import { armPoint, lastInside, outmost, topOfColumn, wornView, type WornView } from './worn-body';
import type { WornCut } from './worn-cut-out';
import { hemEdge, hemRow, sideSeam } from './worn-seams';
import { nearestInside, sleeveOutline, type WornSleeve } from './worn-sleeve';
import type { Pair } from '../../model/pair';
import { mean } from '../../geometry/numbers';
import { pairOf } from '../../geometry/pairs';

/**
 * Columns, in shoulder widths from the spine, in which a bare shoulder shows skin above the edge: fabric, straps too, is above the joints
 * there.
 */
const PROBED_COLUMNS = [0.17, 0.22, 0.27, 0.32, 0.37] as const;
/**
 * Upper edges between these heights below the shoulder joints, in torso lengths, leave the shoulders bare; straps and necklines end above
 * them.
 */
const EDGE_BELOW_JOINTS_MIN = 0.015;
const EDGE_BELOW_JOINTS_MAX = 0.42;
/** Fewest columns of each side that must show this: a wedge of skin or hair that was read as fabric is above one of them. */
const BARE_COLUMNS_MIN = 4;
/** How much deeper the edge may be in the middle, torso lengths: halters whose straps were lost are cut lower. */
const MIDDLE_DIP_MAX = 0.12;
/** How far above the edge skin is looked for, torso lengths, and the least belief in skin there. */
const SKIN_PROBE_HEIGHTS = [0.035, 0.06] as const;
const SKIN_BELIEF_MIN = 0.5;
/** Step in which the edge is followed outwards, and how far out it is followed: shoulder widths. */
const EDGE_STEP = 0.01;
const EDGE_SPAN_MAX = 1;
/** What stands up from the edge and is narrower than this is not fabric, shoulder widths. */
const WEDGE_WIDTH_MAX = 0.3;
/** Fewest steps of an edge of a garment. */
const EDGE_STEPS_MIN = 40;
/** Number of steps over which a fall of 45° or more is detected: a flounce's side begins there, or the body's. */
const FALL_STEPS = 3;
/** The edge is cut this far below where it was seen, so that no skin above it stays, shoulder widths. */
const TRIM_DEPTH = 0.006;
/** Up to this distance from the spine the edge counts as neckline, further out as the shoulders' edge, shoulder widths. */
const NECKLINE_HALF_WIDTH = 0.3;
/** Armpits, torso lengths below and shoulder widths beside the middle of the shoulder joints, and their least distance from the edge. */
const USUAL_ARMPIT = { v: 0.27, u: 0.46, min: 0.06 } as const;

/**
 * Landmarks of a top or dress that leaves the shoulders of its model bare: off the shoulders, or with no support on them. Null for all
 * others, and for open jackets.
 *
 * Space: `joints` in pixels of the cut-out, `parse` of the product picture. What is above {@link upperEdge} is skin.
 */
export function wornBareTop(cut: WornCut, joints: Joints, parse: ParseResult): UpperLandmarks | null {
  if (cut.category === 'jacket' || cut.support !== null) return null;
  const view = wornView(cut.rgba, joints, null);
  const hemV = hemRow(view);
  if (hemV === null || !leavesShouldersBare(view, skinUnder.bind(null, cut, parse))) return null;
  const edge = edgeOf(view);
  if (edge.length < EDGE_STEPS_MIN) return null;
  const tips: Pair<Point> = [edge[0], edge[edge.length - 1]];
  const flounces = pairOf((i) => flounceOf(view, i));
  const armpit = pairOf((i) => armpitOf(view, i, tips[i], flounces[i].reach > 0));
  const sleeves = pairOf((i) => sleeveOutline(view, flounces[i].sleeve, tips[i], armpit[i], null));
  const sides = pairOf((i) => sideSeam(view, i, { armpit: armpit[i], sleeve: sleeves[i] }, hemV));
  const hem = pairOf((i) => sides[i][sides[i].length - 1]);
  const ends = neckEnds(view, edge);
  const { shoulderWidth, torsoLength } = view.frame;
  const heights = edge.slice(ends[0], ends[1] + 1).map((p) => view.coordinates(p).v);
  return {
    kind: 'upper',
    neck: [edge[ends[0]], edge[ends[1]]],
    shoulder: tips,
    armpit,
    hem,
    sides,
    shoulderEdges: [edge.slice(0, ends[0] + 1).reverse(), edge.slice(ends[1])],
    sleeves,
    hemEdge: hemEdge(view, hem, hemV),
    neckline: edge.slice(ends[0], ends[1] + 1),
    necklineKind: 'bandeau',
    bareTop: {
      edge: mean(heights),
      wearer: { shoulderWidth, torsoLength },
      reach: pairOf((i) => flounces[i].reach),
    },
    confidence: 0.85,
  };
}

/** The whole upper edge, image left to right. */
export function upperEdge({ shoulderEdges, neckline }: UpperLandmarks): Point[] {
  return [...[...shoulderEdges[0]].reverse(), ...neckline.slice(1, -1), ...shoulderEdges[1]];
}

/** Whether the garment begins below the joints beside the neck on both sides, with skin above it: hair and scarves hide shoulders, too. */
function leavesShouldersBare(view: WornView, skinAt: (p: Point) => number): boolean {
  const middle = topOfColumn(view, 0, -0.45, EDGE_BELOW_JOINTS_MAX + MIDDLE_DIP_MAX);
  if (middle === null) return false;
  const deepest = view.coordinates(middle).v;
  return ([-1, 1] as const).every((sign) => {
    const joint = view.coordinates(view.joints.shoulders[sign < 0 ? 0 : 1]).v;
    const bare = PROBED_COLUMNS.filter((u) => {
      const top = topOfColumn(view, sign * u, -0.45, EDGE_BELOW_JOINTS_MAX);
      if (top === null) return false;
      const { v } = view.coordinates(top);
      const skin = SKIN_PROBE_HEIGHTS.map((above) => skinAt(view.at(sign * u, v - above)));
      return v - joint > EDGE_BELOW_JOINTS_MIN && deepest - v < MIDDLE_DIP_MAX && Math.min(...skin) > SKIN_BELIEF_MIN;
    });
    return bare.length >= BARE_COLUMNS_MIN;
  });
}

/** How surely the parser calls a point of the cut-out skin. */
function skinUnder({ place: { origin, scale } }: WornCut, { box, planes }: ParseResult, p: Point): number {
  const { width, height, data } = planes[PARSE_CLASSES.indexOf('skin')];
  const x = Math.floor(((origin.x + p.x / scale - box.x) * width) / box.width);
  const y = Math.floor(((origin.y + p.y / scale - box.y) * height) / box.height);
  return x < 0 || y < 0 || x >= width || y >= height ? 0 : data[y * width + x];
}

/** Tops of columns one step apart, image left to right: the upper edge and what falls away beside it. */
function topsOfColumns(view: WornView): BodyPlace[] {
  const tops: BodyPlace[] = [];
  for (let i = -Math.round(EDGE_SPAN_MAX / EDGE_STEP); i * EDGE_STEP < EDGE_SPAN_MAX; i++) {
    const top = topOfColumn(view, i * EDGE_STEP, -0.3, EDGE_BELOW_JOINTS_MAX + 0.2);
    if (top !== null) tops.push(view.coordinates(top));
    else if (i < 0) tops.length = 0;
    else break;
  }
  return tops;
}

type BodyPlace = ReturnType<WornView['coordinates']>;

/** The same without narrow peaks: wedges of skin or hair that were read as fabric. */
function withoutWedges(tops: readonly BodyPlace[]): BodyPlace[] {
  const half = Math.round(WEDGE_WIDTH_MAX / 2 / EDGE_STEP);
  const lowest = tops.map((_, i) =>
    i < half || i + half >= tops.length ? Infinity : Math.max(...tops.slice(i - half, i + half + 1).map(({ v }) => v)),
  );
  return tops.map(({ u, v }, i) => ({
    u,
    v: Math.max(v, Math.min(...lowest.slice(Math.max(0, i - half), i + half + 1))),
  }));
}

/** The upper edge, a little lower than it was seen, up to where it falls away on both sides. */
function edgeOf(view: WornView): Point[] {
  const tops = withoutWedges(topsOfColumns(view));
  const { shoulderWidth, torsoLength } = view.frame;
  const steepest = (FALL_STEPS * EDGE_STEP * shoulderWidth) / torsoLength;
  const falls = (i: number, to: 1 | -1): boolean =>
    Math.abs(tops[i].u) > NECKLINE_HALF_WIDTH && tops[i].v - (tops[i - to * FALL_STEPS] ?? tops[i]).v > steepest;
  let [first, last] = [tops.findIndex(({ u }) => u >= 0), tops.findIndex(({ u }) => u >= 0)];
  while (first > 0 && !falls(first - 1, -1)) first--;
  while (last < tops.length - 1 && !falls(last + 1, 1)) last++;
  const lower = (TRIM_DEPTH * shoulderWidth) / torsoLength;
  return tops.slice(first, last + 1).map(({ u, v }) => view.at(u, v + lower));
}

/** Indices of the edge's points between which it is neckline. */
function neckEnds(view: WornView, edge: readonly Point[]): Pair<number> {
  const us = edge.map((p) => view.coordinates(p).u);
  const [min, max] = [0.7 * us[0], 0.7 * us[us.length - 1]];
  const first = us.findIndex((u) => u > Math.max(-NECKLINE_HALF_WIDTH, min));
  const last = us.findIndex((u) => u > Math.min(NECKLINE_HALF_WIDTH, max));
  return [Math.max(1, first), Math.min(us.length - 2, last)];
}

function armpitOf(view: WornView, side: 0 | 1, tip: Point, covered: boolean): Point {
  const sign = side === 0 ? -1 : 1;
  const joint = view.coordinates(view.joints.shoulders[side]).v;
  const lowest = view.coordinates(tip).v + USUAL_ARMPIT.min;
  if (covered) return view.at(sign * USUAL_ARMPIT.u, Math.max(joint + USUAL_ARMPIT.v, lowest));
  return outmost(view, view.at(sign * 0.2, lowest), sign, 0.5);
}

/** Step between the stations of the arm at which a flounce is looked for, and the longest gap in it, as shares of the arm. */
const STATION_STEP = 0.02;
const STATION_GAP_MAX = 0.06;
/** Lowest place on the arm at which a flounce begins, and its least length, as shares of the arm. */
const FLOUNCE_START_MAX = 0.3;
const FLOUNCE_LENGTH_MIN = 0.1;
/**
 * In shoulder widths: least and greatest distance of a flounce's edge from the arm's bone (nearer, it is the body's edge), and how far from
 * the bone its fabric is looked for.
 */
const FLOUNCE_OUT_MIN = 0.03;
const FLOUNCE_OUT_MAX = 0.32;
const SEARCH_START_OFF_BONE = 0.05;
/** Half width of the arm on its inner side, where flounce and body are one, in shoulder widths. */
const INNER_HALF_WIDTH = 0.13;
/** Share of the arm beyond which it is a long sleeve. */
const LONG_SLEEVE_FROM = 0.7;

/** What hangs over an upper arm below the edge. */
function flounceOf(view: WornView, side: 0 | 1): { readonly sleeve: WornSleeve; readonly reach: number } {
  const sw = view.frame.shoulderWidth;
  const outer: Point[] = [];
  const inner: Point[] = [];
  let [begin, end] = [-1, -1];
  for (let t = STATION_STEP; t <= 1.04; t += STATION_STEP) {
    const { point, direction } = armPoint(view.joints, side, t);
    const out = side === 0 ? { x: -direction.y, y: direction.x } : { x: direction.y, y: -direction.x };
    const start = nearestInside(view, point, out, SEARCH_START_OFF_BONE * sw);
    const edge = start === null ? null : lastInside(view, start, out, FLOUNCE_OUT_MAX * sw);
    if (edge !== null && (edge.x - point.x) * out.x + (edge.y - point.y) * out.y > FLOUNCE_OUT_MIN * sw) {
      if (begin < 0) begin = t;
      end = t;
      outer.push(edge);
      inner.push({ x: point.x - out.x * INNER_HALF_WIDTH * sw, y: point.y - out.y * INNER_HALF_WIDTH * sw });
    } else if (begin < 0 ? t > FLOUNCE_START_MAX : t - end > STATION_GAP_MAX) break;
  }
  if (begin < 0 || end - begin < FLOUNCE_LENGTH_MIN)
    return { sleeve: { length: 'none', outer: [], inner: [] }, reach: 0 };
  return { sleeve: { length: end > LONG_SLEEVE_FROM ? 'long' : 'short', outer, inner }, reach: Math.min(1, end) };
}
