import type { ArmState, ArmStates, HandState, Side } from '../../model/limbs';
import { bendOf } from '../../place/sleeves/sleeve-targets';
import { handBeforeArm } from './hand-before-arm';
import { endsInWrist, handState } from './hand-state';
import type { Scene } from '../../model/scene';
import { sampleAt } from '../../geometry/sampling';
import { coversTorso } from '../scene/covers';
import { smoothstep } from '../../geometry/numbers';

type ArmScene = Pick<Scene, 'person' | 'k' | 'sw' | 'category' | 'garment'>;

/** `entersAt` of an arm that is in front of the new garment. */
export const NEVER_ENTERS = 2;

/**
 * Share of the arm at which a straight arm goes under the new garment when its hand is not seen: at the wrist, as with a hand in a pocket.
 * For jackets, and for tops where some of the hand may be seen.
 */
const STRAIGHT_ARM_ENTRY = 0.7;
/** The same for a bent arm, and for one that hangs beside a top: tops have no pockets there, so it goes behind the body at the elbow. */
const BENT_ARM_ENTRY = 0.44;
/** Bend above which an arm counts as bent: 0 straight … 1 bent by 70°. */
const BENT_MIN = 0.25;
/** In a dress both kinds of arm are in its side pockets, past the wrist; so is a straight arm in front of a top. */
const POCKET_ENTRY = 0.83;
/** Greatest share of the arm up to which a seen wrist is trusted to be outside its pocket. */
const WRIST_END_MAX = 0.95;

/** Both arms of a person for the new garment; every later step reads what it needs to know of an arm from here. */
export const armStates = (seen: ArmScene): ArmStates => [armState(seen, 0), armState(seen, 1)];

function armState(seen: ArmScene, side: Side): ArmState {
  const { person, category } = seen;
  const [, elbow, wrist] = person.arms[side].joints;
  const hand = handState(seen, side);
  const isBare = showsForearm(seen, side);
  const isBent = bendOf(person.arms[side].joints) > BENT_MIN;
  const inWrist = category === 'dress' && endsInWrist(seen, side);
  const passage = inWrist
    ? ({ depth: 'inPocket', entersAt: wristEnd(seen, side) } as const)
    : passageOf(seen, side, hand, isBent);
  return {
    hand,
    depth: passage.depth,
    entersAt: passage.entersAt,
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
export const isHandRemoved = (arm: Pick<ArmState, 'hand' | 'isBent'>): boolean => losesHand(arm) && arm.isBent;

type ArmPassage = Pick<ArmState, 'depth' | 'entersAt'>;

function passageOf(seen: ArmScene, side: Side, hand: HandState, isBent: boolean): ArmPassage {
  const { category } = seen;
  if (!losesHand({ hand })) return { depth: 'before', entersAt: NEVER_ENTERS };
  if (category === 'dress') return { depth: 'inPocket', entersAt: POCKET_ENTRY };
  if (isBent) return { depth: hand === 'hidden' ? 'behind' : 'under', entersAt: BENT_ARM_ENTRY };
  if (category !== 'top' || hand !== 'hidden') return { depth: 'under', entersAt: STRAIGHT_ARM_ENTRY };
  return hangsBeside(seen, side)
    ? { depth: 'behind', entersAt: BENT_ARM_ENTRY }
    : { depth: 'inPocket', entersAt: POCKET_ENTRY };
}

/** Shares of an arm between which the middle of its forearm is tested: more than half of it beside the new garment, or on it. */
const MIDDLE_FOREARM_SPAN = [0.45, 0.72] as const;

function hangsBeside({ person, k, garment }: ArmScene, side: Side): boolean {
  const { centres } = person.armTubes[side];
  const [from, to] = MIDDLE_FOREARM_SPAN.map((t) => Math.round(t * (centres.length - 1)));
  const forearm = centres.slice(from, to + 1);
  return forearm.filter((c) => sampleAt(garment, c, k) < 0.5).length > forearm.length / 2;
}

/** Share of an arm at which its skin ends. */
function wristEnd({ person, k }: ArmScene, side: Side): number {
  const { centres } = person.armTubes[side];
  const last = centres.length - 1;
  let s = last;
  while (s > POCKET_ENTRY * last && sampleAt(person.planes.skin, centres[s], k) < 0.7) s--;
  return Math.min(WRIST_END_MAX, Math.max(POCKET_ENTRY, s / last));
}

/** Shares of an arm between which its forearm is examined, and the share that must be skin for it to count as seen. */
const FOREARM_SPAN = [0.5, 0.8] as const;
const FOREARM_SKIN_SHARE_MIN = 0.3;

function showsForearm({ person, k }: ArmScene, side: Side): boolean {
  const { centres } = person.armTubes[side];
  const forearm = centres.slice(
    Math.round(FOREARM_SPAN[0] * (centres.length - 1)),
    Math.round(FOREARM_SPAN[1] * (centres.length - 1)) + 1,
  );
  const skin = forearm.reduce((sum, c) => sum + sampleAt(person.planes.skin, c, k), 0);
  return skin > FOREARM_SKIN_SHARE_MIN * forearm.length;
}

/** Whether the arm's end is in the photo. If not, skin beside the end of the seen arm is fabric read as skin. */
function hasKnuckles({ person, k, garment }: ArmScene, side: Side): boolean {
  const { centres } = person.armTubes[side];
  const { x, y } = centres[centres.length - 1];
  return x >= 0 && y >= 0 && x * k < garment.width && y * k < garment.height;
}

/** How much later the outer side of an arm enters a pocket than its inner one, and the length of the ramp, as shares of the arm. */
const POCKET_SLANT = 0.07;
const POCKET_RAMP = 0.015;
/** Elsewhere it goes under the fabric over this share of the arm. */
const ENTRY_RAMP = 0.08;

/** How certainly a pixel at t along an arm and u across it is in front of the new garment, as far as the arm itself decides, 0…1. */
export function inFrontShare(side: number, { depth, entersAt }: ArmPassage): ArmShare {
  if (depth === 'before') return () => 1;
  if (depth !== 'inPocket') return (t) => 1 - smoothstep(t, entersAt, entersAt + ENTRY_RAMP);
  const slant = (side === 0 ? -0.5 : 0.5) * POCKET_SLANT;
  return (t, u) => 1 - smoothstep(t - (entersAt + slant * u), 0, POCKET_RAMP);
}

/** A share, 0…1, at `t` along an arm and `u` across it. */
export type ArmShare = (t: number, u: number) => number;
