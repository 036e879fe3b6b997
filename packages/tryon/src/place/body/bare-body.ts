import { hipHalf, lookAside, probe, torsoPoint, type PlacementFrame } from './placement-frame';
import { clamp, smoothstep } from '../../geometry/numbers';
import { fromTable, type Table } from '../../geometry/table';

/**
 * Half width of a torso in shoulder widths by height in torso lengths below the shoulders; below the hips' height the joints give a better
 * measure. Source: the slimmer quarter of the outlines of 75 people, where neither arm nor coat hides them.
 */
const TORSO_HALF_WIDTHS: Table = [
  [0.25, 0.43],
  [0.4, 0.415],
  [0.52, 0.385],
  [0.6, 0.385],
  [0.68, 0.405],
  [0.8, 0.455],
];
const HIPS_HEIGHT = 1;

/** Greatest half width of a seen outline that counts, in usual half widths: below an arm, of a coat, and of other clothes. */
const BESIDE_ARM_MAX = 1.04;
const IN_COAT_MAX = 0.98;
const SEEN_HALF_WIDTH_MAX = 1.25;
/** Least half width of a body, in usual half widths. */
const HALF_WIDTH_MIN = 0.94;

/** How far below an arm that hides the side the outline may be measured instead, and the step of the search, in torso lengths. */
const BELOW_ARM_REACH = 0.24;
const BELOW_ARM_STEP = 0.04;

/** Half width of the body itself on one side at v, photo pixels: as seen, within the limits that arms and coats set. */
export function bareHalf(frame: PlacementFrame, v: number, side: 0 | 1): number {
  const usual = usualHalf(frame, v);
  const here = lookAside(frame, v, side);
  const bare = here.open ? SEEN_HALF_WIDTH_MAX : halfBesideArm(frame, v, side);
  return clamp(
    here.half,
    HALF_WIDTH_MIN * usual,
    (bare + (Math.min(bare, IN_COAT_MAX) - bare) * coatShare(frame)) * usual,
  );
}

/** Greatest half width that counts for a side behind an arm, in usual half widths: that of the outline where it emerges below the arm. */
function halfBesideArm(frame: PlacementFrame, v: number, side: 0 | 1): number {
  for (let below = v + BELOW_ARM_STEP; below <= v + BELOW_ARM_REACH; below += BELOW_ARM_STEP) {
    const { half, open } = lookAside(frame, below, side);
    if (open) return clamp(half / usualHalf(frame, below), BESIDE_ARM_MAX, SEEN_HALF_WIDTH_MAX);
  }
  return BESIDE_ARM_MAX;
}

/** The usual half width at v, photo pixels: the torso's down to the waist, then blending into that of the hips. */
function usualHalf(frame: PlacementFrame, v: number): number {
  const hips = Math.min(hipHalf(frame) / frame.sw, 0.56);
  const [, lowest] = TORSO_HALF_WIDTHS[TORSO_HALF_WIDTHS.length - 1];
  return fromTable([...TORSO_HALF_WIDTHS, [HIPS_HEIGHT, Math.max(lowest, hips)]], v) * frame.sw;
}

/** Half width of the trousers or skirt on one side at v, photo pixels; 0 where none is seen in the middle. */
export function lowerHalf(frame: PlacementFrame, v: number, side: 0 | 1): number {
  const step = Math.max(0.5, 1 / frame.body.workScale) / frame.sw;
  const sign = side === 0 ? -1 : 1;
  let u = 0;
  while (u < LOWER_HALF_WIDTH_MAX && probe(frame, frame.body.planes.lower, torsoPoint(frame, v, sign * u)) > 0.5)
    u += step;
  return u * frame.sw;
}

/** How far out trousers are followed, in shoulder widths. */
const LOWER_HALF_WIDTH_MAX = 0.62;

/** 1 where a coat or jacket hides both sides of the torso, 0 where none does. */
export function coatShare(frame: PlacementFrame): number {
  const { outer } = frame.body.planes;
  let sum = 0;
  for (const v of [0.35, 0.5, 0.65]) {
    for (const u of [-0.3, -0.2, 0.2, 0.3]) sum += probe(frame, outer, torsoPoint(frame, v, u));
  }
  return smoothstep(sum / 12, 0.2, 0.5);
}
