import { offLine } from '../../geometry/chain';
import type { PhotoPoint } from '../../model/points';
import type { UpperLandmarks } from '../../model/garment';
import { torsoPoint, type PlacementFrame } from '../body/placement-frame';
import { neckSides } from './neck-middle';
import { chinHeight } from './shoulder-line';
import type { Pair } from '../../model/pair';
import { clamp } from '../../geometry/numbers';
import { dot, sub } from '../../geometry/vector';

/** How far outside the neck's sides a collar's upper corners stand, minimum and maximum in shoulder widths. */
const NECK_CLEARANCE_RANGE = { min: 0.012, max: 0.06 } as const;
/** How far each corner's height is moved to the mean of both, as a share: a collar photographed askew stands level on a neck. */
const LEVELLING_SHARE = 0.7;
/**
 * Highest position of a corner, in heights of the chin above the shoulder joints: pictures taken from above show standing collars too high.
 */
const TIP_HEIGHT_MAX = 1.1;

/** A collar on the body. */
export interface CollarFit {
  readonly marks: Pick<UpperLandmarks, 'neck' | 'neckline'>;
  /** Garment pixels → photo pixels, across and along. */
  readonly s: number;
  readonly sv: number;
  /** Torso coordinate of the neck points' middle, and its distance to the right of the spine in shoulder widths. */
  readonly neckV: number;
  readonly neckU: number;
}

/**
 * Target positions of a collar's upper corners: as high as in the product's picture, close around the neck. Collars laid flat are closed
 * more narrowly than any neck, and would stand in front of it as two spikes. Null where both corners are already beside the neck.
 */
export function collarTips(frame: PlacementFrame, { marks, s, sv, neckV, neckU }: CollarFit): Pair<PhotoPoint> | null {
  const ends = [marks.neckline[0], marks.neckline[marks.neckline.length - 1]] as const;
  const chord = sub(marks.neck[1], marks.neck[0]);
  const width = Math.max(1e-6, Math.hypot(chord.x, chord.y));
  const middle = { x: (marks.neck[0].x + marks.neck[1].x) / 2, y: (marks.neck[0].y + marks.neck[1].y) / 2 };
  const scale = 0.5 * s + 0.5 * sv;
  const out = ends.map((end) => ((dot(sub(end, middle), chord) / width) * s) / frame.sw + neckU);
  const rise = ends.map((end) => (-offLine(end, marks.neck[0], marks.neck[1]) * scale) / frame.tl);
  if (rise.some((r) => r <= 0)) return null;
  const [left, right] = neckSides(frame);
  if (out[0] < left - NECK_CLEARANCE_RANGE.min && out[1] > right + NECK_CLEARANCE_RANGE.min) return null;
  const wanted = [
    clamp(out[0], left - NECK_CLEARANCE_RANGE.max, left - NECK_CLEARANCE_RANGE.min),
    clamp(out[1], right + NECK_CLEARANCE_RANGE.min, right + NECK_CLEARANCE_RANGE.max),
  ];
  const mean = (rise[0] + rise[1]) / 2;
  const top = (-TIP_HEIGHT_MAX * chinHeight(frame) * frame.sw) / frame.tl;
  const tip = (i: 0 | 1): PhotoPoint => {
    const v = neckV - rise[i] - LEVELLING_SHARE * (mean - rise[i]);
    return torsoPoint(frame, Math.min(neckV, Number.isFinite(top) ? Math.max(v, top) : v), wanted[i]);
  };
  return [tip(0), tip(1)];
}
