import { piece } from '../../geometry/chain';
import { noGarment } from '../no-garment';
import { partLower } from '../read/guided-lower';
import type { SkirtGuide } from '../read/lower-guide';
import type { Silhouette } from './silhouette';
import type { SkirtLandmarks } from '../../model/garment';
import { distance } from '../../geometry/vector';

/** Hem width, as a share of the waist, below which it is hardly a skirt's, and the factor on the confidence then. */
const NARROW_HEM_MAX = 0.6;
const NARROW_HEM_CONFIDENCE = 0.5;

/**
 * Waist, hem corners and side lines of a skirt: the outline, divided where the garment reader found its points.
 *
 * Throws TryOnRefusal(garment_not_detected) where there is no hem.
 */
export function findSkirtLandmarks(silhouette: Silhouette, guide: SkirtGuide): SkirtLandmarks {
  const { waist, waistEdge, lower, at, confidence } = partLower(silhouette, guide.waist, [guide.hem[1], guide.hem[0]]);
  const [right, left] = at;
  const end = lower.length - 1;
  if (right < 0 || right >= left || left > end) throw noGarment('The hem of the skirt cannot be found.');
  const back = silhouette.toGarment;
  const spread = distance(lower[left], lower[right]) / Math.max(1, distance(waist[0], waist[1]));
  return {
    kind: 'skirt',
    waist: [back(waist[0]), back(waist[1])],
    waistEdge: waistEdge.map(back),
    hem: [back(lower[left]), back(lower[right])],
    hemEdge: piece(lower, left, right).map(back),
    sides: [piece(lower, end, left).map(back), piece(lower, 0, right).map(back)],
    confidence: (spread > NARROW_HEM_MAX ? 1 : NARROW_HEM_CONFIDENCE) * confidence,
  };
}
