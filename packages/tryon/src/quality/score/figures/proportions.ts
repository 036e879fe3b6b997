import type { Point } from '@drape/imaging';
import type { GarmentLandmarks, UpperLandmarks } from '../../../model/garment';
import { distance } from '../../../geometry/vector';

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

const NONE: Proportions = {
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
  const middle = mid(landmarks.waist);
  if (landmarks.kind === 'skirt') {
    const { hem } = landmarks;
    return { ...NONE, bodyLength: distance(middle, mid(hem)) / wide, hemWidth: distance(...hem) / wide };
  }
  const ends = landmarks.legs.map(({ outer, inner }) => [last(outer), last(inner)] as const);
  const low = mid([mid(ends[0]), mid(ends[1])]);
  const length = Math.max(1, distance(middle, low));
  return {
    ...NONE,
    bodyLength: length / wide,
    hemWidth: (distance(...ends[0]) + distance(...ends[1])) / wide,
    crotchAt: distance(middle, landmarks.crotch) / length,
  };
}

function upperProportions(marks: UpperLandmarks): Proportions {
  const wide = Math.max(1, distance(...marks.shoulder));
  const lowest = Math.max(...marks.neckline.map(({ y }) => y), mid(marks.neck).y);
  const sleeves = marks.sleeves.map(({ length, outer }) => (length === 'none' ? 0 : pathLength(outer) / wide));
  return {
    ...NONE,
    neckWidth: distance(...marks.neck) / wide,
    neckDepth: (lowest - mid(marks.neck).y) / wide,
    bodyLength: distance(mid(marks.shoulder), mid(marks.hem)) / wide,
    sleeveLength: (sleeves[0] + sleeves[1]) / 2,
    sleeveUneven: Math.abs(sleeves[0] - sleeves[1]),
    hemWidth: distance(...marks.hem) / wide,
    chestWidth: distance(...marks.armpit) / wide,
  };
}

const mid = ([a, b]: readonly [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const last = (line: readonly Point[]): Point => line[line.length - 1];
const pathLength = (line: readonly Point[]): number =>
  line.reduce((sum, p, i) => (i === 0 ? 0 : sum + distance(line[i - 1], p)), 0);
