import type { Point } from '@drape/imaging';
import type { GarmentLandmarks, UpperLandmarks } from '../../../model/garment';
import { polylineLength } from '../../../geometry/polyline';
import { distance, middleOf } from '../../../geometry/vector';

/** Lengths of a garment according to its landmarks, each ÷ its width at the shoulders or the waist; 0 where it has no such part. */
export interface Proportions {
  readonly neckWidth: number;
  readonly neckDepth: number;
  readonly bodyLength: number;
  readonly sleeveLength: number;
  /** Difference between the sleeves. */
  readonly sleeveUneven: number;
  readonly hemWidth: number;
  readonly chestWidth: number;
  /** Position of the crotch between waist and hem. */
  readonly crotchAt: number;
}

const NO_PROPORTIONS: Proportions = {
  neckWidth: 0,
  neckDepth: 0,
  bodyLength: 0,
  sleeveLength: 0,
  sleeveUneven: 0,
  hemWidth: 0,
  chestWidth: 0,
  crotchAt: 0,
};

export function proportionsOf(landmarks: GarmentLandmarks): Proportions {
  if (landmarks.kind === 'upper') return upperProportions(landmarks);
  const wide = Math.max(1, distance(...landmarks.waist));
  const middle = middleOf(landmarks.waist);
  if (landmarks.kind === 'skirt') {
    const { hem } = landmarks;
    return { ...NO_PROPORTIONS, bodyLength: distance(middle, middleOf(hem)) / wide, hemWidth: distance(...hem) / wide };
  }
  const ends = landmarks.legs.map(({ outer, inner }) => [last(outer), last(inner)] as const);
  const low = middleOf([middleOf(ends[0]), middleOf(ends[1])]);
  const length = Math.max(1, distance(middle, low));
  return {
    ...NO_PROPORTIONS,
    bodyLength: length / wide,
    hemWidth: (distance(...ends[0]) + distance(...ends[1])) / wide,
    crotchAt: distance(middle, landmarks.crotch) / length,
  };
}

function upperProportions(marks: UpperLandmarks): Proportions {
  const wide = Math.max(1, distance(...marks.shoulder));
  const lowest = Math.max(...marks.neckline.map(({ y }) => y), middleOf(marks.neck).y);
  const sleeves = marks.sleeves.map(({ length, outer }) => (length === 'none' ? 0 : polylineLength(outer) / wide));
  return {
    ...NO_PROPORTIONS,
    neckWidth: distance(...marks.neck) / wide,
    neckDepth: (lowest - middleOf(marks.neck).y) / wide,
    bodyLength: distance(middleOf(marks.shoulder), middleOf(marks.hem)) / wide,
    sleeveLength: (sleeves[0] + sleeves[1]) / 2,
    sleeveUneven: Math.abs(sleeves[0] - sleeves[1]),
    hemWidth: distance(...marks.hem) / wide,
    chestWidth: distance(...marks.armpit) / wide,
  };
}

const last = (line: readonly Point[]): Point => line[line.length - 1];
