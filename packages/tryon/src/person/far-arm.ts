import type { Pair } from '../garment/types';
import type { BodyFrame } from './joints';

/** Shoulders narrower than this share of the torso are seen from the side: of 400 street photos 8 are, half-turned people have .41 and more. */
const FROM_SIDE = 0.35;
/** Below this visibility of its elbow or its wrist the pose guesses where the far arm is. */
const UNSEEN = 0.3;

/** The same of half-turned people: shoulders in torso lengths, most visibility of the hidden elbow and wrist, least of the other arm's. */
const HALF_TURNED = 0.6;
const HIDDEN = 0.1;
const OTHER_SEEN = 0.8;

/** True where shoulders are foreshortened so far. */
export const isSeenFromSide = (body: Pick<BodyFrame, 'shoulderWidth' | 'torsoLength'>): boolean =>
  body.shoulderWidth < FROM_SIDE * body.torsoLength;

/** What tells a far arm: visibilities of shoulder, elbow, wrist. */
interface SeenArm {
  readonly visibility: readonly [number, number, number];
}

/** True for the arm of somebody seen from the side or half turned that the body hides: it must not be painted, nor its sleeve laid, before the body. */
export function isFarArm(
  arms: Pair<SeenArm>,
  body: Pick<BodyFrame, 'shoulderWidth' | 'torsoLength'>,
  side: number,
): boolean {
  const [own, other] = [seenOf(arms[side]), seenOf(arms[1 - side])];
  if (isSeenFromSide(body)) return own < UNSEEN && own < other;
  const [, elbow, wrist] = arms[side].visibility;
  const isTurned = body.shoulderWidth < HALF_TURNED * body.torsoLength;
  return isTurned && Math.max(elbow, wrist) < HIDDEN && other > OTHER_SEEN;
}

const seenOf = ({ visibility: [, elbow, wrist] }: SeenArm): number => Math.min(elbow, wrist);
