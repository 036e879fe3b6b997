import { distance, extremeIndex, piece } from './chain';
import { noGarment } from './no-garment';
import type { Silhouette } from './silhouette';
import type { SkirtLandmarks } from './types';
import { findWaist } from './waist';

/** Waist, hem corners and side lines of a skirt. Throws TryOnRefusal(garment_not_detected) where there is no hem. */
export function findSkirtLandmarks(silhouette: Silhouette): SkirtLandmarks {
  const waist = findWaist(silhouette);
  const { contour } = silhouette;
  const loop = contour.map((_, i) => contour[(waist.rightIndex + i) % contour.length]);
  const end = (waist.leftIndex - waist.rightIndex + contour.length) % contour.length;
  const lower = loop.slice(0, end + 1);
  const right = extremeIndex(lower, 0, end, 0.7, 1);
  const left = extremeIndex(lower, 0, end, -0.7, 1);
  if (right >= left) throw noGarment('The hem of the skirt cannot be found.');
  const back = silhouette.toGarment;
  const spread = distance(lower[left], lower[right]) / Math.max(1, distance(waist.left, waist.right));
  return {
    kind: 'skirt',
    waist: [back(waist.left), back(waist.right)],
    waistEdge: waist.edge.map(back),
    hem: [back(lower[left]), back(lower[right])],
    hemEdge: piece(lower, left, right).map(back),
    sides: [piece(lower, end, left).map(back), piece(lower, 0, right).map(back)],
    confidence: (spread > 0.6 ? 0.95 : 0.5) * (0.6 + 0.4 * silhouette.symmetry) * waist.confidence,
  };
}
