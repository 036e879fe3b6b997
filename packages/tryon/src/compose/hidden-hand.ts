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

type Seen = Pick<Scene, 'person' | 'k'>;

/** Share of an arm from which on the new garment lies before it; beyond the arm's end where the hand is seen. */
export function underGarment(scene: Seen, side: number): number {
  if (!handHidden(scene, side)) return 2;
  return bendOf(scene.person.arms[side].joints) > BENT ? BEHIND : POCKET;
}

/** True when an arm's hand is not seen and the arm goes behind the body: no scrap of the hand stays before the new garment. */
export const isBehind = (scene: Seen, side: number): boolean => underGarment(scene, side) === BEHIND;

/** True when no skin is seen around the end of an arm: the hand is in a pocket, and an invented arm must not end in a stump. */
function handHidden({ person, k }: Seen, side: number): boolean {
  const { centres, radii } = person.armTubes[side];
  const last = centres.length - 1;
  let seen = 0;
  for (let i = 0; i < 16; i++) {
    const angle = (i * Math.PI) / 8;
    const reach = radii[last] * (i % 2 === 0 ? 0.6 : 1.4);
    seen += sampleAt(
      person.planes.skin,
      add(centres[last], { x: Math.cos(angle) * reach, y: Math.sin(angle) * reach }),
      k,
    );
  }
  return seen < 4;
}
