import type { Point } from '@drape/imaging';
import { findNeckline } from '../../neckline/neckline';
import { guidedSides, mapSide, type UpperSide } from '../../read/guided-sides';
import type { UpperGuide } from '../../read/upper-guide';
import type { Silhouette } from '../silhouette';
import type { UpperLandmarks } from '../../../model/garment';
import type { Pair } from '../../../model/pair';
import { distance, lerp } from '../../../geometry/vector';

/** What is known of the garment besides its outline. */
export interface UpperEvidence {
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
  { guide, insideAt, hooded = false }: UpperEvidence,
): UpperLandmarks {
  const [a, b] = guidedSides(silhouette, guide);
  const neckline = findNeckline(silhouette, {
    neck: [a.neck, b.neck],
    shoulder: [a.tip, b.tip],
    front: guide.front,
    collar: hooded ? 'hood' : guide.collar,
    insideAt,
  });
  const [left, right] = [mapSide(a, silhouette.toGarment), mapSide(b, silhouette.toGarment)];
  const both = <T>(pick: (side: UpperSide) => T): Pair<T> => [pick(left), pick(right)];
  return {
    kind: 'upper',
    neck: both((s) => s.neck),
    shoulder: both((s) => s.tip),
    armpit: both((s) => s.armpit),
    hem: both((s) => s.hem),
    sides: both((s) => s.side),
    shoulderEdges: both((s) => s.shoulderEdge),
    sleeves: both(({ length, outer, inner, gapTop, confidence }) => ({ length, outer, inner, gapTop, confidence })),
    hemEdge: hemEdge(silhouette, a.hem, b.hem).map(silhouette.toGarment),
    neckline: neckline.curve.map(silhouette.toGarment),
    necklineKind: neckline.kind,
    confidence: Math.min(a.confidence, b.confidence) * (0.6 + 0.4 * silhouette.symmetry) * neckline.confidence,
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
