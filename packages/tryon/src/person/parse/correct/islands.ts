import { type Box, filledBox, type PlaneF32 } from '@drape/imaging';
import { collarLayer } from './jaw-collar';
import { reassignIslands, type Island } from './reassign-islands';
import type { CorrectionInput } from './correction-input';
import { scale } from '../../../geometry/vector';
import { always, type Rule } from '../../../rules/rule';

/**
 * Area, as a share of the torso, below which bags or accessories are mistakes of the parse. So is hair that is not connected to a head. A
 * lock behind the neck is not: at most the second share of its outline touches clothes.
 */
const ISLAND_SHARE_MAX = 0.012;
const LOCK_TOUCH_SHARE_MIN = 0.12;

export const ISLANDS: Rule<CorrectionInput, void> = {
  id: 'islands',
  stage: 'measure',
  summary: 'Assigns small islands of bags, accessories and hair to the clothes around them.',
  appliesTo: always,
  apply: dropIslands,
  evidence: [
    { set: 'CCP, labels', pairs: 110, fired: 101, better: 10306, worse: 7752, same: null, date: '2026-11-29' },
  ],
};

/** Assigns small islands of bags, accessories and hair to the clothes around them. Aliasing: writes the planes of `input`. */
function dropIslands(input: CorrectionInput): void {
  const { planes, joints, frame, workScale: k } = input;
  const body = filledBox(planes.person);
  const torso = frame.shoulderWidth * frame.torsoLength * k * k;
  const chin = 2 * joints.mouth.y - joints.nose.y;
  const belowChin = chin * k;
  // the inside of a standing collar, in its own shade beside the jaw, is not hair either
  const besideJaw = 0.5 * (joints.nose.y + joints.mouth.y) * k;
  const end = scale(frame.hipMid, k).y + (0.2 * torso) / frame.shoulderWidth;
  const isSmall = ({ area }: Island): boolean => area < ISLAND_SHARE_MAX * torso;
  const isThing = (island: Island): boolean => isSmall(island) && island.box.y > belowChin && island.box.y < end;
  const isMisplaced = {
    hair: (lock: Island) =>
      lock.box.y > (isSmall(lock) ? besideJaw : belowChin) && lock.touches(planes.upper) > LOCK_TOUCH_SHARE_MIN,
    bag: isThing,
    other: (thing: Island) =>
      isThing(thing) || (thing.box.y > besideJaw && thing.box.y < end && thing.meanBelief() < VAGUE_BELIEF_MAX),
  };
  const layers = { hair: collarLayer(input), bag: 'top', other: 'top' } as const;
  for (const name of ['hair', 'bag', 'other'] as const) {
    const around = filledBox(planes[name], body);
    if (!presentBelow(planes[name], around, belowChin)) continue;
    reassignIslands(planes, [name, layers[name]], around, isMisplaced[name]);
  }
}

/** Mean belief below which a scarf or another accessory at the neck is a shirt's collar and tie that the parse could not name. */
const VAGUE_BELIEF_MAX = 0.55;

/** Whether a plane, filled in `box`, shows something believable below a row. */
function presentBelow({ width, data }: PlaneF32, box: Box, y: number): boolean {
  for (let row = Math.max(box.y, Math.floor(y)); row < box.y + box.height; row++) {
    const from = row * width + box.x;
    if (exceeds(data, from, from + box.width, 0.15)) return true;
  }
  return false;
}

function exceeds(data: Float32Array, from: number, to: number, min: number): boolean {
  for (let i = from; i < to; i++) if (data[i] > min) return true;
  return false;
}
