import type { PlaneF32, Point, RasterU8 } from '@drape/imaging';
import type { Joints } from '../../person/pose/joints';
import { offLine } from '../../geometry/chain';
import type { NecklineKind, SleeveOutline, UpperLandmarks } from '../../model/garment';
import { armPoint, lastInside, outmost, topOfColumn, wornView, type WornView } from './worn-body';
import { hemEdge, hemRow, sideSeam } from './worn-seams';
import { followSleeve, sleeveOutline, type WornSleeve } from './worn-sleeve';
import type { Pair } from '../../model/pair';
import { lerp } from '../../geometry/vector';
import { pairOf } from '../../geometry/pairs';

/** Range in which the garment's upper edge is searched, torso lengths below the shoulder line. */
const UPPER_EDGE_RANGE: readonly [number, number] = [-0.45, 0.4];
/**
 * Neck points lower than this above the joints' line, in shoulder widths, belong to bare shoulders: the body does not show where they go.
 */
const BARE_NECK_HEIGHT_MAX = 0.06;
/** Lowest height of a strap's upper end below the joint, in torso lengths; lower edges are strapless tops. */
const STRAP_DEPTH_MAX = 0.08;
/** Greatest sag of a draped shoulder below its chord, in shoulder widths. */
const SHOULDER_SAG_MAX = 0.03;
/** Usual armpit of worn garments where the contour does not show it, from the shoulder joint: torso lengths down, shoulder widths out. */
const USUAL_ARMPIT = { v: 0.27, u: 0.46 } as const;
/** A gap between arm and body that begins lower than this, in torso lengths, says nothing about the armpit. */
const ARMPIT_GAP_DEPTH_MAX = 0.42;

/**
 * Landmarks of a worn top, jacket or dress: joints say where to look, the cut-out's edge where they are.
 *
 * Space: `joints` in pixels of `rgba`. Returns null where the shoulders are bare (straps, strapless): there the outline is more reliable.
 */
export function findWornUpper(
  rgba: RasterU8,
  joints: Joints,
  support: PlaneF32 | null,
  filled: PlaneF32 | null = null,
): UpperLandmarks | null {
  const view = wornView(rgba, joints, support, filled);
  const left = readSide(view, 0);
  const right = readSide(view, 1);
  if (left === null || right === null) return null;
  const hemV = hemRow(view);
  if (hemV === null) return null;
  const both = <T>(pick: (side: Side) => T): Pair<T> => [pick(left), pick(right)];
  const sides = pairOf((i) => sideSeam(view, i, i === 0 ? left : right, hemV));
  const hem = pairOf((i) => sides[i][sides[i].length - 1]);
  const neckline =
    view.opaque === null
      ? necklineOf(view, left.neck, right.neck)
      : openingOf(view, view.opaque, left.neck, right.neck, hemV);
  return {
    kind: 'upper',
    neck: both((s) => s.neck),
    shoulder: both((s) => s.tip),
    armpit: both((s) => s.armpit),
    hem,
    sides,
    shoulderEdges: both((s) => s.shoulderEdge),
    sleeves: both((s) => s.sleeve),
    hemEdge: hemEdge(view, hem, hemV),
    neckline,
    necklineKind: kindOf(view, left, right, neckline),
    confidence: Math.min(left.confidence, right.confidence),
  };
}

interface Side {
  readonly neck: Point;
  readonly tip: Point;
  readonly armpit: Point;
  readonly shoulderEdge: readonly Point[];
  readonly sleeve: SleeveOutline;
  /** Height of the outline above the neck point towards the middle, pixels. */
  readonly rise: number;
  readonly confidence: number;
}

