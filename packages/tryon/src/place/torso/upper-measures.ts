import { offLine } from '../../geometry/chain';
import type { GarmentPoint } from '../../model/points';
import type { UpperLandmarks } from '../../model/garment';
import type { Pair } from '../../model/pair';
import { pointAlong, polylineLength } from '../../geometry/polyline';
import { distance, lerp } from '../../geometry/vector';

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
  readonly neckDepth: number;
  /** How far the hem's middle hangs below the line between its corners. */
  readonly hemSag: number;
  /** Armhole middle → cuff middle, along the sleeve. */
  readonly sleeves: Pair<number>;
}

export function measureUpper(marks: UpperLandmarks): UpperMeasures {
  const neckMid = lerp(marks.neck[0], marks.neck[1], 0.5);
  const hemMid = lerp(marks.hem[0], marks.hem[1], 0.5);
  const axis = { x: hemMid.x - neckMid.x, y: hemMid.y - neckMid.y };
  const length = Math.max(1, Math.hypot(axis.x, axis.y));
  const drop = (i: 0 | 1): number =>
    ((marks.armpit[i].x - marks.shoulder[i].x) * axis.x + (marks.armpit[i].y - marks.shoulder[i].y) * axis.y) / length;
  const middle = marks.neckline[marks.neckline.length >> 1];
  return {
    halfNeck: distance(marks.neck[0], marks.neck[1]) / 2,
    shoulder: Math.max(1, distance(marks.shoulder[0], marks.shoulder[1])),
    chest: Math.max(1, distance(marks.armpit[0], marks.armpit[1])),
    hem: Math.max(1, distance(marks.hem[0], marks.hem[1])),
    length,
    armhole: Math.max(length * 0.08, (drop(0) + drop(1)) / 2),
    neckDepth: Math.max(0, offLine(middle, marks.neck[0], marks.neck[1])),
    hemSag: offLine(pointAlong(marks.hemEdge, 0.5), marks.hem[0], marks.hem[1]),
    sleeves: [sleeveLength(marks, 0), sleeveLength(marks, 1)],
  };
}

function sleeveLength(marks: UpperLandmarks, i: 0 | 1): number {
  const sleeve = marks.sleeves[i];
  if (sleeve.length === 'none') return 0;
  return polylineLength(sleeveMiddle(sleeve.outer, sleeve.inner));
}

/** The sleeve's middle line: from the armhole to the cuff, halfway between its two edges. */
export function sleeveMiddle(outer: readonly GarmentPoint[], inner: readonly GarmentPoint[]): GarmentPoint[] {
  return Array.from({ length: 9 }, (_, i) => lerp(pointAlong(outer, i / 8), pointAlong(inner, i / 8), 0.5));
}
