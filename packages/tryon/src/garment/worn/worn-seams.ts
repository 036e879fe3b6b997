import type { Point } from '@drape/imaging';
import type { SleeveOutline } from '../../model/garment';
import { outmost, type WornView } from './worn-body';
import type { Pair } from '../../model/pair';

/** Where a worn garment's side seam begins, and the sleeve beside it. */
export interface SeamStart {
  readonly armpit: Point;
  readonly sleeve: SleeveOutline;
}

/** Height of the hem in the middle, in torso lengths: the lowest row that is garment around the body's axis. */
export function hemRow(view: WornView): number | null {
  const step = 1 / Math.max(1, view.frame.torsoLength);
  const covered = (v: number): boolean =>
    [-0.2, -0.1, 0, 0.1, 0.2].filter((u) => view.inside(view.at(u, v))).length >= 2;
  let last: number | null = null;
  for (let v = 0.3; v < 4 && (last === null || v - last < 0.08); v += step) if (covered(v)) last = v;
  return last;
}

/** Armpit → hem corner: the outermost garment of each row that still is body, not sleeve. */
export function sideSeam(view: WornView, side: 0 | 1, own: SeamStart, hemV: number): Point[] {
  const sign = side === 0 ? -1 : 1;
  const start = view.coordinates(own.armpit);
  const rows = 40;
  let corner: Point | null = null;
  let best = Number.NEGATIVE_INFINITY;
  const points: Point[] = [];
  for (let k = 1; k <= rows; k++) {
    const v = start.v + ((hemV + 0.06 - start.v) * k) / rows;
    const from = [0.2, 0.1, 0.3].map((u) => view.at(sign * u, v)).find(view.inside);
    if (from === undefined) continue;
    const edge = view.coordinates(outmost(view, from, sign, 1.4));
    const limit = sleeveColumn(view, own.sleeve, v);
    const u = limit === null ? Math.abs(edge.u) : Math.min(Math.abs(edge.u), limit);
    points.push(view.at(sign * u, v));
    const score = 0.75 * u * view.frame.shoulderWidth + v * view.frame.torsoLength;
    if (v > start.v + 0.6 * (hemV - start.v) && score > best) {
      best = score;
      corner = view.at(sign * u, v);
    }
  }
  const end = corner ?? points[points.length - 1] ?? own.armpit;
  const endV = view.coordinates(end).v;
  return [own.armpit, ...points.filter((p) => view.coordinates(p).v < endV), end];
}

/** u (positive outwards) at a row of the inner edge of a sleeve on the body; null where the sleeve is apart from the body or has ended. */
function sleeveColumn(view: WornView, sleeve: SleeveOutline, v: number): number | null {
  if (sleeve.length === 'none') return null;
  for (let i = 1; i < sleeve.inner.length; i++) {
    const a = view.coordinates(sleeve.inner[i - 1]);
    const b = view.coordinates(sleeve.inner[i]);
    if (a.v <= v && v <= b.v) return Math.abs(a.u + ((b.u - a.u) * (v - a.v)) / Math.max(1e-6, b.v - a.v));
  }
  return null;
}

/** The lower edge between the corners, image left to right. */
export function hemEdge(view: WornView, hem: Pair<Point>, hemV: number): Point[] {
  const [a, b] = [view.coordinates(hem[0]), view.coordinates(hem[1])];
  const edge: Point[] = [hem[0]];
  const step = 1 / Math.max(1, view.frame.torsoLength);
  for (let k = 1; k < 20; k++) {
    const u = a.u + ((b.u - a.u) * k) / 20;
    for (let v = hemV + 0.15; v > hemV - 0.25; v -= step) {
      if (!view.inside(view.at(u, v))) continue;
      edge.push(view.at(u, v));
      break;
    }
  }
  return [...edge, hem[1]];
}
