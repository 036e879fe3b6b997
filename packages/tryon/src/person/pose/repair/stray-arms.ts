import type { Point } from '@drape/imaging';
import type { PoseLandmark } from '../../../ports';
import type { BodyFrame } from '../../../model/body';
import { bodyCoordinates, bodyPoint, type Joints } from '../joints';
import type { Pair } from '../../../model/pair';
import type { PersonPlanes } from '../../../model/person';
import { sampleAt } from '../../../geometry/sampling';
import { clamp } from '../../../geometry/numbers';
import { segmentDistance } from '../../../geometry/polyline';
import { add, distance, lerp, middleOf } from '../../../geometry/vector';

/** Places along a forearm, from this share on, and how many of them must lie beside the person. */
const FOREARM_FROM = 0.3;
const PLACES = 10;
const OFF_LEAST = 0.9;
/** A hand lies so far from its shoulder, in arm lengths, and so far beside and below the shoulders' middle, shoulder widths and torso lengths. */
const REACH = [0.75, 1.4] as const;
const BESIDE = [0.3, 1.1] as const;
const BELOW = [0.7, 1.55] as const;
/** How far a hand lies from the bone of a bare thigh, and from the other hand, shoulder widths: nearer, skin is theirs. */
const OFF_THIGH = 0.5;
const OFF_HAND = 0.4;
/** Arms without hands, in torso lengths. */
const ARM = [0.95, 1.2] as const;
/** Steps of the search in torso lengths; less skin, in squared torso lengths, is no hand. */
const STEP = 0.02;
const HAND_LEAST = 0.006;
/** The wrist is where the hand begins: within so many torso lengths of its first skin. The elbow divides the arm. */
const WRIST = 0.06;
const ELBOW = 0.53;

type Seen = Pick<PersonPlanes, 'person' | 'skin'>;

/**
 * Joints of which no forearm lies beside the person altogether, however surely the pose sees it there: it takes jackets laid over the
 * shoulders for arms held out. Such an arm leads to the bare hand that hangs on its side; where none is found it stays.
 *
 * Space: joints in photo pixels, planes 0…1 at `k` work pixels a photo pixel.
 */
export function leadStrayArms(joints: Joints, planes: Seen, frame: BodyFrame, k: number): Joints {
  const found = ([0, 1] as const).map((side) =>
    isStray(joints, planes, side, k) ? hangingHand(joints, planes, frame, side, k) : null,
  );
  const pair = (of: Pair<PoseLandmark>, place: (hand: Hand, side: 0 | 1) => Point): Pair<PoseLandmark> => {
    const led = (side: 0 | 1): PoseLandmark => {
      const hand = found[side];
      return hand === null ? of[side] : { ...of[side], ...place(hand, side) };
    };
    return [led(0), led(1)];
  };
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

/** Whether a place may be this arm's hand: within its reach, and not the other one. */
function isHands({ shoulders, wrists }: Joints, frame: BodyFrame, side: 0 | 1, p: Point): boolean {
  const way = distance(shoulders[side], p);
  const reach = way / armLength(frame, way);
  if (reach < REACH[0] || reach > REACH[1]) return false;
  return distance(p, wrists[1 - side]) > OFF_HAND * frame.facingWidth;
}

/** Whether skin lies beside a thigh that is bare there: beside a clothed one it is no leg. */
function isThigh({ hips, knees }: Joints, skin: Seen['skin'], frame: BodyFrame, p: Point, k: number): boolean {
  return [0, 1].some((leg) => {
    const { d, t } = segmentDistance(p, hips[leg], knees[leg]);
    return d < OFF_THIGH * frame.facingWidth && sampleAt(skin, lerp(hips[leg], knees[leg], t), k) > 0.5;
  });
}

/** An arm that reaches so far, photo pixels. */
const armLength = ({ torsoLength }: BodyFrame, reach: number): number =>
  clamp(reach, ARM[0] * torsoLength, ARM[1] * torsoLength);

/** The elbow of an arm between shoulder and wrist: further out by what the way is shorter than the arm. */
function elbowOf(shoulder: Point, wrist: Point, frame: BodyFrame, side: 0 | 1): Point {
  const way = distance(shoulder, wrist);
  const spare = armLength(frame, way) ** 2 - way ** 2;
  const out = (Math.sqrt(Math.max(0, spare)) / 2) * (side === 0 ? -1 : 1);
  return add(lerp(shoulder, wrist, ELBOW), frame.across, out);
}
