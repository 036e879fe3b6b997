import type { Point } from '@drape/imaging';
import type { LapelEdge, LapelInput, Lapels } from './lapels';
import { fabricColours, shareOfForeign } from './neck-edges';
import type { Fabric, View } from './neck-edges';

/**
 * An edge whose knee lies nearer to the middle and to the apex's column than this share of the other's may be a tape inside the
 * opening. The apex of a double-breasted jacket lies beside the middle: one edge is near to the one or to the other, not to both.
 */
const NARROW = 0.5;
/** Share of things that are not fabric between it and where the other edge's mirror image runs, from which it is one. */
const RESTS = 0.12;
/** Beyond the edge that replaces it there may be this much. */
const RESTS_LEFT = 0.02;
/** The mirror image is moved outwards, at most that far, in its own widths. */
const WIDER = 0.05;
const WIDEST = 1.5;
/** The rows looked at, as shares of the way from the apex to the top, and the columns between two edges. */
const ROWS = Array.from({ length: 24 }, (_, i) => 0.12 + (0.8 * i) / 23);
const COLUMNS = Array.from({ length: 8 }, (_, i) => (i + 0.5) / 8);
/** Where the fabric is looked at: points along the surer edge. */
const ALONG = 16;

/**
 * Replaces an edge that runs along a tape, a label or a hanger inside the opening by the other one's mirror image.
 *
 * Such an edge is much nearer to the axis than the other, and between it and the mirror image lies much that is no fabric.
 * Space: the silhouette's upright frame.
 */
export function widenLapels({ view, middle, shoulder, top }: LapelInput, lapels: Lapels): Lapels {
  const { edges, apex } = lapels;
  const left = isNarrow(edges[0], edges[1], [middle, apex]);
  if (!left && !isNarrow(edges[1], edges[0], [middle, apex])) return lapels;
  const [narrow, wide] = left ? edges : [edges[1], edges[0]];
  const fabric = fabricColours(view, along(wide, apex), shoulder);
  if (fabric === null) return lapels;
  const at = (scale: number): LapelEdge => mirrored(wide, apex, scale, top);
  const rests = (inner: LapelEdge, outer: LapelEdge): number => restsBetween(view, fabric, apex, [inner, outer]);
  if (rests(narrow, at(1)) < RESTS) return lapels;
  let scale = 1;
  while (scale < WIDEST && rests(at(scale), at(scale + 2 * WIDER)) > RESTS_LEFT) scale += WIDER;
  return { ...lapels, edges: left ? [at(scale), wide] : [wide, at(scale)] };
}

function isNarrow(edge: LapelEdge, other: LapelEdge, axes: readonly Point[]): boolean {
  return axes.every(({ x }) => Math.abs(edge.knee.x - x) < NARROW * Math.abs(other.knee.x - x));
}

/** The other side's edge as it were on this side, `scale` times as far from the apex's column. */
function mirrored(edge: LapelEdge, apex: Point, scale: number, top: (x: number) => number): LapelEdge {
  const flip = (x: number): number => apex.x + scale * (apex.x - x);
  const x = flip(edge.top.x);
  return { top: { x, y: Math.min(top(x), edge.knee.y - 1) }, knee: { x: flip(edge.knee.x), y: edge.knee.y } };
}

/** Points on the fabric's side of an edge. */
function along(edge: LapelEdge, apex: Point): Point[] {
  return Array.from({ length: ALONG }, (_, i) => {
    const y = edge.knee.y + ((apex.y - edge.knee.y) * i) / ALONG;
    return { x: columnAt(edge, apex, y), y };
  });
}

function columnAt({ top, knee }: LapelEdge, apex: Point, y: number): number {
  if (y >= knee.y) return apex.x + ((knee.x - apex.x) * (apex.y - y)) / (apex.y - knee.y);
  return knee.x + (top.x - knee.x) * Math.min(1, (knee.y - y) / (knee.y - top.y));
}

function restsBetween(view: View, fabric: Fabric, apex: Point, [inner, outer]: readonly LapelEdge[]): number {
  const high = Math.max(inner.top.y, outer.top.y);
  const points = ROWS.flatMap((up) => {
    const y = apex.y + (high - apex.y) * up;
    const [from, to] = [columnAt(inner, apex, y), columnAt(outer, apex, y)];
    return COLUMNS.map((t) => ({ x: from + (to - from) * t, y }));
  });
  return shareOfForeign(view, points, fabric);
}
