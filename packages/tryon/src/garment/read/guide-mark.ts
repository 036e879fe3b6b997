import type { Point } from '@drape/imaging';
import type { ReadPoint } from '../../ports';
import type { Silhouette } from '../landmarks/silhouette';
import type { Place } from '../../model/garment';

/** A point that the garment reader found, in the silhouette's frame, and how surely it lies there, 0…1. */
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

/** A wanted point farther from the outline than this share of the garment's width: the cut-out lacks that piece, or the reader errs. */
export const ASTRAY = 0.08;
/** Where one is, landmarks count for less by this factor. */
export const ASTRAY_TRUST = 0.75;

/** Landmarks below .5 count as guessed; the reader's points of .2 are right in half of the cases, those above .6 in nine of ten. */
export const trustOf = (lowest: number): number => Math.min(0.95, 0.4 + lowest);
