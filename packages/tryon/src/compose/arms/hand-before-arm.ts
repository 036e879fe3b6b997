import { type Box, boxAround, connectedComponents, createPlane, cropPlane, type PlaneF32 } from '@drape/imaging';
import type { Scene } from '../../model/scene';
import { sampleAt } from '../../geometry/sampling';
import { smoothstep } from '../../geometry/numbers';
import { distance, scale } from '../../geometry/vector';

type ArmScene = Pick<Scene, 'person' | 'k' | 'sw' | 'garment'>;

/** A forearm shorter than this, in shoulder widths, points to the camera. */
const FOREARM_LENGTH_MAX = 0.4;
/** Greatest distance of a hand's skin from the pose's end of its arm, and the distance at which the rim begins, in shoulder widths. */
const HAND_DISTANCE_MAX = 0.42;
const RIM_DISTANCE_MIN = 0.37;
/** Greatest share of a piece of skin that may be in that rim: a face or a bare arm continues past it. */
const RIM_SHARE_MAX = 0.08;
/**
 * Least and greatest area of a hand in squared shoulder widths: seven hands that reach towards the camera in street photos had .05–.16,
 * bare arms lifted to it .23 and more.
 */
const HAND_AREA_MIN = 0.012;
const HAND_AREA_MAX = 0.18;
/** Belief in skin above which pixels belong to one hand; the hem of an old cuff is half-certain skin. */
const JOINED_SKIN_MIN = 0.5;

/**
 * The hand of an arm that was clothed down to it, where it is in front of its own arm because the forearm points to the camera. There an
 * unrolled arm cannot separate hand from sleeve, but the outline of the skin within the old clothes can. 0…1 at work size; null where there
 * is none.
 */
export function handBeforeArm(scene: ArmScene, side: number): PlaneF32 | null {
  if (!liesBeforeArm(scene, side) || !isClothedArm(scene, side)) return null;
  const { person, k, sw, garment } = scene;
  const { centres } = person.armTubes[side];
  const end = scale(centres[centres.length - 1], k);
  const reach = HAND_DISTANCE_MAX * sw;
  const box = boxAround(garment, end.x - reach, end.y - reach, end.x + reach, end.y + reach);
  if (box.width < 3 || box.height < 3) return null;
  const skin = cropPlane(person.planes.skin, box);
  const { labels, areas } = connectedComponents(skin, JOINED_SKIN_MIN);
  const { inside, rim } = countPieces(labels, areas.length, box, end, sw);
  let hand = -1;
  for (const [n, area] of inside.entries()) if (hand < 0 || area > inside[hand]) hand = n;
  if (hand < 0) return null;
  const [area, past] = [areas[hand] / (sw * sw), rim[hand] / areas[hand]];
  if (area < HAND_AREA_MIN || area > HAND_AREA_MAX || past > RIM_SHARE_MAX) return null;
  const out = createPlane(garment.width, garment.height);
  for (let j = 0; j < labels.length; j++) {
    if (labels[j] !== hand + 1) continue;
    const i = (box.y + Math.floor(j / box.width)) * garment.width + box.x + (j % box.width);
    out.data[i] = smoothstep(skin.data[j], SKIN_EDGE_RAMP[0], SKIN_EDGE_RAMP[1]);
  }
  return out;
}

/** Beliefs in skin between which a hand's rim is soft. */
const SKIN_EDGE_RAMP = [0.5, 0.85] as const;

function liesBeforeArm({ person, k, sw }: ArmScene, side: number): boolean {
  const [, elbow, wrist] = person.arms[side].joints;
  return distance(elbow, wrist) * k < FOREARM_LENGTH_MAX * sw;
}

/** Counts for each piece of skin the pixels well within reach of an arm's end, and those on the rim of that reach. */
function countPieces(
  labels: ArrayLike<number>,
  pieces: number,
  box: Box,
  end: { readonly x: number; readonly y: number },
  sw: number,
): { readonly inside: Uint32Array; readonly rim: Uint32Array } {
  const [inside, rim] = [new Uint32Array(pieces), new Uint32Array(pieces)];
  for (let j = 0; j < labels.length; j++) {
    if (labels[j] === 0) continue;
    const d = Math.hypot(box.x + (j % box.width) - end.x, box.y + Math.floor(j / box.width) - end.y) / sw;
    if (d > RIM_DISTANCE_MIN) rim[labels[j] - 1]++;
    else if (d < RIM_DISTANCE_MIN - 0.1) inside[labels[j] - 1]++;
  }
  return { inside, rim };
}

/** Share of an arm beyond which the photo must show old clothes on it. */
const CLOTHED_SPAN_START = 0.1;
/** Distance from a hand's knuckles within which skin may be the hand in front of the arm, in shoulder widths. */
const HAND_DISC_RADIUS = 0.42;
const BARE_SKIN_MIN = 0.5;

/**
 * True where no part of an arm is seen bare in the photo, so that skin in front of it is a hand. Stations near either hand are ignored:
 * they show the hand, not the arm behind it.
 */
function isClothedArm({ person, k, sw }: ArmScene, side: number): boolean {
  const { centres } = person.armTubes[side];
  const near = (HAND_DISC_RADIUS * sw) / k;
  const hands = person.armTubes.map((tube) => tube.centres[tube.centres.length - 1]);
  return centres
    .slice(Math.ceil(CLOTHED_SPAN_START * (centres.length - 1)))
    .every(
      (at) => hands.some((hand) => distance(hand, at) < near) || sampleAt(person.planes.skin, at, k) <= BARE_SKIN_MIN,
    );
}
