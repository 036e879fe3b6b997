import type { Point } from '@drape/imaging';
import { noGarment } from '../no-garment';
import type { Silhouette } from '../landmarks/silhouette';
import { OFF_OUTLINE_DISTANCE, OFF_OUTLINE_CONFIDENCE, trustOf, type GuideMark } from './guide-mark';
import { partOutline } from './part-outline';
import type { Pair } from '../../model/pair';
import { distance, lerp } from '../../geometry/vector';

/** The outline of trousers or a skirt, divided where the garment reader found its points. */
export interface PartedLower {
  readonly waist: Pair<Point>;
  /** Upper edge, image left to right. */
  readonly waistEdge: readonly Point[];
  /** From the right corner of the waist down, along the hems and up to the left one. */
  readonly lower: readonly Point[];
  /** Indices into `lower`, one for each wanted point. */
  readonly at: readonly number[];
  readonly confidence: number;
}

/**
 * `wanted`: the hems' points in the order in which the outline passes them, clockwise.
 *
 * Space: the silhouette's frame. Throws TryOnRefusal(garment_not_detected) where the outline has fewer points.
 */
export function partLower(
  { contour, left, right }: Silhouette,
  [waistLeft, waistRight]: Pair<GuideMark>,
  wanted: readonly GuideMark[],
): PartedLower {
  const marks = [waistRight, ...wanted, waistLeft];
  const chain = fromTop(contour, (waistLeft.x + waistRight.x) / 2);
  const found = partOutline(
    chain,
    marks.map(({ x, y }) => ({ x, y, weight: 1 })),
  );
  if (found === null) throw noGarment('The outline of the garment cannot be read.');
  const reach = CORNER_RADIUS * distance(waistLeft, waistRight);
  const first = cornerNear(chain, found[0], 1, reach);
  const last = cornerNear(chain, found[found.length - 1], -1, reach);
  const isMisplaced = marks.some((mark, k) => distance(mark, chain[found[k]]) > OFF_OUTLINE_DISTANCE * (right - left));
  const lowest = Math.min(...marks.map(({ confidence }) => confidence));
  return {
    waist: [chain[last], chain[first]],
    waistEdge: [...chain.slice(last), ...chain.slice(0, first + 1)],
    lower: chain.slice(first, last + 1),
    at: found.slice(1, -1).map((i) => i - first),
    confidence: (isMisplaced ? OFF_OUTLINE_CONFIDENCE : 1) * trustOf(lowest),
  };
}

/**
 * Radius in waist widths around the found point within which a waist's corner is looked for: where the outline extends farthest up and
 * outwards.
 */
const CORNER_RADIUS = 0.08;

/** `side`: 1 the right corner, −1 the left one. */
function cornerNear(chain: readonly Point[], found: number, side: 1 | -1, reach: number): number {
  let best = found;
  const far = ({ x, y }: Point): number => 0.8 * side * x - y;
  for (const [i, p] of chain.entries()) {
    if (distance(p, chain[found]) <= reach && far(p) > far(chain[best])) best = i;
  }
  return best;
}

/** The closed contour, cut open where it crosses the column x highest. */
function fromTop(contour: readonly Point[], x: number): Point[] {
  let start = 0;
  let highest = Number.POSITIVE_INFINITY;
  for (const [i, p] of contour.entries()) {
    const q = contour[(i + 1) % contour.length];
    if (p.x < x === q.x < x) continue;
    const { y } = lerp(p, q, 0.5);
    if (y < highest) [start, highest] = [i + 1, y];
  }
  return contour.map((_, i) => contour[(start + i) % contour.length]);
}
