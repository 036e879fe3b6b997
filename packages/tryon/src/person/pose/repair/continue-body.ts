import type { Point } from '@drape/imaging';
import type { PoseLandmark } from '../../../ports';
import { facingWidth, type Joints } from '../joints';
import { pairOf } from '../../../geometry/pairs';
import type { Pair } from '../../../model/pair';
import { clamp } from '../../../geometry/numbers';
import { add, distance, dot, lerp, sub, unit } from '../../../geometry/vector';

/** One length of a body ÷ another: least, usual and greatest; and the network's guess ÷ the true length. */
interface Proportion {
  readonly min: number;
  readonly usual: number;
  readonly max: number;
  readonly guessed: number;
}

/**
 * Source: street photos of 42 people who stand, the middle nine tenths of them; `guessed`, and the torso's shortness in the other two, from
 * the same photos cut off above the knees, at the thighs and at the hips.
 */
const TORSO_IN_SHOULDERS: Proportion = { min: 1.35, usual: 1.6, max: 1.95, guessed: 0.9 };
const THIGH_IN_TORSOS: Proportion = { min: 0.7, usual: 0.81, max: 0.97, guessed: 0.9 };
const SHIN_IN_THIGHS: Proportion = { min: 0.79, usual: 0.91, max: 1.03, guessed: 0.97 };

/** Weight of the network's guess of a length outside the photo, against the usual length. */
const GUESS_WEIGHT = 0.5;
/** Visibility above which the network is believed to see a joint near the photo's edge. */
const SEEN_VISIBILITY_MIN = 0.8;
/**
 * Distance from the photo's lower edge, in torso lengths, within which a joint that the network does not surely see is its guess at what is
 * below.
 */
const EDGE_DISTANCE = 0.12;
/**
 * The same for hips. The network is always sure of them, and where they are cut off it guesses them inside the photo, so this near to the
 * edge they are believed to be below it.
 */
const HIPS_EDGE_DISTANCE = 0.08;
/** Greatest lean of bones that are not seen, away from the body's axis: sine of the angle. */
const LEAN_MAX = 0.2;

/**
 * The joints, with those that the photo's lower edge cuts off continued from the body's own proportions.
 *
 * The landmark network continues below the edge, but the less it sees, the shorter it guesses. What is seen bounds the guess: the torso in
 * shoulder widths, the thighs in torso lengths, the shins in thigh lengths. Bones that are not seen lean little from the body's axis.
 * Joints in the photo stay as they are. Space: photo pixels; visibility stays the network's.
 */
export function continueBody(joints: Joints, photo: { readonly height: number }): Joints {
  const shoulders = lerp(joints.shoulders[0], joints.shoulders[1], 0.5);
  const seenTorso = distance(shoulders, lerp(joints.hips[0], joints.hips[1], 0.5));
  const isLow = (p: PoseLandmark, margin: number): boolean => p.y >= photo.height - margin * seenTorso;
  const cut = (p: PoseLandmark): boolean => isLow(p, p.visibility < SEEN_VISIBILITY_MIN ? EDGE_DISTANCE : 0);
  const areHipsCut = joints.hips.every((p) => isLow(p, HIPS_EDGE_DISTANCE));
  if (!areHipsCut && ![...joints.knees, ...joints.ankles].some(cut)) return joints;
  const hips = areHipsCut ? hipsBelow(joints, shoulders) : joints.hips;
  const hipMid = lerp(hips[0], hips[1], 0.5);
  const torso = distance(shoulders, hipMid);
  const axis = unit(sub(hipMid, shoulders));
  const below = (
    from: PoseLandmark,
    bone: readonly [PoseLandmark, PoseLandmark],
    measure: number,
    usual: Proportion,
  ) => (cut(bone[1]) ? boneEnd(from, bone, { measure, usual, axis }) : bone[1]);
  const knees = pairOf((i) => below(hips[i], [joints.hips[i], joints.knees[i]], torso, THIGH_IN_TORSOS));
  const ankles = pairOf((i) =>
    below(knees[i], [joints.knees[i], joints.ankles[i]], distance(hips[i], knees[i]), SHIN_IN_THIGHS),
  );
  const moved = (feet: Pair<PoseLandmark>): Pair<PoseLandmark> =>
    pairOf((i) => shifted(feet[i], joints.ankles[i], ankles[i]));
  return { ...joints, hips, knees, ankles, heels: moved(joints.heels), toes: moved(joints.toes) };
}

/** A joint moved by as much as `to` is from `from`. */
const shifted = (p: PoseLandmark, from: Point, to: Point): PoseLandmark => ({
  ...p,
  x: p.x + to.x - from.x,
  y: p.y + to.y - from.y,
});

/** Hips below the edge: at a distance that follows from the shoulders' width, in the network's arrangement. */
function hipsBelow(joints: Joints, shoulders: Point): Pair<PoseLandmark> {
  const hipMid = lerp(joints.hips[0], joints.hips[1], 0.5);
  const guess = distance(shoulders, hipMid);
  const width = facingWidth(distance(joints.shoulders[0], joints.shoulders[1]), guess);
  const length = believed(guess, width, TORSO_IN_SHOULDERS);
  const to = add(shoulders, unit(sub(hipMid, shoulders)), length);
  return pairOf((i) => shifted(joints.hips[i], hipMid, to));
}

interface Guide {
  /** The length that the bone's own length is measured in, photo pixels. */
  readonly measure: number;
  readonly usual: Proportion;
  /** Unit vector down the body. */
  readonly axis: Point;
}

/** End of a bone that begins at `from`, given the network's guess of the bone. */
function boneEnd(
  from: Point,
  [start, end]: readonly [PoseLandmark, PoseLandmark],
  { measure, usual, axis }: Guide,
): PoseLandmark {
  const length = believed(distance(start, end), measure, usual);
  const across = { x: axis.y, y: -axis.x };
  const aside = clamp(dot(unit(sub(end, start)), across), -LEAN_MAX, LEAN_MAX);
  const to = add(add(from, axis, length * Math.sqrt(1 - aside * aside)), across, length * aside);
  return { ...end, x: to.x, y: to.y };
}

/** A length between the network's guess and the usual one, within bounds. */
function believed(guess: number, measure: number, { min, usual, max, guessed }: Proportion): number {
  return measure * clamp(usual + GUESS_WEIGHT * (guess / guessed / measure - usual), min, max);
}
