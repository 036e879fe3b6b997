import type { ArmState, ArmStates, HandState, Side } from '../../model/limbs';
import { bendOf } from '../../place/sleeves/sleeve-targets';
import { handBeforeArm } from './hand-before-arm';
import { endsInWrist, handState } from './hand-state';
import type { Scene } from '../../model/scene';
import { sampleAt } from '../../geometry/sampling';
import { coversTorso } from '../scene/covers';
import { smoothstep } from '../../geometry/numbers';

type Seen = Pick<Scene, 'person' | 'k' | 'sw' | 'category' | 'garment'>;

/** `entersAt` of an arm that is in front of the new garment. */
export const NEVER_ENTERS = 2;

/**
 * Share of the arm at which a straight arm goes under the new garment when its hand is not seen: at the wrist, as with a hand in a pocket.
 * For jackets, and for tops where some of the hand may be seen.
 */
const AT_WRIST = 0.7;
/** The same for a bent arm, and for one that hangs beside a top: tops have no pockets there, so it goes behind the body at the elbow. */
const AT_ELBOW = 0.44;
/** Bend above which an arm counts as bent: 0 straight … 1 bent by 70°. */
const BENT = 0.25;
/** In a dress both kinds of arm are in its side pockets, past the wrist; so is a straight arm in front of a top. */
const PAST_WRIST = 0.83;
/** Greatest share of the arm up to which a seen wrist is trusted to be outside its pocket. */
const WRIST_LAST = 0.95;

/** Both arms of a person for the new garment; every later step reads what it needs to know of an arm from here. */
export const armStates = (seen: Seen): ArmStates => [armState(seen, 0), armState(seen, 1)];

function armState(seen: Seen, side: Side): ArmState {
  const { person, category } = seen;
  const [, elbow, wrist] = person.arms[side].joints;
  const hand = handState(seen, side);
  const isBare = showsForearm(seen, side);
  const isBent = bendOf(person.arms[side].joints) > BENT;
  const inWrist = category === 'dress' && endsInWrist(seen, side);
  const going = inWrist
    ? ({ depth: 'inPocket', entersAt: wristEnd(seen, side) } as const)
    : depthOf(seen, side, hand, isBent);
  return {
    hand,
    depth: going.depth,
    entersAt: going.entersAt,
    isFar: person.limbOrder.farArm === side && !isBare,
    isBent,
    isLifted: wrist.y < elbow.y,
    isBare,
    hasKnuckles: hasKnuckles(seen, side),
    endsInWrist: inWrist,
    handBefore: coversTorso(category) ? handBeforeArm(seen, side) : null,
  };
}

/** True where neither the hand nor anything it carries is seen at its arm's end: an invented arm must not end in a stump. */
export const losesHand = ({ hand }: Pick<ArmState, 'hand'>): boolean => hand === 'unseen' || hand === 'hidden';

/** True where no remnant of the hand stays in front of the new garment: it is not seen, and the arm is bent. */
export const isTakenAway = (arm: Pick<ArmState, 'hand' | 'isBent'>): boolean => losesHand(arm) && arm.isBent;

type Going = Pick<ArmState, 'depth' | 'entersAt'>;

function depthOf(seen: Seen, side: Side, hand: HandState, isBent: boolean): Going {
  const { category } = seen;
  if (!losesHand({ hand })) return { depth: 'before', entersAt: NEVER_ENTERS };
  if (category === 'dress') return { depth: 'inPocket', entersAt: PAST_WRIST };
  if (isBent) return { depth: hand === 'hidden' ? 'behind' : 'under', entersAt: AT_ELBOW };
  if (category !== 'top' || hand !== 'hidden') return { depth: 'under', entersAt: AT_WRIST };
  return hangsBeside(seen, side)
    ? { depth: 'behind', entersAt: AT_ELBOW }
    : { depth: 'inPocket', entersAt: PAST_WRIST };
}

/** Shares of an arm between which the middle of its forearm is tested: more than half of it beside the new garment, or on it. */
const LOWER_ARM = [0.45, 0.72] as const;

function hangsBeside({ person, k, garment }: Seen, side: Side): boolean {
  const { centres } = person.armTubes[side];
  const [from, to] = LOWER_ARM.map((t) => Math.round(t * (centres.length - 1)));
  const forearm = centres.slice(from, to + 1);
  return forearm.filter((c) => sampleAt(garment, c, k) < 0.5).length > forearm.length / 2;
}

/** Share of an arm at which its skin ends. */
function wristEnd({ person, k }: Seen, side: Side): number {
  const { centres } = person.armTubes[side];
  const last = centres.length - 1;
  let s = last;
  while (s > PAST_WRIST * last && sampleAt(person.planes.skin, centres[s], k) < 0.7) s--;
  return Math.min(WRIST_LAST, Math.max(PAST_WRIST, s / last));
}

/** Shares of an arm between which its forearm is examined, and the share that must be skin for it to count as seen. */
const FOREARM = [0.5, 0.8] as const;
const FOREARM_LEAST = 0.3;

function showsForearm({ person, k }: Seen, side: Side): boolean {
  const { centres } = person.armTubes[side];
  const forearm = centres.slice(
    Math.round(FOREARM[0] * (centres.length - 1)),
    Math.round(FOREARM[1] * (centres.length - 1)) + 1,
  );
  const skin = forearm.reduce((sum, c) => sum + sampleAt(person.planes.skin, c, k), 0);
  return skin > FOREARM_LEAST * forearm.length;
}

/** Whether the arm's end is in the photo. If not, skin beside the end of the seen arm is fabric read as skin. */
function hasKnuckles({ person, k, garment }: Seen, side: Side): boolean {
  const { centres } = person.armTubes[side];
  const { x, y } = centres[centres.length - 1];
  return x >= 0 && y >= 0 && x * k < garment.width && y * k < garment.height;
}

/** How much later the outer side of an arm enters a pocket than its inner one, and the length of the ramp, as shares of the arm. */
const POCKET_SLANT = 0.07;
const POCKET_EDGE = 0.015;
/** Elsewhere it goes under the fabric over this share of the arm. */
const FADE = 0.08;

/** How certainly a pixel at t along an arm and u across it is in front of the new garment, as far as the arm itself decides, 0…1. */
export function staysBefore(side: number, { depth, entersAt }: Going): ArmShare {
  if (depth === 'before') return () => 1;
  if (depth !== 'inPocket') return (t) => 1 - smoothstep(t, entersAt, entersAt + FADE);
  const slant = (side === 0 ? -0.5 : 0.5) * POCKET_SLANT;
  return (t, u) => 1 - smoothstep(t - (entersAt + slant * u), 0, POCKET_EDGE);
}

/** A share, 0…1, at `t` along an arm and `u` across it. */
export type ArmShare = (t: number, u: number) => number;
