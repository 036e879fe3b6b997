import { distance } from '../person/geometry';
import { sampleAt } from '../person/limb-tubes';
import type { Scene } from './scene';

/** Share of an arm from which on the photo is asked for old clothes on it. */
const FROM = 0.1;
/** Skin so near a hand's knuckles, in shoulder widths, may be the hand before the arm. */
const HAND_NEAR = 0.42;
const BARE = 0.5;

/** True where nothing of an arm is seen bare in the photo: skin before it is a hand. What lies near either hand tells nothing of the arm behind. */
export function isClothedArm({ person, k, sw }: Pick<Scene, 'person' | 'k' | 'sw'>, side: number): boolean {
  const { centres } = person.armTubes[side];
  const near = (HAND_NEAR * sw) / k;
  const hands = person.armTubes.map((tube) => tube.centres[tube.centres.length - 1]);
  return centres
    .slice(Math.ceil(FROM * (centres.length - 1)))
    .every((at) => hands.some((hand) => distance(hand, at) < near) || sampleAt(person.planes.skin, at, k) <= BARE);
}
