import type { Point, RasterU8 } from '@drape/imaging';
import { distance, lerp } from '../chain';
import { findLapels, lapelCurve } from '../lapels';
import { edgeScore, viewOf, type View } from '../neck-edges';
import { COLLAR, collarEnds, curveOf, kindOf, outlineBetween, outlineTop, ROUND } from '../neckline';
import type { Neckline, NeckShape } from '../neckline';
import type { Silhouette } from '../silhouette';
import type { Pair } from '../types';
import type { GuideMark, UpperGuide } from './upper-guide';

interface NeckInput {
  readonly neck: Pair<Point>;
  readonly shoulder: Pair<Point>;
  readonly front: GuideMark;
  readonly collar: UpperGuide['collar'];
}

/** Edges are looked for so far above and below the point that the reader found, in shoulder widths. */
const ASTRAY = 0.06;
/** What an edge at the end of that costs: a clear edge there outweighs it, a fold does not. */
const ASTRAY_COST = 0.2;
/** V necks are rare and fit any two crossing folds. */
const V_PENALTY = 0.12;
/** A front edge no farther below the outline than this, in shoulder widths, is the outline. */
const OPEN = 0.03;
/** Lapels whose apex lies farther from the point that the reader found, in shoulder widths, are other edges. */
const LAPELS_ASTRAY = 0.14;
const DEPTH_STEP = 0.008;
const FINE_POINTS = 49;
/** What is looked at ends this far below the deepest edge, in shoulder widths. */
const BELOW = 0.25;

/**
 * The front edge of the neck opening near the point that the garment reader found; the picture's edges tell its form and exact depth.
 *
 * Space: the silhouette's upright frame. Null for what has no front edge to be cut along: closed stand collars, turtlenecks, hoods.
 */
export function guidedNeckline(silhouette: Silhouette, rgba: RasterU8, input: NeckInput): Neckline | null {
  const { neck, shoulder, front, collar } = input;
  if (collar === 'turtleneck' || collar === 'stand' || collar === 'hood') return null;
  const width = Math.max(8, distance(...shoulder));
  const turned = collar === 'shirt' || collar === 'lapel';
  const ends = turned ? collarEnds(silhouette, neck) : neck;
  const middle = lerp(...ends, 0.5);
  const depth = front.y - lerp(...ends, (front.x - ends[0].x) / Math.max(1, ends[1].x - ends[0].x)).y;
  const dip = outlineTop(silhouette, front.x) - (front.y - depth);
  if (!turned && depth - dip < OPEN * width) {
    const kind = kindOf(Math.max(0, depth) / width, ROUND[2], false);
    return { curve: outlineBetween(silhouette, ...ends), kind, confidence: 0.9, open: true };
  }
  const lowest = { x: middle.x, y: middle.y + depth + BELOW * width };
  const view = viewOf(silhouette, rgba, silhouette.toGarment(lowest).y);
  if (collar === 'lapel') {
    const lapels = findLapels({
      view,
      middle: lerp(...neck, 0.5),
      shoulder: width,
      top: (x) => outlineTop(silhouette, x),
    });
    if (lapels !== null && distance(lapels.apex, front) < LAPELS_ASTRAY * width)
      return { curve: lapelCurve(lapels, FINE_POINTS), kind: 'collar', confidence: 0.95, open: false, lapels: true };
  }
  const least = Math.max(dip + OPEN * width, 1);
  const best = bestCurve(view, ends, { depth: Math.max(depth, least), least, width, shapes: turned ? COLLAR : ROUND });
  return {
    curve: curveOf(...ends, best.depth, best.shape, FINE_POINTS),
    kind: kindOf(best.depth / width, best.shape, turned),
    confidence: Math.min(1, 0.6 + front.confidence),
    open: false,
  };
}

interface CurveSearch {
  /** Where the reader found the edge, and the least depth that shows behind the outline. */
  readonly depth: number;
  readonly least: number;
  /** Of the shoulders. */
  readonly width: number;
  readonly shapes: readonly NeckShape[];
}

function bestCurve(
  view: View,
  [a, b]: Pair<Point>,
  { depth, least, width, shapes }: CurveSearch,
): { readonly depth: number; readonly shape: NeckShape } {
  const reach = ASTRAY * width;
  let best = { depth, shape: shapes[shapes.length >> 1], score: Number.NEGATIVE_INFINITY };
  for (let d = Math.max(least, depth - reach); d <= depth + reach; d += Math.max(1, DEPTH_STEP * width)) {
    for (const shape of shapes) {
      const isV = shapes === ROUND && shape.power < 1.4 && shape.root === 1;
      const cost = ASTRAY_COST * ((d - depth) / reach) ** 2 + (isV ? V_PENALTY : 0);
      const score = edgeScore(view, curveOf(a, b, d, shape)) - cost;
      if (score > best.score) best = { depth: d, shape, score };
    }
  }
  return best;
}
