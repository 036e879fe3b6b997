import type { SkirtLandmarks } from '../../model/garment';
import type { PhotoPoint } from '../../model/points';
import type { TargetList } from '../target-list';
import { hipHalf, sidePoint, torsoHalf, torsoPoint, type PlacementFrame } from '../body/placement-frame';
import { rowShare, upperHem, waistline } from '../body/old-clothes';
import { endsInOwnFabric } from './top-end';
import type { Pair } from '../../model/pair';
import { clamp } from '../../geometry/numbers';
import { pairOf } from '../../geometry/pairs';
import { pointAlong } from '../../geometry/polyline';
import { lerp } from '../../geometry/vector';

export interface Waistband {
  readonly v: number;
  readonly corners: Pair<PhotoPoint>;
  readonly middle: PhotoPoint;
  /** Whether the shopper's top ends inside the waistband; where it is seen to end in its own hem, that hem is in front of the band. */
  readonly tucked: boolean;
  /** Height down to which a top hangs over the band, in torso lengths below the shoulders; 0 where none does. */
  readonly hidden: number;
}

/** Height, in torso lengths below the shoulders, above which a worn waist means a tucked-in top; then the usual height of a waist. */
export const TUCKED_WAIST_MAX = 0.97;
const USUAL_WAIST = 0.8;
/** Limits of the height of the waistband under a tucked-in top. */
const TUCKED_WAIST_RANGE = [0.66, 0.95] as const;
/**
 * Greatest height of a waistband: high-waisted clothes end where the torso is slimmest. The new ones may begin as high, or a strip of the
 * old ones would show above them.
 */
const WAISTBAND_HIGHEST = 0.56;
/** Share of the torso's columns that must then show them, at the usual waistband's height or this far below their upper edge. */
const SURE_COLUMN_SHARE_MIN = 0.9;
const SURE_DEPTH = 0.08;
/** Half width of a waist that is not seen, in half widths of the hips. */
const HIDDEN_WAIST_WIDTH = 0.92;
/** Below this height, at the hips, a top's outline is not the body's. */
const BODY_OUTLINE_LOWEST = 1.1;
/** Width of what hangs under a top as a share of the top's: any wider, its corners would stick out beside the top's hem. */
const UNDER_TOP_WIDTH = 0.97;
/** How far the new waistband is raised over the old one, in torso lengths: the parser calls the old waistband "top". */
const BAND_LIFT = 0.04;
/**
 * How much higher the band begins behind the hem of a top: hems hang unevenly, and the old waist would show above a band that begins at the
 * hem.
 */
const RISE_BEHIND_HEM = 0.03;

/** Position of the new waistband: over the old one where that shows, else at its usual height under the top. */
export function placeWaistband(frame: PlacementFrame, widen: number): Waistband {
  const seen = waistline(frame);
  const shown = seen !== null && seen < TUCKED_WAIST_MAX;
  const over = shown ? bandUnder(frame, seen) : USUAL_WAIST;
  const before = shown && over < seen && isBefore(frame, seen);
  const tucked = shown && !before;
  const v = before ? over - RISE_BEHIND_HEM : over;
  // a top that hangs over the waist, or a jacket, is no measure of its width
  const max = shown ? 0.47 * frame.sw : Math.min(0.47 * frame.sw, HIDDEN_WAIST_WIDTH * hipHalf(frame));
  const half = (i: 0 | 1): number => clamp(torsoHalf(frame, v, i), Math.min(max, 0.3 * frame.sw), max) * widen;
  return {
    v,
    corners: pairOf((i) => sidePoint(frame, v, i, half(i))),
    middle: torsoPoint(frame, v, 0),
    tucked,
    hidden: shown ? (before ? seen : 0) : Math.min(BODY_OUTLINE_LOWEST, upperHem(frame, false) ?? 0),
  };
}

/** Whether a top that ends at v stays in front of the new band; a worn dress has no hem there. */
const isBefore = (frame: PlacementFrame, v: number): boolean =>
  rowShare(frame, v, [frame.body.planes.dress]) < 0.5 && endsInOwnFabric(frame, v);

/**
 * Height of the waistband over an old one that is seen at v. Above the usual heights it follows only what certainly is a waistband: not
 * half-believed fabric in front of an opened jacket, nor the belt above the seam of a dress.
 */
function bandUnder(frame: PlacementFrame, seen: number): number {
  const { lower, dress } = frame.body.planes;
  const below = Math.max(TUCKED_WAIST_RANGE[0], seen + SURE_DEPTH);
  const isSure = rowShare(frame, below, [lower]) > SURE_COLUMN_SHARE_MIN && rowShare(frame, seen, [dress]) < 0.5;
  return clamp(seen - BAND_LIFT, isSure ? WAISTBAND_HIGHEST : TUCKED_WAIST_RANGE[0], TUCKED_WAIST_RANGE[1]);
}

/** A half width at height v, no wider than the top that hangs over it there. */
export function underTop(frame: PlacementFrame, band: Waistband, at: { v: number; side: 0 | 1 }, half: number): number {
  if (at.v >= band.hidden) return half;
  return Math.min(half, Math.max(0.3 * frame.sw, UNDER_TOP_WIDTH * torsoHalf(frame, at.v, at.side)));
}

/** Pulls a garment's waistband onto the body's. */
export function addWaistband(
  list: TargetList,
  marks: Pick<SkirtLandmarks, 'waist' | 'waistEdge'>,
  { corners }: Waistband,
): void {
  list.add('waist.0', marks.waist[0], corners[0], 4);
  list.add('waist.1', marks.waist[1], corners[1], 4);
  for (const t of [0.25, 0.5, 0.75]) {
    list.add(`waist.${t}`, pointAlong(marks.waistEdge, t), lerp(corners[0], corners[1], t), 3);
  }
}
