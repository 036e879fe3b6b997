import { type Box, connectedComponents, createPlane, cropPlane, type PlaneF32, withScratch } from '@drape/imaging';
import type { Rule } from '../../../rules/rules';
import { filledBox } from '../../../geometry/boxes';
import { settleBagRim } from './mend-bag';
import { returnColourful } from './mend-colourful';
import { returnDressSleeves } from './mend-dress-sleeves';
import { returnBoots } from './mend-feet';
import { collarLayer, returnJawCollar } from './mend-jaw';
import { returnTights } from './mend-tights';
import { returnPrints } from './mend-prints';
import { returnThreads } from './mend-threads';
import { touchShare } from './touch-share';
import { PLANE_RULES, type PlaneRule } from '../../../rules/plane-rules';
import { boxAround, eachWronglyTaken } from '../colour/return-by-colour';
import type { MendInput } from './mend-input';
import { scale } from '../../../geometry/vector';

/**
 * Mends habits of clothes parsers by this photo's own colours, one rule after the other: each sees what those before it have mended.
 * `without`: rules that are left out of a measurement.
 *
 * Aliasing: writes the planes in place.
 */
export function mendPlanes(input: MendInput, without: readonly Rule[] = []): void {
  for (const rule of PLANE_RULES) if (!without.includes(rule)) withScratch(() => RULES[rule](input));
}

const RULES: Readonly<Record<PlaneRule, (input: MendInput) => void>> = {
  colourful: returnColourful,
  collars: returnCollars,
  'jaw-collar': returnJawCollar,
  boots: returnBoots,
  threads: ({ planes, frame, workScale }) =>
    returnThreads(planes, frame.shoulderWidth * workScale, filledBox(planes.person)),
  'open-hands': openHands,
  'dress-sleeves': returnDressSleeves,
  islands: dropIslands,
  prints: returnPrints,
  'bag-rim': settleBagRim,
  tights: returnTights,
};

/** What surroundings count for collars; the colours of black hair and black cloth hardly differ. Tuned by eye. */
const COLLAR_COMPANY = 6;

function returnCollars(input: MendInput): void {
  const { guide, planes, joints, frame, workScale: k } = input;
  const layer = collarLayer(input);
  const sw = frame.shoulderWidth * k;
  const mouth = scale(joints.mouth, k);
  const middle = scale(frame.shoulderMid, k);
  eachWronglyTaken(
    {
      guide,
      box: boxAround(guide, middle.x - 0.8 * sw, mouth.y - 1.1 * sw, middle.x + 0.8 * sw, middle.y + 0.6 * sw),
      from: planes.hair,
      to: planes.upper,
      teaches: [0, mouth.y],
      judged: [mouth.y, middle.y + 0.6 * sw],
      ratio: [0.4, 1.3],
      company: COLLAR_COMPANY,
    },
    (i, moved) => {
      const part = planes.hair.data[i] * moved;
      planes.hair.data[i] -= part;
      planes.upper.data[i] += part;
      layer.data[i] += part;
    },
  );
}

/** Half the side of the square that holds a hand, in shoulder widths, around its knuckles. */
const HAND_REACH = 0.4;
/** Below this the hand is off the photo. */
const HAND_PRESENT = 0.12;

/** A parse has no eye for the ground between thumb and fingers: its colours tell it from skin. */
function openHands({ guide, planes, joints, frame, workScale: k }: MendInput): void {
  const reach = HAND_REACH * frame.shoulderWidth * k;
  const ground = createPlane(guide.width, guide.height);
  for (const hand of joints.hands) {
    if (hand.visibility < HAND_PRESENT) continue;
    const { x, y } = scale(hand, k);
    const box = boxAround(guide, x - reach, y - reach, x + reach, y + reach);
    for (let row = box.y; row < box.y + box.height; row++) {
      restOfRow(planes.person.data, ground.data, row * guide.width + box.x, box.width);
    }
    eachWronglyTaken(
      {
        guide,
        box,
        from: planes.skin,
        to: ground,
        teaches: [0, guide.height],
        judged: [0, guide.height],
        ratio: [3.2, 5.2],
        purge: true,
      },
      (i, moved) => {
        planes.person.data[i] -= moved * planes.skin.data[i];
        planes.skin.data[i] *= 1 - moved;
      },
    );
  }
}

