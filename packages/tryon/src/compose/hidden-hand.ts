import { add } from '../person/geometry';
import { sampleAt } from '../person/limb-tubes';
import { bendOf } from '../place/sleeve-targets';
import type { Scene } from './scene';

/** A straight arm whose hand is not seen goes under the new garment at the wrist, as a hand does in a pocket. */
const POCKET = 0.7;
/** For a bent one the new garment has no pocket at the right place: it goes behind the body at the elbow. */
const BEHIND = 0.44;
/** From this bend on: 0 straight … 1 bent by 70°. */
const BENT = 0.25;

type Seen = Pick<Scene, 'person' | 'k' | 'sw'>;

/** Share of an arm from which on the new garment lies before it; beyond the arm's end where the hand is seen. */
export function underGarment(scene: Seen, side: number): number {
  if (!handHidden(scene, side)) return 2;
  return bendOf(scene.person.arms[side].joints) > BENT ? BEHIND : POCKET;
}

/** True when an arm's hand is not seen and the arm goes behind the body: no scrap of the hand stays before the new garment. */
export const isBehind = (scene: Seen, side: number): boolean => underGarment(scene, side) === BEHIND;

/** How far around an arm's end its hand is looked for, in shoulder widths, and the steps it is looked for in. */
const HAND_REACH = 0.26;
const HAND_STEP = 0.04;
/** A smaller piece of skin is a wrist above a pocket, in squared shoulder widths: a hand that is seen from its side has about .05. */
const HAND_LEAST = 0.022;

/** True when hardly any skin is seen around the end of an arm: the hand is in a pocket, and an invented arm must not end in a stump. */
function handHidden({ person, k, sw }: Seen, side: number): boolean {
  const { centres } = person.armTubes[side];
  const end = centres[centres.length - 1];
  const unit = sw / k;
  let seen = 0;
  for (let y = -HAND_REACH; y <= HAND_REACH; y += HAND_STEP) {
    for (let x = -HAND_REACH; x <= HAND_REACH; x += HAND_STEP) {
      if (x * x + y * y > HAND_REACH * HAND_REACH) continue;
      seen += sampleAt(person.planes.skin, add(end, { x: x * unit, y: y * unit }), k);
    }
  }
  return seen * HAND_STEP * HAND_STEP < HAND_LEAST;
}
