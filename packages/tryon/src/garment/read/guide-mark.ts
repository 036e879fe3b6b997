import type { Point } from '@drape/imaging';
import type { ReadPoint } from '../../ports';
import type { Silhouette } from '../landmarks/silhouette';
import type { Place } from '../../model/garment';

/** A point that the garment reader found, in the silhouette's frame, and its confidence, 0…1. */
export interface GuideMark extends Point {
  readonly confidence: number;
}

/** A point of the picture in the silhouette's frame. */
export function markAt(
  { x, y, confidence, presence }: ReadPoint,
  { origin, scale }: Place,
  silhouette: Silhouette,
): GuideMark {
  const inCutOut = { x: (x - origin.x) * scale, y: (y - origin.y) * scale };
  return { ...silhouette.fromGarment(inCutOut), confidence: confidence * presence };
}

/**
 * Distance of a wanted point from the outline, as a share of the garment's width, above which the cut-out lacks that piece or the reader
 * errs.
 */
export const OFF_OUTLINE_DISTANCE = 0.08;
/** Factor on the confidence of landmarks where there is such a point. */
export const OFF_OUTLINE_CONFIDENCE = 0.75;

/** Landmarks below .5 count as guessed; the reader's points of .2 are right in half of the cases, those above .6 in nine of ten. */
export const trustOf = (lowest: number): number => Math.min(0.95, 0.4 + lowest);