/** Writes what `data` leaves of 1 in `count` elements from `start` on. */
function restOfRow(data: Float32Array, into: Float32Array, start: number, count: number): void {
  for (let i = start; i < start + count; i++) into[i] = 1 - data[i];
}

/**
 * Hair that hangs together with no head, and bags or accessories of less than this share of the torso, are the parse's mistakes; a lock behind
 * the neck is not: it touches clothes with no more than this share of its outline.
 */
const ISLAND_MAX = 0.012;
const LOCK_TOUCHES = 0.12;

function dropIslands(input: MendInput): void {
  const { planes, joints, frame, workScale: k } = input;
  const body = filledBox(planes.person);
  const collar = collarLayer(input);
  const torso = frame.shoulderWidth * frame.torsoLength * k * k;
  const chin = 2 * joints.mouth.y - joints.nose.y;
  const belowChin = chin * k;
  // the inside of a standing collar, in its own shade beside the jaw, is no hair either
  const besideJaw = 0.5 * (joints.nose.y + joints.mouth.y) * k;
  const end = scale(frame.hipMid, k).y + (0.2 * torso) / frame.shoulderWidth;
  for (const plane of [planes.hair, planes.bag, planes.other]) {
    const around = filledBox(plane, body);
    if (!presentBelow(plane, around, belowChin)) continue;
    const seen = cropPlane(plane, around);
    const { labels, areas, boxes } = connectedComponents(seen, 0.15);
    const beliefs = plane === planes.other ? meanBeliefs(seen, labels, areas) : null;
    const dropped = areas.map((area, c) => {
      const top = boxes[c].y + around.y;
      const from = plane === planes.hair && area < ISLAND_MAX * torso ? besideJaw : belowChin;
      if (plane === planes.hair)
        return top > from && touchShare(labels, c + 1, boxes[c], around, planes.upper) > LOCK_TOUCHES;
      if (beliefs !== null && beliefs[c] < VAGUE && top > besideJaw && top < end) return true;
      return area < ISLAND_MAX * torso && top > belowChin && top < end;
    });
    if (!dropped.includes(true)) continue;
    const layer = plane === planes.hair ? collar : planes.top;
    for (let j = 0; j < labels.length; j++) {
      const label = labels[j];
      if (label === 0 || !dropped[label - 1]) continue;
      const i = (around.y + Math.floor(j / around.width)) * plane.width + around.x + (j % around.width);
      const moved = plane.data[i];
      plane.data[i] = 0;
      planes.upper.data[i] += moved;
      layer.data[i] += moved;
    }
  }
}

/** Mean belief below which a scarf or another accessory at the neck is a shirt's collar and tie that the parse did not know what to call. */
const VAGUE = 0.55;

function meanBeliefs({ data }: PlaneF32, labels: ArrayLike<number>, areas: readonly number[]): number[] {
  const sums = areas.map(() => 0);
  for (let j = 0; j < data.length; j++) if (labels[j] > 0) sums[labels[j] - 1] += data[j];
  return sums.map((sum, c) => sum / areas[c]);
}

/** Whether a plane, filled in `box`, shows something believable below a row. */
function presentBelow({ width, data }: PlaneF32, box: Box, y: number): boolean {
  for (let row = Math.max(box.y, Math.floor(y)); row < box.y + box.height; row++) {
    const from = row * width + box.x;
    if (exceeds(data, from, from + box.width, 0.15)) return true;
  }
  return false;
}

function exceeds(data: Float32Array, from: number, to: number, least: number): boolean {
  for (let i = from; i < to; i++) if (data[i] > least) return true;
  return false;
}
