import { connectedComponents, cropPlane, type PlaneF32, type Point, boxAround } from '@drape/imaging';
import type { Joints } from '../joints';
import { pairOf } from '../../../geometry/pairs';
import { sampleAt } from '../../../geometry/sampling';
import { segmentDistance } from '../../../geometry/polyline';
import { add, distance, dot, lerp, middleOf, scale, sub, unit } from '../../../geometry/vector';

/** Shares of a forearm at which it must be clothed: a bare one shows by its own skin where it is. */
const CLOTHED_PROBES = [0.3, 0.45, 0.6, 0.75] as const;
/** Least length of a forearm, in shoulder widths: a shorter one points at the camera, and its hand may be anywhere around it. */
const FOREARM_LENGTH_MIN = 0.4;
/**
 * Distance from the pose's knuckles within which a hand's skin is looked for, and beyond which no more than the last share of it may be, in
 * shoulder widths.
 */
const HAND_DISTANCE_MAX = 0.42;
const RIM_DISTANCE_MIN = 0.37;
const RIM_SHARE_MAX = 0.03;
/** Least and greatest size of a hand in squared shoulder widths: a smaller piece of skin is more often a wrist above a pocket. */
const HAND_AREA_MIN = 0.022;
const HAND_AREA_MAX = 0.11;
/** Share of a hand's pixels, those nearest to the elbow, whose mean is where it leaves its sleeve. */
const HAND_START_SHARE = 0.15;
/** Distance of that point from the arm, in shoulder widths: up to the first the arm stays, beyond the second nothing is corrected. */
const HAND_OFFSET_RAMP = [0.06, 0.3] as const;
/** A hand that begins this far before the end of its arm, in shoulder widths, continues a bare forearm. */
const HAND_BEFORE_END_MIN = -0.12;
/** How far past the wrist an arm continues, in forearm lengths, and how far it must continue into its hand, in shoulder widths. */
const BEYOND_WRIST = 0.28;
const ARM_INTO_HAND = 0.04;

/**
 * Moves the joints of clothed arms to the hands that are seen. The pose looks for a wrist in a wide sleeve, and a bare arm painted along it
 * would end beside its hand, or before it.
 *
 * Space: joints in photo pixels, `skin` 0…1 at `k` work pixels per photo pixel; `sw`: shoulder width in photo pixels.
 */
export function snapWristsToHands(joints: Joints, skin: PlaneF32, sw: number, k: number): Joints {
  const found = pairOf((side) => snapArm(joints, skin, sw, k, side));
  if (found.every((arm) => arm === null)) return joints;
  return {
    ...joints,
    wrists: pairOf((side) => ({ ...joints.wrists[side], ...found[side]?.wrist })),
    hands: pairOf((side) => ({ ...joints.hands[side], ...found[side]?.hand })),
  };
}

interface SnappedArm {
  readonly wrist: Point;
  readonly hand: Point;
}

function snapArm(joints: Joints, skin: PlaneF32, sw: number, k: number, side: 0 | 1): SnappedArm | null {
  const [elbow, wrist, hand] = [joints.elbows[side], joints.wrists[side], joints.hands[side]];
  const forearm = distance(elbow, wrist);
  if (forearm < FOREARM_LENGTH_MIN * sw) return null;
  if (CLOTHED_PROBES.some((t) => sampleAt(skin, lerp(elbow, wrist, t), k) > 0.5)) return null;
  const seen = seenHand(skin, hand, elbow, sw, k);
  if (seen === null) return null;
  const { begin, middle } = seen;
  const beyond = BEYOND_WRIST * forearm;
  const end = add(wrist, distance(wrist, hand) > 1 ? unit(sub(hand, wrist)) : unit(sub(wrist, elbow)), beyond);
  const aside = Math.min(segmentDistance(begin, elbow, wrist).d, segmentDistance(begin, wrist, end).d) / sw;
  const way = unit(sub(begin, elbow));
  const short = dot(sub(begin, elbow), way) + ARM_INTO_HAND * sw - dot(sub(end, elbow), way);
  if (
    aside > HAND_OFFSET_RAMP[1] ||
    short < HAND_BEFORE_END_MIN * sw ||
    (aside < HAND_OFFSET_RAMP[0] && short <= ARM_INTO_HAND * sw)
  )
    return null;
  const along = dot(sub(wrist, elbow), way) + Math.max(0, short);
  const led = add(elbow, way, along);
  return { wrist: led, hand: add(led, unit(sub(middle, led)), distance(wrist, hand)) };
}

/** Where a hand leaves its sleeve, and its middle; null where none is seen by itself. */
function seenHand(
  skin: PlaneF32,
  knuckles: Point,
  elbow: Point,
  sw: number,
  k: number,
): { readonly begin: Point; readonly middle: Point } | null {
  const [centre, reach] = [scale(knuckles, k), HAND_DISTANCE_MAX * sw * k];
  const box = boxAround(skin, centre.x - reach, centre.y - reach, centre.x + reach, centre.y + reach);
  if (box.width < 3 || box.height < 3) return null;
  const { labels, areas } = connectedComponents(cropPlane(skin, box), 0.5);
  const pixels = areas.map((): Point[] => []);
  for (let j = 0; j < labels.length; j++) {
    if (labels[j] === 0) continue;
    const p = { x: (box.x + (j % box.width) + 0.5) / k, y: (box.y + Math.floor(j / box.width) + 0.5) / k };
    pixels[labels[j] - 1].push(p);
  }
  const hands = pixels.filter((of) => {
    const area = of.length / (sw * sw * k * k);
    return area >= HAND_AREA_MIN && area <= HAND_AREA_MAX;
  });
  if (hands.length !== 1) return null;
  const [hand] = hands;
  if (hand.filter((p) => distance(p, knuckles) > RIM_DISTANCE_MIN * sw).length > RIM_SHARE_MAX * hand.length)
    return null;
  const middle = middleOf(hand);
  const way = unit(sub(middle, elbow));
  const ways = hand.map((p) => dot(sub(p, elbow), way));
  const min = ways.slice().sort((a, b) => a - b)[Math.floor(HAND_START_SHARE * ways.length)];
  return { begin: middleOf(hand.filter((_, n) => ways[n] <= min)), middle };
}
