import { filledBox, type Box, type Point } from '@drape/imaging';
import { scale } from '../../../geometry/vector';
import type { PersonPlanes } from '../../../model/person';
import type { BodyFrame } from '../../../model/body';
import { reassignIslands } from './reassign-islands';
import { always, type Rule } from '../../../rules/rule';

interface PrintInput {
  readonly planes: PersonPlanes;
  /** Knuckles, photo pixels. */
  readonly joints: { readonly hands: readonly Point[] };
  readonly frame: Pick<BodyFrame, 'shoulderWidth' | 'torsoLength' | 'hipMid'>;
  readonly workScale: number;
}

/** Distance from a hand's knuckles within which the hand holds the thing, in shoulder widths. */
const HELD_DISTANCE_MAX = 0.45;
/** Least share of a print's outline that is beside upper clothes: straps and bags extend beyond them. */
const CLOTHES_TOUCH_SHARE_MIN = 0.9;
/** Greatest area of a print, as a share of the torso; larger things are worn across the chest. */
const PRINT_SHARE_MAX = 0.15;

export const PRINTS: Rule<PrintInput, void> = {
  id: 'prints',
  stage: 'measure',
  summary: 'Reclaims prints and badges on the chest that are read as carried objects.',
  appliesTo: always,
  apply: reclaimPrints,
  evidence: [{ set: 'CCP, labels', pairs: 110, fired: 10, better: 581, worse: 206, same: null, date: '2026-11-29' }],
};

/**
 * Prints and badges on the chest are read as things that are carried, and would stay in front of the new garment. What upper clothes
 * enclose, with no hand near it, becomes part of them.
 *
 * Aliasing: writes `planes`. Space: work pixels.
 */
export function reclaimPrints({ planes, joints, frame, workScale: k }: PrintInput): void {
  const around = filledBox(planes.bag);
  if (around.width === 0) return;
  const sw = frame.shoulderWidth * k;
  const torso = sw * frame.torsoLength * k;
  const hips = scale(frame.hipMid, k).y;
  const hands = joints.hands.map((hand) => scale(hand, k));
  reassignIslands(planes, ['bag', 'top'], around, ({ area, box, touches }) => {
    if (area > PRINT_SHARE_MAX * torso || box.y + box.height > hips) return false;
    if (hands.some((hand) => distanceTo(box, hand) < HELD_DISTANCE_MAX * sw)) return false;
    return touches(planes.upper) > CLOTHES_TOUCH_SHARE_MIN;
  });
}

function distanceTo({ x, y, width, height }: Box, p: Point): number {
  return Math.hypot(Math.max(0, x - p.x, p.x - x - width), Math.max(0, y - p.y, p.y - y - height));
}
