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
const FOREARM_SPAN_START = 0.3;
const FOREARM_PROBES = 10;
const OFF_PERSON_SHARE_MIN = 0.9;
/**
 * Ranges of a hand's position: distance from its shoulder in arm lengths, distance beside the middle of the shoulders in shoulder widths,
 * and below it in torso lengths.
 */
const HAND_DISTANCE_RANGE = [0.75, 1.4] as const;
const HAND_ASIDE_RANGE = [0.3, 1.1] as const;
const HAND_BELOW_RANGE = [0.7, 1.55] as const;
/** Least distance of a hand from the bone of a bare thigh, and from the other hand, shoulder widths: nearer skin is theirs. */
const THIGH_DISTANCE_MIN = 0.5;
const OTHER_HAND_DISTANCE_MIN = 0.4;
/** Length of an arm without its hand, in torso lengths: least and greatest. */
const ARM_LENGTH_RANGE = [0.95, 1.2] as const;
/** Step of the search in torso lengths, and the least area of skin of a hand, in squared torso lengths. */
const SEARCH_STEP = 0.02;
const HAND_AREA_MIN = 0.006;
/**
 * The wrist is where the hand begins: within the first value, in torso lengths, of its first skin. The second is the elbow's place on the
 * arm, as a share.
 */
const WRIST_DEPTH = 0.06;
const ELBOW_POSITION = 0.53;

type ArmPlanes = Pick<PersonPlanes, 'person' | 'skin'>;

/**
 * Corrects joints whose forearm is not on the person at all, however surely the pose sees it there: the pose takes jackets laid over the
 * shoulders for arms held out. Such an arm is moved to the bare hand that hangs on its side; where none is found it stays.
 *
 * Space: joints in photo pixels, planes 0…1 at `k` work pixels per photo pixel.
 */
export function snapArmsToHands(joints: Joints, planes: ArmPlanes, frame: BodyFrame, k: number): Joints {
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

function isStray({ elbows, wrists }: Joints, { person }: ArmPlanes, side: 0 | 1, k: number): boolean {
  let off = 0;
  for (let n = 0; n < FOREARM_PROBES; n++) {
    const p = lerp(
      elbows[side],
      wrists[side],
      FOREARM_SPAN_START + ((1 - FOREARM_SPAN_START) * n) / (FOREARM_PROBES - 1),
    );
    if (p.x < 0 || p.y < 0 || p.x * k >= person.width || p.y * k >= person.height) return false;
    if (sampleAt(person, p, k) < 0.5) off++;
  }
  return off >= OFF_PERSON_SHARE_MIN * FOREARM_PROBES;
}

/** The bare hand that hangs on one side of the body; null where none is seen. */
function hangingHand(joints: Joints, { skin }: ArmPlanes, frame: BodyFrame, side: 0 | 1, k: number): Hand | null {
  const sign = side === 0 ? -1 : 1;
  const beside = (SEARCH_STEP * frame.torsoLength) / frame.shoulderWidth;
  const hand: Point[] = [];
  for (let v = HAND_BELOW_RANGE[0]; v <= HAND_BELOW_RANGE[1]; v += SEARCH_STEP) {
    for (let u = HAND_ASIDE_RANGE[0]; u <= HAND_ASIDE_RANGE[1]; u += beside) {
      const p = bodyPoint(frame, sign * u, v);
      if (sampleAt(skin, p, k) > 0.5 && mayBeHand(joints, frame, side, p) && !isThigh(joints, skin, frame, p, k))
        hand.push(p);
    }
  }
  if (hand.length * SEARCH_STEP * SEARCH_STEP < HAND_AREA_MIN) return null;
  const first = Math.min(...hand.map((p) => bodyCoordinates(frame, p).v));
  return {
    wrist: middleOf(hand.filter((p) => bodyCoordinates(frame, p).v < first + WRIST_DEPTH)),
    middle: middleOf(hand),
  };
}

/** Whether a place may be this arm's hand: within its reach, and not the other hand. */
function mayBeHand({ shoulders, wrists }: Joints, frame: BodyFrame, side: 0 | 1, p: Point): boolean {
  const way = distance(shoulders[side], p);
  const reach = way / armLength(frame, way);
  if (reach < HAND_DISTANCE_RANGE[0] || reach > HAND_DISTANCE_RANGE[1]) return false;
  return distance(p, wrists[1 - side]) > OTHER_HAND_DISTANCE_MIN * frame.facingWidth;
}

/** Whether the skin is beside a thigh that is bare there; beside a clothed thigh it is not a leg. */
function isThigh({ hips, knees }: Joints, skin: ArmPlanes['skin'], frame: BodyFrame, p: Point, k: number): boolean {
  return [0, 1].some((leg) => {
    const { d, t } = segmentDistance(p, hips[leg], knees[leg]);
    return d < THIGH_DISTANCE_MIN * frame.facingWidth && sampleAt(skin, lerp(hips[leg], knees[leg], t), k) > 0.5;
  });
}

/** Length of an arm whose hand is this far from its shoulder, photo pixels. */
const armLength = ({ torsoLength }: BodyFrame, reach: number): number =>
  clamp(reach, ARM_LENGTH_RANGE[0] * torsoLength, ARM_LENGTH_RANGE[1] * torsoLength);

/** The elbow of an arm between shoulder and wrist: the shorter the way between them against the arm, the further out. */
function elbowOf(shoulder: Point, wrist: Point, frame: BodyFrame, side: 0 | 1): Point {
  const way = distance(shoulder, wrist);
  const spare = armLength(frame, way) ** 2 - way ** 2;
  const out = (Math.sqrt(Math.max(0, spare)) / 2) * (side === 0 ? -1 : 1);
  return add(lerp(shoulder, wrist, ELBOW_POSITION), frame.across, out);
}
