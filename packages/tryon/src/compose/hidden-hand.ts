import { isFarArm } from '../person/far-arm';
import { add, smoothstep, sub, unit } from '../person/geometry';
import { sampleAt } from '../person/limb-tubes';
import { bendOf } from '../place/sleeve-targets';
import type { Scene } from './scene';

/** A straight arm whose hand is not seen goes under a new jacket at the wrist, as a hand does in a pocket; under a top where some of it may be seen. */
const POCKET = 0.7;
/** Tops have no pockets where a bent one ends, nor where one hangs beside them: it goes behind the body at the elbow. */
const BEHIND = 0.44;
/** From this bend on: 0 straight … 1 bent by 70°. */
const BENT = 0.25;
/** In a dress both are in its side pockets, past the wrist; so is a straight one in a top that it lies on. */
const IN_DRESS = 0.83;

type Seen = Pick<Scene, 'person' | 'k' | 'sw' | 'category' | 'garment'>;

/** Share of an arm from which on the new garment lies before it; beyond the arm's end where the hand is seen. */
export function underGarment(scene: Seen, side: number): number {
  if (scene.category === 'dress' && isPocketed(scene, side)) return wristEnd(scene, side);
  if (!handHidden(scene, side)) return 2;
  if (scene.category === 'dress') return IN_DRESS;
  if (isBent(scene, side)) return BEHIND;
  if (scene.category !== 'top' || !surelyHidden(scene, side)) return POCKET;
  return hangsBeside(scene, side) ? BEHIND : IN_DRESS;
}

/** True when an arm goes behind the body, and behind what is worn below the new garment, at the elbow. */
export const goesBehind = (scene: Seen, side: number): boolean =>
  underGarment(scene, side) === BEHIND && surelyHidden(scene, side);

/** True when the body of somebody seen from the side hides an arm: no part of it is painted. */
export const isBehindBody = (scene: Pick<Scene, 'person' | 'k'>, side: number): boolean =>
  isFarArm(scene.person.arms, scene.person.body, side) && !showsForearm(scene, side);

/** True when an arm goes into a side pocket of the new garment. */
export const hasPocket = (under: number): boolean => under >= IN_DRESS && under <= 1;

/** Shares of an arm between which its forearm's middle lies beside the new garment, more than half of it, or on it. */
const LOWER_ARM = [0.45, 0.72] as const;

function hangsBeside({ person, k, garment }: Seen, side: number): boolean {
  const { centres } = person.armTubes[side];
  const [from, to] = LOWER_ARM.map((t) => Math.round(t * (centres.length - 1)));
  const forearm = centres.slice(from, to + 1);
  return forearm.filter((c) => sampleAt(garment, c, k) < 0.5).length > forearm.length / 2;
}

/** True when an arm's hand is not seen and the arm is bent: no scrap of the hand stays before the new garment. */
export const isTakenAway = (scene: Seen, side: number): boolean => handHidden(scene, side) && isBent(scene, side);

const isBent = ({ person }: Seen, side: number): boolean => bendOf(person.arms[side].joints) > BENT;

/** How much later the outer side of an arm goes into a pocket than its inner one, and the way on which it does, as shares of the arm. */
const POCKET_SLANT = 0.07;
const POCKET_EDGE = 0.015;
/** Elsewhere it goes under the cloth on this way. */
const FADE = 0.08;

/** How sure an arm's pixel at t and u lies before the new garment that its end is under from `under` on, 0…1. */
export function beforePocket(side: number, under: number): (t: number, u: number) => number {
  if (!hasPocket(under)) return (t) => 1 - smoothstep(t, under, under + FADE);
  return (t, u) => 1 - smoothstep(t - pocketEnd(side, under, u), 0, POCKET_EDGE);
}

/** Share of an arm at which it goes into a pocket whose mouth is at `under` on its middle, at `u` across it. */
export const pocketEnd = (side: number, under: number, u: number): number =>
  under + (side === 0 ? -0.5 : 0.5) * POCKET_SLANT * u;

/** How far past its end and beside it an arm's fingers are looked for, and the cloth of a pocket right before it, in shoulder widths. */
const FINGERS = { from: 0.02, to: 0.26, beside: 0.2, cloth: 0.05, before: 0.12 } as const;
const FINGER_STEP = 0.02;
/** Less skin there, in squared shoulder widths, and more cloth than this share, is a wrist above a pocket: of 250 arms of street photos 7, six of them rightly. */
const FINGERS_LEAST = 0.0165;
const CLOTH_LEAST = 0.6;
/** As far along the arm as a seen wrist is believed to be outside of its pocket. */
const WRIST_LAST = 0.95;

