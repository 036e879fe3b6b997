import type { Point } from '@drape/imaging';
import type { PoseLandmark } from '../../../ports';
import type { BodyFrame } from '../../../model/body';
import { bodyCoordinates, bodyPoint, type Joints } from '../joints';
import { pairOf } from '../../../geometry/pairs';
import type { Pair } from '../../../model/pair';
import type { PersonPlanes } from '../../../model/person';
import { sampleAt } from '../../../geometry/sampling';
import { clamp } from '../../../geometry/numbers';
import { segmentDistance } from '../../../geometry/polyline';
import { add, distance, lerp, middleOf } from '../../../geometry/vector';

/** Places along a forearm begin at this share of it; then their number, and the least share of them that must be off the person. */
const FOREARM_FROM = 0.3;
const PLACES = 10;
const OFF_LEAST = 0.9;
/**
 * Ranges of a hand's position: distance from its shoulder in arm lengths, distance beside the middle of the shoulders in shoulder widths,
 * and below it in torso lengths.
 */
const REACH = [0.75, 1.4] as const;
const BESIDE = [0.3, 1.1] as const;
const BELOW = [0.7, 1.55] as const;
/** Least distance of a hand from the bone of a bare thigh, and from the other hand, shoulder widths: nearer skin is theirs. */
const OFF_THIGH = 0.5;
const OFF_HAND = 0.4;
/** Length of an arm without its hand, in torso lengths: least and greatest. */
const ARM = [0.95, 1.2] as const;
/** Step of the search in torso lengths, and the least area of skin of a hand, in squared torso lengths. */
const STEP = 0.02;
const HAND_LEAST = 0.006;
/**
 * The wrist is where the hand begins: within the first value, in torso lengths, of its first skin. The second is the elbow's place on the
 * arm, as a share.
 */
const WRIST = 0.06;
const ELBOW = 0.53;

type Seen = Pick<PersonPlanes, 'person' | 'skin'>;

/**
 * Corrects joints whose forearm is not on the person at all, however surely the pose sees it there: the pose takes jackets laid over the
 * shoulders for arms held out. Such an arm is moved to the bare hand that hangs on its side; where none is found it stays.
 *
 * Space: joints in photo pixels, planes 0…1 at `k` work pixels per photo pixel.
 */
export function leadStrayArms(joints: Joints, planes: Seen, frame: BodyFrame, k: number): Joints {
  const found = pairOf((side) =>
    isStray(joints, planes, side, k) ? hangingHand(joints, planes, frame, side, k) : null,
  );
  const pair = (of: Pair<PoseLandmark>, place: (hand: Hand, side: 0 | 1) => Point): Pair<PoseLandmark> =>
    pairOf((side) => {
      const hand = found[side];
      return hand === null ? of[side] : { ...of[side], ...place(hand, side) };
    });
  if (found.every((hand) => hand === null)) return joints;
  return {
    ...joints,
    elbows: pair(joints.elbows, ({ wrist }, side) => elbowOf(joints.shoulders[side], wrist, frame, side)),
    wrists: pair(joints.wrists, ({ wrist }) => wrist),
    hands: pair(joints.hands, ({ middle }) => middle),
  };
}

interface Hand {
  readonly wrist: Point;
  readonly middle: Point;
}

function isStray({ elbows, wrists }: Joints, { person }: Seen, side: 0 | 1, k: number): boolean {
  let off = 0;
  for (let n = 0; n < PLACES; n++) {
    const p = lerp(elbows[side], wrists[side], FOREARM_FROM + ((1 - FOREARM_FROM) * n) / (PLACES - 1));
    if (p.x < 0 || p.y < 0 || p.x * k >= person.width || p.y * k >= person.height) return false;
    if (sampleAt(person, p, k) < 0.5) off++;
  }
  return off >= OFF_LEAST * PLACES;
}

/** The bare hand that hangs on one side of the body; null where none is seen. */
function hangingHand(joints: Joints, { skin }: Seen, frame: BodyFrame, side: 0 | 1, k: number): Hand | null {
  const sign = side === 0 ? -1 : 1;
  const beside = (STEP * frame.torsoLength) / frame.shoulderWidth;
  const hand: Point[] = [];
  for (let v = BELOW[0]; v <= BELOW[1]; v += STEP) {
    for (let u = BESIDE[0]; u <= BESIDE[1]; u += beside) {
      const p = bodyPoint(frame, sign * u, v);
      if (sampleAt(skin, p, k) > 0.5 && isHands(joints, frame, side, p) && !isThigh(joints, skin, frame, p, k))
        hand.push(p);
    }
  }
  if (hand.length * STEP * STEP < HAND_LEAST) return null;
  const first = Math.min(...hand.map((p) => bodyCoordinates(frame, p).v));
  return {
    wrist: middleOf(hand.filter((p) => bodyCoordinates(frame, p).v < first + WRIST)),
    middle: middleOf(hand),
  };
}

/** Whether a place may be this arm's hand: within its reach, and not the other hand. */
function isHands({ shoulders, wrists }: Joints, frame: BodyFrame, side: 0 | 1, p: Point): boolean {
  const way = distance(shoulders[side], p);
  const reach = way / armLength(frame, way);
  if (reach < REACH[0] || reach > REACH[1]) return false;
  return distance(p, wrists[1 - side]) > OFF_HAND * frame.facingWidth;
}

/** Whether the skin is beside a thigh that is bare there; beside a clothed thigh it is not a leg. */
function isThigh({ hips, knees }: Joints, skin: Seen['skin'], frame: BodyFrame, p: Point, k: number): boolean {
  return [0, 1].some((leg) => {
    const { d, t } = segmentDistance(p, hips[leg], knees[leg]);
    return d < OFF_THIGH * frame.facingWidth && sampleAt(skin, lerp(hips[leg], knees[leg], t), k) > 0.5;
  });
}

/** Length of an arm whose hand is this far from its shoulder, photo pixels. */
const armLength = ({ torsoLength }: BodyFrame, reach: number): number =>
  clamp(reach, ARM[0] * torsoLength, ARM[1] * torsoLength);

/** The elbow of an arm between shoulder and wrist: the shorter the way between them against the arm, the further out. */
function elbowOf(shoulder: Point, wrist: Point, frame: BodyFrame, side: 0 | 1): Point {
  const way = distance(shoulder, wrist);
  const spare = armLength(frame, way) ** 2 - way ** 2;
  const out = (Math.sqrt(Math.max(0, spare)) / 2) * (side === 0 ? -1 : 1);
  return add(lerp(shoulder, wrist, ELBOW), frame.across, out);
}
