import { offLine } from '../../geometry/chain';
import type { SleeveOutline, UpperLandmarks } from '../../model/garment';
import type { Pair } from '../../model/pair';
import { pointAlong, polylineLength } from '../../geometry/polyline';
import { distance, dot, lerp, sub } from '../../geometry/vector';

/** Lengths of an upper garment laid flat, in its own pixels. */
export interface UpperMeasures {
  readonly halfNeck: number;
  readonly shoulder: number;
  readonly chest: number;
  readonly hem: number;
  /** Neck middle → hem middle. */
  readonly length: number;
  /** Shoulder tip → armpit along the body, mean of both sides. */
  readonly armhole: number;
  /** How far the hem's middle hangs below the line between its corners. */
  readonly hemSag: number;
  /** Armhole middle → cuff middle, along the sleeve. */
  readonly sleeves: Pair<number>;
}

export function measureUpper(marks: UpperLandmarks): UpperMeasures {
  const neckMid = lerp(marks.neck[0], marks.neck[1], 0.5);
  const hemMid = lerp(marks.hem[0], marks.hem[1], 0.5);
  const axis = sub(hemMid, neckMid);
  const length = Math.max(1, Math.hypot(axis.x, axis.y));
  const drop = (i: 0 | 1): number => dot(sub(marks.armpit[i], marks.shoulder[i]), axis) / length;
  return {
    halfNeck: distance(marks.neck[0], marks.neck[1]) / 2,
    shoulder: Math.max(1, distance(marks.shoulder[0], marks.shoulder[1])),
    chest: Math.max(1, distance(marks.armpit[0], marks.armpit[1])),
    hem: Math.max(1, distance(marks.hem[0], marks.hem[1])),
    length,
    armhole: Math.max(length * 0.08, (drop(0) + drop(1)) / 2),
    hemSag: offLine(pointAlong(marks.hemEdge, 0.5), marks.hem[0], marks.hem[1]),
    sleeves: [sleeveLength(marks.sleeves[0]), sleeveLength(marks.sleeves[1])],
  };
}

/** Length of the sleeve's middle line, halfway between its two edges. */
function sleeveLength({ length, outer, inner }: SleeveOutline): number {
  if (length === 'none') return 0;
  const middle = Array.from({ length: 9 }, (_, i) => lerp(pointAlong(outer, i / 8), pointAlong(inner, i / 8), 0.5));
  return polylineLength(middle);
}
