import type { Point, RasterU8 } from '@drape/imaging';
import { distance, lerp } from './chain';
import { edgeScore, viewOf, type View } from './neck-edges';
import { curveOf, outlineTop, type Neckline, type NeckShape } from './neckline';
import type { Silhouette } from './silhouette';
import type { Pair } from './types';

/** A neckline is doubted from this width on, in widths from armpit to armpit, and below this edge (0…1). */
const WIDE = 0.5;
const FAINT = 0.75;
/** By how much the edge of a narrower one must be clearer. */
const CLEARER = 0.25;
/** Half widths that are tried, their middle's distance from the neck's, and depths; in the same widths. Source: 60 tees laid flat. */
const HALF_WIDTHS = [0.165, 0.18, 0.195, 0.21, 0.225, 0.24];
const ASIDE = [-0.04, -0.02, 0, 0.02, 0.04];
const DEPTHS = [0.06, 0.075, 0.09, 0.105, 0.12, 0.14, 0.16, 0.18, 0.2];
const SHAPES: readonly NeckShape[] = [
  { power: 1.6, root: 1 },
  { power: 2.1, root: 1 },
  { power: 2.1, root: 2.1 },
];
/** Both ends lie this nearly at one height. */
const LEVEL = 0.12;
/** The usual neck of a tee, and what differing from it costs. */
const USUAL = { width: 0.42, spread: 0.2, cost: 0.3 } as const;

interface NeckRead {
  readonly neckline: Neckline;
  readonly neck: Pair<Point>;
  readonly armpit: Pair<Point>;
}

/**
 * Ends of the neck of a top laid flat whose inside back fills the opening to nearly the height of the shoulders: its outline has no
 * corners there, so that the neck's were found far out on the shoulders. A round neck's front edge is looked for between them.
 *
 * Space: the silhouette's upright frame. Returns null where the neckline is narrow or clear, or no narrower one is much clearer.
 * Cost: 810 curves, about 6 ms, for the few that are doubted.
 */
export function narrowNeck(silhouette: Silhouette, rgba: RasterU8, read: NeckRead): Pair<Point> | null {
  const { neckline, armpit } = read;
  const unit = distance(...armpit);
  const { curve } = neckline;
  if (neckline.open || distance(curve[0], curve[curve.length - 1]) < WIDE * unit) return null;
  const view = viewOf(silhouette, rgba, silhouette.toGarment(lerp(...armpit, 0.5)).y);
  const own = edgeScore(view, curve);
  if (own > FAINT) return null;
  const middle = lerp(...read.neck, 0.5).x;
  let best: { ends: Pair<Point>; edge: number; score: number } | null = null;
  for (const aside of ASIDE) {
    for (const half of HALF_WIDTHS) {
      const ends = [-half, half].map((x) => onOutline(silhouette, middle + (aside + x) * unit));
      const [a, b] = ends;
      if (Math.abs(a.y - b.y) > LEVEL * unit) continue;
      const edge = clearest(view, [a, b], unit);
      const score = edge - USUAL.cost * ((2 * half - USUAL.width) / USUAL.spread) ** 2;
      if (best === null || score > best.score) best = { ends: [a, b], edge, score };
    }
  }
  return best !== null && best.edge > own + CLEARER ? best.ends : null;
}

const onOutline = (silhouette: Silhouette, x: number): Point => ({ x, y: outlineTop(silhouette, x) });

/** The strongest edge of a round neck between two ends. */
function clearest(view: View, [a, b]: Pair<Point>, unit: number): number {
  let edge = 0;
  for (const depth of DEPTHS) {
    for (const shape of SHAPES) edge = Math.max(edge, edgeScore(view, curveOf(a, b, depth * unit, shape)));
  }
  return edge;
}
