import { distance } from '../person/geometry';
import { sampleAt } from '../person/limb-tubes';
import type { Scene } from './scene';

/** Share of an arm from which on the photo is asked for old clothes on it. */
const FROM = 0.1;
/** Skin so near a hand's knuckles, in shoulder widths, may be the hand before the arm. */
const HAND_NEAR = 0.42;
const BARE = 0.5;

/**
 * Share of an arm's tube, shoulder 0 … knuckles 1, down to which nothing of it is seen bare in the photo: skin before it there is a hand.
 * What lies near either hand tells nothing of the arm behind.
 */
export function clothedTo({ person, k, sw }: Pick<Scene, 'person' | 'k' | 'sw'>, side: number): number {
  const { centres } = person.armTubes[side];
  const last = centres.length - 1;
  const near = (HAND_NEAR * sw) / k;
  const hands = person.armTubes.map((tube) => tube.centres[tube.centres.length - 1]);
  for (let s = Math.ceil(FROM * last); s <= last; s++) {
    if (hands.some((hand) => distance(hand, centres[s]) < near)) continue;
    if (sampleAt(person.planes.skin, centres[s], k) > BARE) return s / last;
  }
  return 1;
}