/** True when a seen wrist goes into old clothes: bracelets and the root of a thumb are no hand before a new dress. */
export function isPocketed({ person, k, sw }: Seen, side: number): boolean {
  const { centres } = person.armTubes[side];
  const end = centres[centres.length - 1];
  const ahead = unit(sub(end, centres[Math.max(0, centres.length - 4)]));
  const { skin, lower, upper } = person.planes;
  let [fingers, cloth, n] = [0, 0, 0];
  for (let along = FINGERS.from; along <= FINGERS.to; along += FINGER_STEP) {
    for (let beside = -FINGERS.beside; beside <= FINGERS.beside; beside += FINGER_STEP) {
      if (Math.hypot(along, beside) > FINGERS.to) continue;
      const p = add(end, { x: along * ahead.x - beside * ahead.y, y: along * ahead.y + beside * ahead.x }, sw / k);
      fingers += sampleAt(skin, p, k);
      if (along < FINGERS.cloth || Math.abs(beside) > FINGERS.before) continue;
      cloth += Math.min(1, sampleAt(lower, p, k) + sampleAt(upper, p, k));
      n++;
    }
  }
  return fingers * FINGER_STEP * FINGER_STEP < FINGERS_LEAST && cloth > CLOTH_LEAST * n;
}

/** Share of an arm at which its skin ends. */
function wristEnd({ person, k }: Seen, side: number): number {
  const { centres } = person.armTubes[side];
  const last = centres.length - 1;
  let s = last;
  while (s > IN_DRESS * last && sampleAt(person.planes.skin, centres[s], k) < 0.7) s--;
  return Math.min(WRIST_LAST, Math.max(IN_DRESS, s / last));
}

/** How far around an arm's end its hand is looked for, in shoulder widths, and the steps it is looked for in. */
const HAND_REACH = 0.26;
const HAND_STEP = 0.04;
/** A smaller piece of skin is a wrist above a pocket, in squared shoulder widths: a hand that is seen from its side has about .05. */
const HAND_LEAST = 0.022;

/** How far a hand may lie from where the pose sees the end of its arm, in shoulder widths; less skin there, squared, is none. Of 18 arms of street photos 13 in pockets show at most .008, 5 with a hand in sight at least .013. */
const SURE_REACH = 0.4;
const NO_HAND = 0.01;

/** How far around an arm's end a bag is looked for, shoulder widths; as much of one, squared, hides the hand that carries it. */
const BAG_REACH = 0.2;
const BAG_LEAST = 0.02;

/**
 * True when neither skin nor a bag is seen around the end of an arm: the hand is in a pocket, and an invented arm must not end in a stump. Where
 * the photo ends above the wrist nobody knows, and what is seen of the arm is no less seen.
 */
export const handHidden = (seen: Pick<Seen, 'person' | 'k' | 'sw'>, side: number): boolean =>
  !leavesPhoto(seen, side) &&
  around(seen, 'skin', side, HAND_REACH) < HAND_LEAST &&
  around(seen, 'bag', side, BAG_REACH) < BAG_LEAST;

/** Share of an arm at which its wrist lies. */
const WRIST = 0.86;

function leavesPhoto({ person, k }: Pick<Seen, 'person' | 'k'>, side: number): boolean {
  const { centres } = person.armTubes[side];
  const { x, y } = centres[Math.floor(WRIST * (centres.length - 1))];
  const { width, height } = person.planes.skin;
  return x < 0 || y < 0 || x * k >= width || y * k >= height;
}

/** True when none is seen further around either: no piece of a hand is left behind when the arm is led elsewhere. */
export const surelyHidden = (seen: Pick<Seen, 'person' | 'k' | 'sw'>, side: number): boolean =>
  handHidden(seen, side) && around(seen, 'skin', side, SURE_REACH) < NO_HAND;

/** Skin or bag that is seen around the end of an arm, in squared shoulder widths. */
function around(
  { person, k, sw }: Pick<Seen, 'person' | 'k' | 'sw'>,
  what: 'skin' | 'bag',
  side: number,
  reach: number,
): number {
  const { centres } = person.armTubes[side];
  const end = centres[centres.length - 1];
  const unit = sw / k;
  let seen = 0;
  for (let y = -reach; y <= reach; y += HAND_STEP) {
    for (let x = -reach; x <= reach; x += HAND_STEP) {
      if (x * x + y * y > reach * reach) continue;
      seen += sampleAt(person.planes[what], add(end, { x: x * unit, y: y * unit }), k);
    }
  }
  return seen * HAND_STEP * HAND_STEP;
}

/** Shares of an arm between which its forearm is looked for, and how much of it must be skin to be seen. */
const FOREARM = [0.5, 0.8] as const;
const FOREARM_LEAST = 0.3;

/** True where the forearm is bare in the photo: it stays as it is. */
export function showsForearm({ person, k }: Pick<Seen, 'person' | 'k'>, side: number): boolean {
  const { centres } = person.armTubes[side];
  const forearm = centres.slice(
    Math.round(FOREARM[0] * (centres.length - 1)),
    Math.round(FOREARM[1] * (centres.length - 1)) + 1,
  );
  const skin = forearm.reduce((sum, c) => sum + sampleAt(person.planes.skin, c, k), 0);
  return skin > FOREARM_LEAST * forearm.length;
}
