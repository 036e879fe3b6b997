import type { PlaneF32 } from '@drape/imaging';
import type { Pair } from './pair';

/** The limb at the image's left, 0, or right, 1. */
export type Side = 0 | 1;

/** How the limbs of a photographed person overlap, as the photo shows it whatever is worn. */
export interface LimbOrder {
  /** The arm that is behind the body of a person turned away; null where both arms may be seen. */
  readonly farArm: Side | null;
  /** The legs, back to front. */
  readonly legs: readonly [back: Side, front: Side];
}

/**
 * What the photo shows of a hand around the end of its arm: skin; a bag that hides it; nothing, as the photo ends above the wrist; none
 * there, though a piece may be seen further away, where the pose lost it; none anywhere near, so that it is in a pocket or behind the body.
 */
export type HandState = 'seen' | 'carrying' | 'outOfPicture' | 'unseen' | 'hidden';

/**
 * Where an arm goes past its new sleeve: in front of or beside the new garment down to the hand; under it alone; behind the body and what
 * is worn below the garment, too; into a pocket of the garment, whose mouth cuts it off on a slant.
 */
export type ArmDepth = 'before' | 'under' | 'behind' | 'inPocket';

/** One arm of the person as the composition treats it, for the garment that is put on. */
export interface ArmState {
  readonly hand: HandState;
  readonly depth: ArmDepth;
  /** Share of the arm, shoulder 0 … knuckles 1, beyond which it is where `depth` says; {@link NEVER_ENTERS} where it is in front. */
  readonly entersAt: number;
  /** The far arm, where the photo shows no bare forearm of it: nothing of it is painted or kept. */
  readonly isFar: boolean;
  /** Its elbow is bent so far that a hidden hand is behind the body rather than beside it. */
  readonly isBent: boolean;
  /** Its wrist is higher than its elbow. */
  readonly isLifted: boolean;
  /** Its forearm is bare in the photo. */
  readonly isBare: boolean;
  /** Its knuckles are in the photo. */
  readonly hasKnuckles: boolean;
  /** What is seen past its sleeve is a wrist that goes into old clothes, and goes into the new dress as well. */
  readonly endsInWrist: boolean;
  /** The hand in front of its own foreshortened and clothed arm, 0…1 at work size; null where there is none. */
  readonly handBefore: PlaneF32 | null;
}

/** Image left first. */
export type ArmStates = Pair<ArmState>;