function readSide(view: WornView, side: 0 | 1): Side | null {
  const sign = side === 0 ? -1 : 1;
  const tip = shoulderTip(view, side);
  if (tip === null) return null;
  const tipU = Math.abs(view.coordinates(tip).u);
  const edge: Point[] = [tip];
  for (let u = tipU - 0.02; u > 0.06; u -= 0.01) {
    const p = topOfColumn(view, sign * u, UPPER_EDGE_RANGE[0], UPPER_EDGE_RANGE[1]);
    if (p !== null) edge.push(p);
  }
  if (edge.length < 3) return null;
  const neckAt = neckIndex(view, edge);
  const sw = view.frame.shoulderWidth;
  const armhole = 0.45 * sw;
  const found = followSleeve(view, side, armhole);
  const gap = gapBesideArm(view, side, found);
  const { armpit, gapTop } = armpitOf(view, side, tip, gap, found);
  const heights = edge.slice(neckAt).map((p) => heightAboveJoints(view, p));
  return {
    neck: edge[neckAt],
    tip,
    armpit,
    shoulderEdge: edge.slice(0, neckAt + 1).reverse(),
    sleeve: sleeveOutline(view, found, tip, armpit, gapTop),
    rise: Math.max(0, Math.max(...heights) - heightAboveJoints(view, edge[neckAt])),
    confidence: heightAboveJoints(view, edge[neckAt]) < BARE_NECK_HEIGHT_MAX * sw ? 0.3 : gapTop === null ? 0.9 : 0.7,
  };
}

/** Height above the shoulder joints' line, pixels. */
const heightAboveJoints = (view: WornView, p: Point): number => -view.coordinates(p).v * view.frame.torsoLength;

/** From the joint up and outwards to the garment's edge. */
function shoulderTip(view: WornView, side: 0 | 1): Point | null {
  const sign = side === 0 ? -1 : 1;
  const { across, down, shoulderWidth: sw } = view.frame;
  const joint = view.joints.shoulders[side];
  const length = Math.hypot(0.62, 0.78);
  const direction = {
    x: (across.x * sign * 0.62 - down.x * 0.78) / length,
    y: (across.y * sign * 0.62 - down.y * 0.78) / length,
  };
  for (const drop of [0, 0.04, 0.08]) {
    const from = { x: joint.x + down.x * drop * sw, y: joint.y + down.y * drop * sw };
    if (view.inside(from)) return lastInside(view, from, direction, 0.35 * sw);
  }
  return strapTip(view, side);
}

/** Outer end of a strap that is inside the joint: the outermost column with garment near the shoulders' line. */
function strapTip(view: WornView, side: 0 | 1): Point | null {
  const sign = side === 0 ? -1 : 1;
  const joint = view.coordinates(view.joints.shoulders[side]);
  for (let u = Math.abs(joint.u); u > 0.14; u -= 0.01) {
    const p = topOfColumn(view, sign * u, UPPER_EDGE_RANGE[0], joint.v + STRAP_DEPTH_MAX);
    if (p !== null) return p;
  }
  return null;
}

/**
 * Index at which the upper edge, walked inwards from the tip, leaves the shoulder's line: upwards for a collar, downwards for the neckline.
 */
function neckIndex(view: WornView, edge: readonly Point[]): number {
  const limit = SHOULDER_SAG_MAX * view.frame.shoulderWidth;
  let index = Math.min(4, edge.length - 1);
  for (let i = index; i < edge.length; i++) {
    const straight = edge.slice(1, i).every((p) => Math.abs(offLine(p, edge[0], edge[i])) < limit);
    if (!straight) break;
    index = i;
  }
  let peak = index;
  for (let i = 0; i < edge.length; i++)
    if (heightAboveJoints(view, edge[i]) > heightAboveJoints(view, edge[peak])) peak = i;
  const rise = heightAboveJoints(view, edge[peak]) - heightAboveJoints(view, edge[index]);
  return rise < 0.06 * view.frame.shoulderWidth && Math.abs(peak - index) < 12 ? peak : index;
}

