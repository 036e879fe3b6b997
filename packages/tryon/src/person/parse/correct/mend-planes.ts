import { createPlane, withScratch, type Box, type PlaneF32 } from '@drape/imaging';
import type { AnyRule } from '../../../rules/rule';
import { filledBox } from '../../../geometry/boxes';
import { settleBagRim } from './mend-bag';
import { returnColourful } from './mend-colourful';
import { returnDressSleeves } from './mend-dress-sleeves';
import { returnBoots } from './mend-feet';
import { collarLayer, returnJawCollar } from './mend-jaw';
import { returnTights } from './mend-tights';
import { returnPrints } from './mend-prints';
import { returnThreads } from './mend-threads';
import { reassignIslands, type Island } from './reassign-islands';
import { classPlanes, moveShare } from '../../../model/class-planes';
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
export function mendPlanes(input: MendInput, without: readonly AnyRule[] = []): void {
  for (const rule of PLANE_RULES) if (!without.some(({ id }) => id === rule)) withScratch(() => RULES[rule](input));
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
  const classes = classPlanes(planes);
  const layer = classes[collarLayer(input)];
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
    (i, part) => moveShare(classes.hair, layer, i, planes.hair.data[i] * part),
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
  const { skin, background } = classPlanes(planes);
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
      (i, part) => moveShare(skin, background, i, part * planes.skin.data[i]),
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
  const torso = frame.shoulderWidth * frame.torsoLength * k * k;
  const chin = 2 * joints.mouth.y - joints.nose.y;
  const belowChin = chin * k;
  // the inside of a standing collar, in its own shade beside the jaw, is no hair either
  const besideJaw = 0.5 * (joints.nose.y + joints.mouth.y) * k;
  const end = scale(frame.hipMid, k).y + (0.2 * torso) / frame.shoulderWidth;
  const isSmall = ({ area }: Island): boolean => area < ISLAND_MAX * torso;
  const isThing = (island: Island): boolean => isSmall(island) && island.box.y > belowChin && island.box.y < end;
  const isAstray = {
    hair: (lock: Island) =>
      lock.box.y > (isSmall(lock) ? besideJaw : belowChin) && lock.touches(planes.upper) > LOCK_TOUCHES,
    bag: isThing,
    other: (thing: Island) =>
      isThing(thing) || (thing.box.y > besideJaw && thing.box.y < end && thing.meanBelief() < VAGUE),
  };
  const layers = { hair: collarLayer(input), bag: 'top', other: 'top' } as const;
  for (const name of ['hair', 'bag', 'other'] as const) {
    const around = filledBox(planes[name], body);
    if (!presentBelow(planes[name], around, belowChin)) continue;
    reassignIslands(planes, [name, layers[name]], around, isAstray[name]);
  }
}

/** Mean belief below which a scarf or another accessory at the neck is a shirt's collar and tie that the parse did not know what to call. */
const VAGUE = 0.55;

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
