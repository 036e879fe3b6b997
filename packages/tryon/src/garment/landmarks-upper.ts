import type { Point, RasterU8 } from '@drape/imaging';
import { distance, lerp } from './chain';
import { collarFeet, edgeFrom } from './collar-feet';
import { fitNeckline, outlineTop, type Neckline } from './neckline';
import { guidedNeckline } from './read/guided-neckline';
import { guidedSides, type UpperSide } from './read/guided-sides';
import type { UpperGuide } from './read/upper-guide';
import type { Silhouette } from './silhouette';
import type { Pair, SleeveOutline, UpperLandmarks } from './types';

/** What is known of it beside its outline. */
export interface UpperKnown {
  /** Where the garment reader found its points. */
  readonly guide: UpperGuide;
  /** Its hood was taken off: no lapels are seen. */
  readonly hooded?: boolean;
}

/**
 * Landmarks of tops, jackets and dresses: the outline, parted where the garment reader found its points, and the neckline's edge near the
 * one it found.
 *
 * Throws TryOnRefusal(garment_not_detected) where the outline has no two halves.
 */
export function findUpperLandmarks(silhouette: Silhouette, rgba: RasterU8, known: UpperKnown): UpperLandmarks {
  const sides = guidedSides(silhouette, known.guide);
  const neckline = necklineOf(silhouette, rgba, sides, known);
  const [a, b] = sides;
  const back = silhouette.toGarment;
  const map = (points: readonly Point[]): Point[] => points.map(back);
  const both = <T>(pick: (side: UpperSide) => T): Pair<T> => [pick(a), pick(b)];
  const curve = neckline.curve;
  const top = (x: number): number => outlineTop(silhouette, x);
  const tips: Pair<Point> = [a.tip, b.tip];
  const neck = beyondCut([a.neck, b.neck], [curve[0], curve[curve.length - 1]]);
  const feet =
    neckline.kind === 'collar'
      ? collarFeet({
          neck,
          tip: tips,
          corners: [curve[0], curve[curve.length - 1]],
          top,
          lapels: neckline.lapels === true,
        })
      : neck;
  return {
    kind: 'upper',
    neck: [back(feet[0]), back(feet[1])],
    shoulder: both((s) => back(s.tip)),
    armpit: both((s) => back(s.armpit)),
    hem: both((s) => back(s.hem)),
    sides: both((s) => map(s.side)),
    shoulderEdges: both((s) =>
      map(feet[s === a ? 0 : 1] === s.neck ? s.shoulderEdge : edgeFrom(feet[s === a ? 0 : 1], s.shoulderEdge, top)),
    ),
    sleeves: both((s) => sleeveOf(s, back)),
    hemEdge: map(hemEdge(silhouette, a.hem, b.hem)),
    neckline: map(neckline.curve),
    necklineKind: neckline.kind,
    confidence: Math.min(a.confidence, b.confidence) * (0.6 + 0.4 * silhouette.symmetry) * neckline.confidence,
  };
}

/** Where the reader saw no lowest point of the front edge, as of hoods, the picture's edges alone tell how deep it lies. */
function necklineOf(
  silhouette: Silhouette,
  rgba: RasterU8,
  [a, b]: Pair<UpperSide>,
  { guide: { front, collar, opens }, hooded = false }: UpperKnown,
): Neckline {
  const ends = { neck: [a.neck, b.neck], shoulder: [a.tip, b.tip] } as const;
  const told = front === null || hooded ? null : guidedNeckline(silhouette, rgba, { ...ends, front, collar });
  if (told !== null) return told;
  return fitNeckline(silhouette, rgba, {
    ...ends,
    rise: Math.max(a.rise, b.rise),
    lapels: collar === 'lapel',
    opens,
    hooded,
  });
}

/** Neck points that the neckline cuts off with the back of a collar go to its ends: what is left begins there. */
function beyondCut(neck: Pair<Point>, ends: Pair<Point>): Pair<Point> {
  const [a, b] = neck;
  return [ends[0].x < a.x - 1 ? ends[0] : a, ends[1].x > b.x + 1 ? ends[1] : b];
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
