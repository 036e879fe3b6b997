import type { Point } from '@drape/imaging';
import type { SleeveLength, SleeveOutline } from '../../model/garment';
import { armPoint, lastInside, type WornView } from './worn-body';
import { add, distance, lerp, scale, sub } from '../../geometry/vector';

/** Greatest half width of a sleeve, in shoulder widths; beyond it the ray has run into the body. */
const HALF_WIDTH_MAX = 0.3;
/** The same towards the body, where a sleeve on the body has no edge of its own. */
const INNER_HALF_WIDTH_MAX = 0.17;
/**
 * Distance of the pose's elbow or wrist from the sleeve up to which the sleeve's middle is taken instead, in shoulder widths. Then:
 * stations along the arm.
 */
const POSE_OFFSET_MAX = 0.05;
const STATIONS = 40;
/** Longest gap within a sleeve, as a share of the arm; a longer one ends it. */
const SLEEVE_GAP_MAX = 0.07;
/** Share of the arm beyond which the hand may come out; fabric after it is a pocket's, not the sleeve's. */
const HAND_SPAN_START = 0.75;
/** Sleeves that end before this share of the arm are the body's own edge. */
const SLEEVE_LENGTH_MIN = 0.14;
/** Length of a long sleeve in armhole depths; the same rule as for flat garments. */
const LONG_SLEEVE_DEPTHS = 1.55;

export interface WornSleeve {
  readonly length: SleeveLength;
  /** From just below the tip to the outer cuff corner, and the same inside; empty without a sleeve. */
  readonly outer: readonly Point[];
  readonly inner: readonly Point[];
}

interface Station {
  readonly t: number;
  readonly centre: Point;
  readonly outer: Point;
  readonly inner: Point;
}

/** Follows a worn sleeve along the arm: both edges at each station until the garment ends. */
export function followSleeve(view: WornView, side: 0 | 1, armholePx: number): WornSleeve {
  const stations: Station[] = [];
  let lost = 0;
  for (let k = 3; k <= STATIONS; k++) {
    const t = (k / STATIONS) * 1.08;
    if (t > HAND_SPAN_START && stations.length > 0 && handBegins(view, side, t, stations[stations.length - 1])) break;
    const station = stationAt(view, side, t);
    if (station !== null) {
      stations.push(station);
      lost = 0;
      continue;
    }
    lost += 1.08 / STATIONS;
    if (lost > SLEEVE_GAP_MAX) break;
  }
  const last = stations[stations.length - 1];
  if (last === undefined || last.t < SLEEVE_LENGTH_MIN) return { length: 'none', outer: [], inner: [] };
  const smooth = smoothStations(stations);
  const long = distance(smooth[0].centre, last.centre) > armholePx * LONG_SLEEVE_DEPTHS - armholePx * 0.3;
  return { length: long ? 'long' : 'short', outer: smooth.map((s) => s.outer), inner: smooth.map((s) => s.inner) };
}

/**
 * Whether the bone and the sleeve's middle, continued along it, leave the fabric, and the bone meets fabric again: a hand, seen or filled,
 * on its way into a pocket. A sleeve that hangs free continues to its last pixel.
 */
function handBegins(view: WornView, side: 0 | 1, t: number, before: Station): boolean {
  const bone = armPoint(view.joints, side, before.t).point;
  const off = sub(before.centre, bone);
  const outside = [0, 0.5, 1].every((k) => {
    const { point } = armPoint(view.joints, side, t + (k * 1.08) / STATIONS);
    return !view.sleeve(point) && !view.sleeve(add(point, off));
  });
  return (
    outside && POCKET_PROBES.filter((ahead) => view.sleeve(armPoint(view.joints, side, t + ahead).point)).length >= 3
  );
}

/** Distances ahead of the cuff, as shares of the arm, at which a pocket's fabric may begin. */
const POCKET_PROBES = [0.06, 0.1, 0.14, 0.18, 0.22, 0.26, 0.3, 0.34] as const;

function stationAt(view: WornView, side: 0 | 1, t: number): Station | null {
  const { point, direction } = armPoint(view.joints, side, t);
  const sign = side === 0 ? -1 : 1;
  const out = { x: direction.y * sign, y: -direction.x * sign };
  const sw = view.frame.shoulderWidth;
  const start = nearestInside(view, point, out, POSE_OFFSET_MAX * sw);
  if (start === null) return null;
  const outer = lastInside(view, start, out, HALF_WIDTH_MAX * sw);
  const half = Math.min(INNER_HALF_WIDTH_MAX * sw, Math.max(distance(point, outer), 0.08 * sw));
  const inner = lastInside(view, start, scale(out, -1), half + distance(point, start), view.sleeve);
  return { t, centre: lerp(outer, inner, 0.5), outer, inner };
}

/** The arm's point itself, or the nearest opaque one across it. */
export function nearestInside(view: WornView, point: Point, out: Point, reach: number): Point | null {
  for (let d = 0; d <= reach; d += 1) {
    for (const s of [d, -d]) {
      const p = add(point, out, s);
      if (view.sleeve(p)) return p;
    }
  }
  return null;
}

/** Means over three stations, so that one ray that slips past a fold does not notch the edge. */
function smoothStations(stations: readonly Station[]): Station[] {
  return stations.map((s, i) => {
    if (i === 0 || i === stations.length - 1) return s;
    const mean = (pick: (s: Station) => Point): Point => {
      const [a, b, c] = [stations[i - 1], s, stations[i + 1]].map(pick);
      return { x: (a.x + b.x + c.x) / 3, y: (a.y + b.y + c.y) / 3 };
    };
    return { ...s, outer: mean((q) => q.outer), inner: mean((q) => q.inner) };
  });
}

/** A followed sleeve as pieces of the outline between the shoulder tip, the armpit and its cuff. */
export function sleeveOutline(
  view: WornView,
  found: WornSleeve,
  tip: Point,
  armpit: Point,
  gapTop: Point | null,
): SleeveOutline {
  if (found.length === 'none')
    return { length: 'none', outer: [tip, armpit], inner: [armpit], gapTop: null, confidence: 0.9 };
  const from = view.coordinates(tip).v;
  const under = view.coordinates(armpit).v + 0.02;
  const outer = [tip, ...found.outer.filter((p) => view.coordinates(p).v > from + 0.02)];
  const below = found.inner.filter((p) => view.coordinates(p).v > under);
  const corner = lerp(armpit, outer[outer.length - 1], 0.06);
  const inner = [armpit, ...(below.length > 0 ? below : [corner])];
  return { length: found.length, outer, inner, gapTop, confidence: gapTop === null ? 0.9 : 0.6 };
}
