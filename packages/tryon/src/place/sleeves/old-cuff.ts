import { probe, type PlacementFrame } from '../body/placement-frame';
import { polylineLength } from '../../geometry/polyline';
import { add, sub, unit } from '../../geometry/vector';

/**
 * As shares of the arm: how far past the wrist a worn sleeve is followed, and how far before its end a new one ends, because cuffs hang a
 * little lower.
 */
const PAST_WRIST_MAX = 0.11;
const CUFF_HANG = 0.008;
const ARM_STEP = 0.005;
/** Length of skin that must follow a cuff, as a share of the arm: otherwise the sleeve is in front of clothes or ends in a pocket. */
const SKIN_LENGTH_MIN = 0.03;

/**
 * Share of an arm (wrist 1) up to which the worn long sleeve covers it past the wrist; 1 where it ends before, or no hand is seen to come
 * out of it. A new long sleeve that ends there meets the seen hand, instead of a wrist that has to be invented.
 *
 * Space: photo pixels.
 */
export function oldCuff({ body, ...frame }: PlacementFrame, side: 0 | 1): number {
  const { joints } = body.arms[side];
  const { skin, top, outer, dress } = body.planes;
  const way = unit(sub(joints[2], joints[1]));
  const length = polylineLength(joints);
  const at = (past: number, planes: readonly (typeof skin)[]): number => {
    const p = add(joints[2], way, past * length);
    return planes.reduce((sum, plane) => sum + probe({ body, ...frame }, plane, p), 0);
  };
  let end = 0;
  while (end < PAST_WRIST_MAX && at(end, [top, outer, dress]) > 0.5) end += ARM_STEP;
  if (end === 0 || end >= PAST_WRIST_MAX) return 1;
  for (let past = end + ARM_STEP; past < end + SKIN_LENGTH_MIN; past += ARM_STEP) if (at(past, [skin]) < 0.5) return 1;
  return Math.max(1, 1 + end - CUFF_HANG);
}
