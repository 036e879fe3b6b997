import type { PlaneF32, Point } from '@drape/imaging';
import type { PoseLandmark } from '../../../ports';
import type { Joints } from '../joints';
import { pairOf } from '../../../geometry/pairs';
import { sampleAt } from '../../../geometry/sampling';
import { add, sub } from '../../../geometry/vector';

/** Visibility of an elbow or a wrist below which the pose guesses it. */
const GUESSED_VISIBILITY_MAX = 0.5;
/** Distance from the person within which a joint stays, as the person's own edge errs by that, shoulder widths. */
const PERSON_DISTANCE_MAX = 0.12;
/** Radius around a joint that must be on the person, and the greatest distance that one is moved, in shoulder widths. */
const JOINT_RADIUS = 0.07;
const MOVE_MAX = 0.6;
/** The search around a joint: step outwards in photo pixels, and number of directions. */
const SEARCH_STEP = 2;
const SEARCH_DIRECTIONS = 32;

/**
 * Moves elbows and wrists onto the person. A joint that the pose guesses, behind a bag or with the hand in a pocket, may be beside the
 * body, and a sleeve would hang in the air there. It is moved to the nearest place on the person; hands move with their wrists.
 *
 * Space: joints in photo pixels, `person` 0…1 at `k` work pixels per photo pixel.
 */
export function pullArmsOntoBody(joints: Joints, person: PlaneF32, shoulderWidth: number, k: number): Joints {
  const isOn = (p: Point): boolean => sampleAt(person, p, k) > 0.5;
  const isInside = (p: Point): boolean =>
    [
      [0, 0],
      [JOINT_RADIUS, 0],
      [-JOINT_RADIUS, 0],
      [0, JOINT_RADIUS],
      [0, -JOINT_RADIUS],
    ].every(([x, y]) => isOn(add(p, { x, y }, shoulderWidth)));
  const led = (joint: PoseLandmark): PoseLandmark => {
    const isGuessed = joint.visibility < GUESSED_VISIBILITY_MAX && isWithin(person, joint, k);
    const isOff = isGuessed && nearest(joint, isOn, 0, PERSON_DISTANCE_MAX * shoulderWidth) === null;
    const place = isOff
      ? nearest(joint, isInside, PERSON_DISTANCE_MAX * shoulderWidth, MOVE_MAX * shoulderWidth)
      : null;
    return place === null ? joint : { ...joint, ...place };
  };
  const wrists = pairOf((side) => led(joints.wrists[side]));
  const hands = pairOf((side) => {
    const hand = joints.hands[side];
    return { ...hand, ...add(hand, sub(wrists[side], joints.wrists[side])) };
  });
  return { ...joints, elbows: pairOf((side) => led(joints.elbows[side])), wrists, hands };
}

/** A joint beyond the photo's edge is not a guess. */
const isWithin = ({ width, height }: PlaneF32, { x, y }: Point, k: number): boolean =>
  x >= 0 && y >= 0 && x * k < width && y * k < height;

/** The nearest point that satisfies `isPlace` between two distances; null where there is none. */
function nearest(from: Point, isPlace: (p: Point) => boolean, min: number, max: number): Point | null {
  const steps = Math.ceil((max - min) / SEARCH_STEP);
  for (let s = 0; s <= steps; s++) {
    const r = Math.min(max, min + s * SEARCH_STEP);
    for (let n = 0; n < SEARCH_DIRECTIONS; n++) {
      const angle = (2 * Math.PI * n) / SEARCH_DIRECTIONS;
      const p = add(from, { x: Math.cos(angle), y: Math.sin(angle) }, r);
      if (isPlace(p)) return p;
    }
  }
  return null;
}