/** First row below the armhole in which something that is not garment is between body and arm; null without one. */
function gapBesideArm(view: WornView, side: 0 | 1, sleeve: WornSleeve): Point | null {
  const sign = side === 0 ? -1 : 1;
  const step = 1.5 / Math.max(1, view.frame.torsoLength);
  for (let v = 0.1; v < 1.05; v += step) {
    const arm = armColumn(view, side, v) ?? sign * 0.6;
    let last: Point | null = null;
    for (let u = 0.2; u < Math.abs(arm) - 0.02; u += 0.01) {
      const p = view.at(sign * u, v);
      if (view.inside(p)) {
        last = p;
        continue;
      }
      if (last !== null && (sleeve.length === 'none' || v > 0.14)) return last;
    }
  }
  return null;
}

/** u of the arm at a row of the body, null below its end. */
function armColumn(view: WornView, side: 0 | 1, v: number): number | null {
  for (let t = 0; t <= 1; t += 0.04) {
    const c = view.coordinates(armPoint(view.joints, side, t).point);
    if (c.v >= v) return c.u;
  }
  return null;
}

function armpitOf(
  view: WornView,
  side: 0 | 1,
  tip: Point,
  gap: Point | null,
  sleeve: WornSleeve,
): { armpit: Point; gapTop: Point | null } {
  const sign = side === 0 ? -1 : 1;
  const jointV = view.coordinates(view.joints.shoulders[side]).v;
  const template = view.at(sign * USUAL_ARMPIT.u, jointV + USUAL_ARMPIT.v);
  if (sleeve.length === 'none')
    return { armpit: armholeEnd(view, sign, jointV + USUAL_ARMPIT.v) ?? template, gapTop: null };
  if (gap === null) return { armpit: template, gapTop: template };
  const at = view.coordinates(gap);
  const lowest = jointV + ARMPIT_GAP_DEPTH_MAX;
  if (at.v <= lowest && at.v > view.coordinates(tip).v + 0.12) return { armpit: gap, gapTop: null };
  return { armpit: template, gapTop: gap };
}

/** The lower end of a bare armhole: the garment's edge beside the chest in the armpit's row. */
function armholeEnd(view: WornView, sign: number, v: number): Point | null {
  const from = view.at(sign * 0.2, v);
  return view.inside(from) ? outmost(view, from, sign, 0.4) : null;
}

/** The garment's upper edge between the neck points: on a body the inside of the back is hidden behind the neck. */
function necklineOf(view: WornView, left: Point, right: Point): Point[] {
  const [a, b] = [view.coordinates(left), view.coordinates(right)];
  const edge = Array.from({ length: 23 }, (_, i) => {
    const u = a.u + ((b.u - a.u) * (i + 1)) / 24;
    const t = (i + 1) / 24;
    return topOfColumn(view, u, UPPER_EDGE_RANGE[0], 0.75) ?? lerp(left, right, t);
  });
  return [left, ...edge, right];
}

/** The edge of an open jacket from neck point to neck point, down along one half and up along the other. */
function openingOf(view: WornView, opaque: (p: Point) => boolean, left: Point, right: Point, hemV: number): Point[] {
  const [a, b] = [view.coordinates(left), view.coordinates(right)];
  const step = 1 / Math.max(1, view.frame.torsoLength);
  const edge = Array.from({ length: 31 }, (_, i) => {
    const u = a.u + ((b.u - a.u) * (i + 1)) / 32;
    let v = UPPER_EDGE_RANGE[0];
    while (v < hemV && !(opaque(view.at(u, v)) && opaque(view.at(u, v + 2 * step)))) v += step;
    return view.at(u, Math.min(v, hemV));
  });
  return [left, ...edge, right];
}

function kindOf(view: WornView, left: Side, right: Side, neckline: readonly Point[]): NecklineKind {
  const sw = view.frame.shoulderWidth;
  if (Math.max(left.rise, right.rise) > 0.06 * sw) return 'collar';
  const chord = lerp(left.neck, right.neck, 0.5);
  const low = Math.max(...neckline.map((p) => view.coordinates(p).v)) - view.coordinates(chord).v;
  const depth = (low * view.frame.torsoLength) / sw;
  const quarter = view.coordinates(neckline[6]).v - view.coordinates(chord).v;
  if (quarter < 0.62 * low && depth > 0.2) return 'v';
  return depth > 0.36 ? 'scoop' : 'crew';
}
