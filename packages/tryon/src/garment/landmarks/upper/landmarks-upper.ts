import type { Point } from '@drape/imaging';
import { findNeckline } from '../../neckline/neckline';
import { guidedSides, type UpperSide } from '../../read/guided-sides';
import type { UpperGuide } from '../../read/upper-guide';
import type { Silhouette } from '../silhouette';
import type { SleeveOutline, UpperLandmarks } from '../../../model/garment';
import type { Pair } from '../../../model/pair';
import { distance, lerp } from '../../../geometry/vector';

/** What is known of the garment besides its outline. */
export interface UpperKnown {
  /** Where the garment reader found its points. */
  readonly guide: UpperGuide;
  /** The reader's belief, 0…1, that a point of its frame shows the inside of the back. */
  readonly insideAt: (p: Point) => number;
  /** Its hood was taken off: what is left of it is a collar. */
  readonly hooded?: boolean;
}

/**
 * Landmarks of tops, jackets and dresses: the outline, divided where the garment reader found its points, and the neckline through the one
 * that it found.
 *
 * Throws TryOnRefusal(garment_not_detected) where the outline has no two halves.
 */
export function findUpperLandmarks(
  silhouette: Silhouette,
  { guide, insideAt, hooded = false }: UpperKnown,
): UpperLandmarks {
  const [a, b] = guidedSides(silhouette, guide);
  const neckline = findNeckline(silhouette, {
    neck: [a.neck, b.neck],
    shoulder: [a.tip, b.tip],
    front: guide.front,
    collar: hooded ? 'hood' : guide.collar,
    insideAt,
  });
  const back = silhouette.toGarment;
  const map = (points: readonly Point[]): Point[] => points.map(back);
  const both = <T>(pick: (side: UpperSide) => T): Pair<T> => [pick(a), pick(b)];
  return {
    kind: 'upper',
    neck: both((s) => back(s.neck)),
    shoulder: both((s) => back(s.tip)),
    armpit: both((s) => back(s.armpit)),
    hem: both((s) => back(s.hem)),
    sides: both((s) => map(s.side)),
    shoulderEdges: both((s) => map(s.shoulderEdge)),
    sleeves: both((s) => sleeveOf(s, back)),
    hemEdge: map(hemEdge(silhouette, a.hem, b.hem)),
    neckline: map(neckline.curve),
    necklineKind: neckline.kind,
    confidence: Math.min(a.confidence, b.confidence) * (0.6 + 0.4 * silhouette.symmetry) * neckline.confidence,
  };
}

function sleeveOf(side: UpperSide, back: (p: Point) => Point): SleeveOutline {
  return {
    length: side.length,
    outer: side.outer.map(back),
    inner: side.inner.map(back),
    gapTop: side.gapTop ? back(side.gapTop) : null,
    confidence: side.confidence,
  };
}

/** The bottom outline between the hem corners, image left to right. */
function hemEdge(silhouette: Silhouette, left: Point, right: Point): Point[] {
  const { contour } = silhouette;
  const from = nearestIndex(contour, right);
  const to = nearestIndex(contour, left);
  const edge: Point[] = [];
  for (let i = from; i !== to; i = (i + 1) % contour.length) edge.push(contour[i]);
  edge.push(contour[to]);
  edge.reverse();
  return edge.length > contour.length * 0.6 ? [left, lerp(left, right, 0.5), right] : edge;
}

function nearestIndex(points: readonly Point[], p: Point): number {
  let best = 0;
  for (let i = 1; i < points.length; i++) if (distance(points[i], p) < distance(points[best], p)) best = i;
  return best;
}
