import { add, smoothstep } from '../person/geometry';
import { sampleAt } from '../person/limb-tubes';
import { bendOf } from '../place/sleeve-targets';
import type { Scene } from './scene';

/** A straight arm whose hand is not seen goes under the new garment at the wrist, as a hand does in a pocket. */
const POCKET = 0.7;
/** Tops have no pockets where a bent one ends: it goes behind the body at the elbow. */
const BEHIND = 0.44;
/** From this bend on: 0 straight … 1 bent by 70°. */
const BENT = 0.25;
/** In a dress both are in its side pockets, past the wrist. */
const IN_DRESS = 0.83;

type Seen = Pick<Scene, 'person' | 'k' | 'sw' | 'category'>;

/** Share of an arm from which on the new garment lies before it; beyond the arm's end where the hand is seen. */
export function underGarment(scene: Seen, side: number): number {
  if (!handHidden(scene, side)) return 2;
  if (scene.category === 'dress') return IN_DRESS;
  return isBent(scene, side) ? BEHIND : POCKET;
}

/** True when an arm's hand is not seen and the arm is bent: no scrap of the hand stays before the new garment. */
export const isTakenAway = (scene: Seen, side: number): boolean => handHidden(scene, side) && isBent(scene, side);

const isBent = ({ person }: Seen, side: number): boolean => bendOf(person.arms[side].joints) > BENT;

/** How much later the outer side of an arm goes into a dress's pocket than its inner one, and the way on which it does, as shares of the arm. */
const POCKET_SLANT = 0.07;
const POCKET_EDGE = 0.015;
/** Elsewhere it goes under the cloth on this way. */
const FADE = 0.08;

/** How sure an arm's pixel at t and u lies before the new garment that its end is under from `under` on, 0…1. */
export function beforePocket(
  { category }: Pick<Scene, 'category'>,
  side: number,
  under: number,
): (t: number, u: number) => number {
  if (category !== 'dress') return (t) => 1 - smoothstep(t, under, under + FADE);
  return (t, u) => 1 - smoothstep(t - pocketEnd(side, under, u), 0, POCKET_EDGE);
}

/** Share of an arm at which it goes into a dress's pocket whose mouth is at `under` on its middle, at `u` across it. */
export const pocketEnd = (side: number, under: number, u: number): number =>
  under + (side === 0 ? -0.5 : 0.5) * POCKET_SLANT * u;

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
