import type { Pair } from '../garment/types';
import type { BodyFrame } from './joints';

/** Shoulders narrower than this share of the torso are seen from the side: of 400 street photos 8 are, half-turned people have .41 and more. */
const FROM_SIDE = 0.35;
/** Below this visibility of its elbow or its wrist the pose guesses where the far arm is. */
const UNSEEN = 0.3;

/** True where shoulders are foreshortened so far. */
export const isSeenFromSide = (body: Pick<BodyFrame, 'shoulderWidth' | 'torsoLength'>): boolean =>
  body.shoulderWidth < FROM_SIDE * body.torsoLength;

/** What tells a far arm: visibilities of shoulder, elbow, wrist. */
interface SeenArm {
  readonly visibility: readonly [number, number, number];
}

/** True for the arm of somebody seen from the side that the body hides: it must not be painted, nor its sleeve laid, before the body. */
export function isFarArm(
  arms: Pair<SeenArm>,
  body: Pick<BodyFrame, 'shoulderWidth' | 'torsoLength'>,
  side: number,
): boolean {
  if (!isSeenFromSide(body)) return false;
  const [own, other] = [seenOf(arms[side]), seenOf(arms[1 - side])];
  return own < UNSEEN && own < other;
}

const seenOf = ({ visibility: [, elbow, wrist] }: SeenArm): number => Math.min(elbow, wrist);
