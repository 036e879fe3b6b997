import { probe, type PlacementFrame } from '../body/placement-frame';
import { chinHeight } from './shoulder-line';
import type { Pair } from '../../model/pair';
import { clamp, upperMedian } from '../../geometry/numbers';
import { add } from '../../geometry/vector';

/** Distances below the chin at which the neck's sides are searched for, in shoulder widths. */
const PROBE_DEPTHS = [0.03, 0.05, 0.07, 0.09] as const;
/** Usual half width of a neck, the limits of half widths accepted as a neck, and the step of the search, in shoulder widths. */
const USUAL_HALF_WIDTH = 0.175;
const HALF_WIDTH_RANGE = [0.11, 0.27] as const;
const SEARCH_STEP = 0.01;
/** Distances beyond the neck's side at which there must be no hair or fabric, in shoulder widths. */
const CLEAR_DISTANCES = [0.03, 0.06] as const;
/** Share of the neck's distance from the spine that a collar follows, and its upper limit, in shoulder widths. */
const COLLAR_FOLLOW_SHARE = 0.8;
const COLLAR_OFFSET_MAX = 0.07;

/**
 * How far a neckline belongs to the image's right of the spine, in shoulder widths. Heads and necks lean: a collar left in the middle of
 * the shoulders would cover one side of the neck and stand off the other. Sides behind hair or an old collar are ignored; 0 where neither
 * side is seen.
 */
export function neckMiddle(frame: PlacementFrame): number {
  const chin = chinHeight(frame);
  if (!Number.isFinite(chin)) return 0;
  const left = medianSide(frame, chin, -1);
  const right = medianSide(frame, chin, 1);
  if (left === null && right === null) return 0;
  const width = left === null || right === null ? 2 * USUAL_HALF_WIDTH : right - left;
  if (width < 2 * HALF_WIDTH_RANGE[0] || width > 2 * HALF_WIDTH_RANGE[1]) return 0;
  const middle = ((left ?? (right as number) - width) + (right ?? (left as number) + width)) / 2;
  return clamp(COLLAR_FOLLOW_SHARE * middle, -COLLAR_OFFSET_MAX, COLLAR_OFFSET_MAX);
}

/** Greatest half width accepted as a neck's, in shoulder widths: anything wider is the cheek of a tilted head. */
const NECK_HALF_WIDTH_MAX = 0.195;

/**
 * Position of the neck's sides, in shoulder widths to the image's right of the spine; a side that is not seen is put at the usual distance.
 */
export function neckSides(frame: PlacementFrame): Pair<number> {
  const chin = chinHeight(frame);
  const [left, right] = Number.isFinite(chin)
    ? [medianSide(frame, chin, -1), medianSide(frame, chin, 1)]
    : [null, null];
  const middle = neckMiddle(frame);
  return [
    Math.max(left ?? middle - USUAL_HALF_WIDTH, middle - NECK_HALF_WIDTH_MAX),
    Math.min(right ?? middle + USUAL_HALF_WIDTH, middle + NECK_HALF_WIDTH_MAX),
  ];
}

/**
 * Position of the neck's side on one side, in shoulder widths to the image's right of the spine; null where fewer than two heights show it.
 */
function medianSide(frame: PlacementFrame, chin: number, sign: -1 | 1): number | null {
  const seen = PROBE_DEPTHS.map((below) => sideAt(frame, chin - below, sign)).filter((u) => u !== null);
  return seen.length < 2 ? null : upperMedian(seen);
}

function sideAt(frame: PlacementFrame, height: number, sign: -1 | 1): number | null {
  const { skin, person } = frame.body.planes;
  const base = add(frame.shoulderMid, frame.down, -height * frame.sw);
  const at = (u: number) => add(base, frame.across, sign * u * frame.sw);
  let side: number | null = null;
  for (let u = -HALF_WIDTH_RANGE[0]; u < HALF_WIDTH_RANGE[1] + COLLAR_OFFSET_MAX; u += SEARCH_STEP)
    if (probe(frame, skin, at(u)) > 0.5) side = u;
  if (side === null || side > HALF_WIDTH_RANGE[1] + COLLAR_OFFSET_MAX - 2 * SEARCH_STEP) return null;
  for (const further of CLEAR_DISTANCES) if (probe(frame, person, at(side + further)) > 0.3) return null;
  return sign * side;
}
