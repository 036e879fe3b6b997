import type { Point } from '@drape/imaging';
import { distance, offLine } from './chain';
import type { Pair } from './types';

/** Collars do not stand wider apart than this, in half shoulder widths: padding or studs have ended the shoulder's line early. */
const FAR_NECK = 0.5;
/** A collar's foot is the deepest hollow between its top and the shoulder's tip, at least this deep, in their distance, … */
const FOOT_DEPTH = 0.06;
/** … this far below its top, in half shoulder widths, … */
const FOOT_BELOW = 0.12;
/** … and on both sides as far from the collar's middle, but for this share. */
const UNEVEN = 0.35;
/** A neck farther out than this is the end of a shoulder into which the collar passes without a bend: in half shoulder widths … */
const SMOOTH_NECK = 0.65;
/** … its foot is put there, or this far beside the collar's corner. */
const USUAL_FOOT = 0.4;
const BESIDE = 0.08;

export interface CollarInput {
  /** Where the outline leaves the shoulder's straight line, and the shoulders' tips, image left to right. */
  readonly neck: Pair<Point>;
  readonly tip: Pair<Point>;
  /** The collar's upper corners. */
  readonly corners: Pair<Point>;
  /** First row of the garment in a column. */
  readonly top: (x: number) => number;
  /** The corners are those of lapels or of a wrap, which may pass into the shoulders without a bend. */
  readonly lapels?: boolean;
}

/**
 * The neck points of a garment with a collar: where the outline turns from the shoulder up into it.
 *
 * Space: the silhouette's upright frame. Returns `neck` itself where it lies close enough, or where no collar stands on the shoulders
 * and no lapels pass into them.
 */
export function collarFeet({ neck, tip, corners, top, lapels = false }: CollarInput): Pair<Point> {
  const middle = (corners[0].x + corners[1].x) / 2;
  const out = (p: Point): number => Math.abs(p.x - middle);
  if (neck.every((p, i) => out(p) < FAR_NECK * out(tip[i]))) return neck;
  const foot = (i: 0 | 1): Point => {
    const [corner, end, sign] = [corners[i], tip[i], i === 0 ? -1 : 1];
    let best = neck[i];
    let deepest = FOOT_DEPTH * distance(corner, end);
    for (let x = corner.x + sign; sign * (end.x - x) > 0; x += sign) {
      const p = { x, y: top(x) };
      const depth = sign * offLine(p, corner, end);
      if (depth <= deepest || p.y - corner.y < FOOT_BELOW * out(end)) continue;
      deepest = depth;
      best = p;
    }
    return best;
  };
  const feet: Pair<Point> = [foot(0), foot(1)];
  const [a, b] = [out(feet[0]), out(feet[1])];
  if (Math.abs(a - b) < UNEVEN * Math.max(a, b) && a + b < out(neck[0]) + out(neck[1])) return feet;
  const smooth = (i: 0 | 1): Point => {
    const x = middle + (i === 0 ? -1 : 1) * Math.max(out(corners[i]) + BESIDE * out(tip[i]), USUAL_FOOT * out(tip[i]));
    return { x, y: top(x) };
  };
  return lapels && neck.every((p, i) => out(p) > SMOOTH_NECK * out(tip[i])) ? [smooth(0), smooth(1)] : neck;
}

/** A shoulder's edge from another neck point on: `edge` without what lies nearer to the middle, or with the outline between. */
export function edgeFrom(foot: Point, edge: readonly Point[], top: (x: number) => number): Point[] {
  const tip = edge[edge.length - 1];
  const sign = Math.sign(tip.x - foot.x);
  const rest = edge.filter((p) => sign * (p.x - foot.x) > 0);
  const between: Point[] = [];
  for (let x = foot.x + sign; rest.length > 0 && sign * (rest[0].x - x) > 0; x += sign) between.push({ x, y: top(x) });
  return [foot, ...between, ...(rest.length > 0 ? rest : [tip])];
}
