import { boxBlur, createPlane, type PlaneF32, type Point, fillPolygon, boundsOf } from '@drape/imaging';
import { coveredEnd } from '../scene/arm-sleeves';
import { isHandRemoved, inFrontShare } from '../arms/arm-states';
import { BRACELETS } from '../arms/bracelets';
import { HANDS_BEFORE_ARMS } from '../arms/hands-before-arms';
import { KEPT_SLEEVES } from './kept-sleeves';
import { throatZone } from './throat-zone';
import { lowerRegion, upperRegion } from '../scene/scene';
import { follow } from '../../rules/rule';
import type { Scene } from '../../model/scene';
import type { OldGarment } from '../../model/layers';
import { coversLegs, coversTorso } from '../scene/covers';
import { forEachFieldPixel } from '../scene/for-each-field-pixel';
import { clamp, smoothstep } from '../../geometry/numbers';
import { dot, scale, scalePolygon, sub, unit } from '../../geometry/vector';

/**
 * The parts of the photo in front of the garment, 0…1 at work size: face and head, hair, bare forearms and hands, bags; over pants also
 * shoes; over pants and skirts untucked upper clothes. `seam`: where invented skin overlaps seen skin.
 */
export function frontMask(scene: Scene, old: OldGarment, seam: PlaneF32): PlaneF32 {
  const { planes } = scene.person;
  const front = createPlane(scene.garment.width, scene.garment.height);
  const head = headMask(scene);
  const bare = bareArms(scene);
  removeCuffThreads(scene, bare, old);
  const hands = follow(HANDS_BEFORE_ARMS, { scene, hands: bare }, scene.without) ?? bare;
  const core = boxBlur(hands, 1);
  // a ramp of one pixel would become jagged in the photo
  const locks = boxBlur(planes.hair, 1);
  const { data: fabric } = scene.garment;
  for (let i = 0; i < front.data.length; i++) {
    let max = head.data[i];
    if (locks.data[i] > HAIR_TRACE) max = Math.max(max, sureHair(locks.data[i]));
    if (hands.data[i] > 0) {
      max = Math.max(max, certainCore(hands.data[i], core.data[i], fabric[i]) * (1 - seam.data[i]));
    }
    if (planes.bag.data[i] > 0.35) max = Math.max(max, smoothstep(planes.bag.data[i], 0.35, 0.7));
    front.data[i] = max;
  }
  if (!coversTorso(scene.category)) addLowerOccluders(scene, front, hands);
  return front;
}

/** In front of the new garment a hand's soft rim would bring the photo's background along: only its certain core stays there. */
const certainCore = (hand: number, core: number, fabric: number): number =>
  hand + fabric * (Math.min(hand, smoothstep(core, 0.55, 0.95)) - hand);

/** Hair keeps its soft ends, but a trace of hair is more often a mistake than a strand. */
const sureHair = (hair: number): number => smoothstep(hair, HAIR_TRACE, 0.8);
const HAIR_TRACE = 0.15;

/** Face, ears, beard, hats: everything of the person above the chin. The oval of the face itself is always 1. */
function headMask(scene: Scene): PlaneF32 {
  const { person, k } = scene;
  const mask = createPlane(scene.garment.width, scene.garment.height);
  const oval = scalePolygon(person.faceOval, k);
  const { top, bottom: chin } = boundsOf(oval);
  const soft = (chin - top) * 0.06;
  const { skin, hair, other } = person.planes;
  for (let y = 0; y < Math.min(mask.height, chin + 1); y++) {
    const fade = 1 - smoothstep(y, chin - 3 * soft, chin - soft);
    if (fade === 0) continue;
    for (let x = 0, i = y * mask.width; x < mask.width; x++, i++) {
      mask.data[i] = fade * clamp(skin.data[i] + hair.data[i] + other.data[i], 0, 1);
    }
  }
  fillPolygon(mask, oval);
  return mask;
}

/** Seen skin of the arms past the end of the new sleeve; the hands in all categories. */
function bareArms(scene: Scene): PlaneF32 {
  let mask = createPlane(scene.garment.width, scene.garment.height);
  const region = upperRegion(scene.placement);
  const { skin } = scene.person.planes;
  // a lifted hand has the new garment's body behind it: what shows between hand and cuff must be wrist
  const ends = scene.sleeves.map((sleeve, side) => (scene.armStates[side].isLifted ? coveredEnd(sleeve) : sleeve.end));
  scene.arms.forEach((arm, side) => {
    const past = pastSleeve(scene, side);
    const { hasKnuckles, endsInWrist } = scene.armStates[side];
    const spread = hasKnuckles && !endsInWrist ? HAND_HALF_WIDTH : ARM_HALF_WIDTH;
    const seen = endsInWrist ? outsidePocket(scene, side, past) : past;
    const { data } = mask;
    forEachFieldPixel(scene, arm, (i, j) => {
      const wide = arm.t[j] > HAND_SPAN_START ? spread : ARM_HALF_WIDTH;
      if (Math.abs(arm.u[j]) < wide) data[i] = Math.max(data[i], seen(i, arm.t[j], arm.u[j]) * skin.data[i]);
    });
    mask = follow(BRACELETS, { scene, mask, side, past: seen }, scene.without) ?? mask;
    if (spread === HAND_HALF_WIDTH) addHand(scene, mask, side, ends[side]);
  });
  if (region !== null && scene.arms.every((_, side) => region.sleeves[side].length !== 'none')) {
    sleeveArms(scene, mask, ends);
  }
  return mask;
}

/** Leaves out the part of `past` that is in a pocket of the new dress. */
function outsidePocket(scene: Scene, side: number, past: ReturnType<typeof pastSleeve>): typeof past {
  const before = inFrontShare(side, scene.armStates[side]);
  return (i, t, u) => past(i, t, u) * before(t, u);
}

/** Half width of a bare arm, and of a hand, which spreads beyond the tube of its arm, in radii of the arm. */
const ARM_HALF_WIDTH = 1.2;
const HAND_HALF_WIDTH = 1.9;

/** How much nearer to the shoulder than its end on the arm's middle line a sleeve may let the arm come out, as a share of the arm. */
const SLEEVE_END_SLANT = 0.1;

/**
 * How certainly a pixel of an arm is past its new sleeve, 0…1, beginning `slant` before the sleeve's end. For a short sleeve its own mask
 * decides as well: cut off straight across the arm, it would lose its hem there and keep it beside the arm.
 */
export function pastSleeve(
  scene: Scene,
  side: number,
  slant = SLEEVE_END_SLANT,
): (i: number, t: number, u: number) => number {
  const { mask, end, length } = scene.sleeves[side];
  const past = (from: number, t: number): number => smoothstep(t, from, from + 0.03);
  const cuff = coveredEnd(scene.sleeves[side]);
  if (length === 'long') return (_, t) => past(cuff, t);
  if (length === 'short' && mask !== null) return (i, t) => past(end - slant, t) * (1 - mask.data[i]);
  const beyond = besideShoulder(scene, side);
  const inner = side === 0 ? 0.5 : -0.5;
  return (i, t, u) => {
    const from = ARMPIT_POSITION + ARMHOLE_SLANT * clamp(0.5 + inner * u, 0, 1);
    return Math.max(smoothstep(t, from + 0.01, from + 0.05), beyond(i) * smoothstep(t, 0.03, 0.08));
  };
}

/**
 * Distances from the arm's middle towards the body, in half widths of the arm, between which an arm that is not seen in the photo gives way
 * to the fabric beside the armhole.
 */
const INNER_SIDE_RAMP = [0.1, 0.5] as const;

/**
 * The share of the arm at which its middle emerges from behind that fabric, how much later its inner edge does, and the ramp, as shares of
 * the arm. A long slant shows no step.
 */
const EMERGENCE = { middle: 0.255, later: 0.2, ramp: 0.04 } as const;

/** How certainly an arm's pixel belongs to the body beside an armhole, 0…1: above the armpit the inner side of the arm is still body. */
export function besideArmhole(t: number, inner: number): number {
  const from = EMERGENCE.middle + EMERGENCE.later * clamp(inner, 0, 1);
  return smoothstep(inner, INNER_SIDE_RAMP[0], INNER_SIDE_RAMP[1]) * (1 - smoothstep(t, from, from + EMERGENCE.ramp));
}

/** The share of the arm at which its outer side leaves the body, and how much later its inner side does: at about 45°. */
const ARMPIT_POSITION = 0.19;
const ARMHOLE_SLANT = 0.13;

/** How certainly a work pixel is further out than the shoulder's end of a sleeveless garment, 0…1: there the arm is in front of it. */
function besideShoulder({ person, placement, k, garment, sw }: Scene, side: number): (i: number) => number {
  const { across, shoulderMid } = person.body;
  const sign = side === 0 ? -1 : 1;
  const out = (p: Point): number => sign * ((p.x - shoulderMid.x) * across.x + (p.y - shoulderMid.y) * across.y) * k;
  const tip = upperRegion(placement)?.shoulder[side];
  const limit = tip === undefined ? Infinity : out(tip);
  return (i) => {
    const p = { x: ((i % garment.width) + 0.5) / k, y: (Math.floor(i / garment.width) + 0.5) / k };
    return smoothstep(out(p), limit + 0.02 * sw, limit + 0.05 * sw);
  };
}

/**
 * Removes from the area around the hands what is inside a new sleeve: the arm that a hand rests on, and the hand's own upper arm beside it
 * when it is lifted.
 */
function sleeveArms(scene: Scene, mask: PlaneF32, ends: readonly number[]): void {
  const bare = createPlane(mask.width, mask.height, 9).data;
  const covered = createPlane(mask.width, mask.height, 9).data;
  scene.arms.forEach((arm, side) => {
    if (scene.armStates[side].isFar) return;
    forEachFieldPixel(scene, arm, (i, j) => {
      const isCovered = arm.t[j] < ends[side];
      const nearest = isCovered ? covered : bare;
      // the tip of a bent elbow sticks out of the limb's round bend
      const elbow = isCovered && arm.t[j] > 0.36 && arm.t[j] < 0.56 ? 0.7 : 1;
      nearest[i] = Math.min(nearest[i], elbow * Math.abs(arm.u[j]));
    });
  });
  // beyond the arms' reach nothing is covered
  const top = Math.min(...scene.arms.map(({ box }) => box.y));
  const end = Math.max(...scene.arms.map(({ box }) => box.y + box.height));
  for (let i = top * mask.width; i < end * mask.width; i++) {
    if (covered[i] > 1.3 || mask.data[i] === 0) continue;
    const ahead = smoothstep(bare[i] - covered[i], 0, 0.2);
    mask.data[i] *= 1 - ahead * (1 - smoothstep(covered[i], 1.1, 1.3));
  }
}

/**
 * Share of an arm, shortly before the wrist, past which skin far from its middle line may be a hand. Beside a forearm such skin is fabric
 * read as skin.
 */
const HAND_SPAN_START = 0.82;

/**
 * In shoulder widths: half width of a wrist and of a hand with its thumb, distance past the cuff at which it is that wide, and width of the
 * edge beyond which skin no longer belongs to it.
 */
const HAND_OUTLINE = { wrist: 0.075, hand: 0.105, from: 0.14, edge: 0.05 } as const;

/** How certainly a pixel at offset `way` from a cuff is too far beside the arm's line to be its hand and is skin of the throat, 0…1. */
export function besideHand(way: Point, along: Point, sw: number): number {
  const out = clamp(dot(way, along) / (HAND_OUTLINE.from * sw), 0, 1);
  const half = HAND_OUTLINE.wrist + out * (HAND_OUTLINE.hand - HAND_OUTLINE.wrist);
  return smoothstep(Math.abs(way.x * along.y - way.y * along.x) / sw, half, half + HAND_OUTLINE.edge);
}

/** Hands reach further from the chain of joints than a tube does: all skin near its end and past the cuff belongs to them. */
function addHand(scene: Scene, mask: PlaneF32, side: number, reach: number): void {
  const { person, k, sw } = scene;
  const tube = person.armTubes[side].centres;
  const centre = scale(tube[tube.length - 1], k);
  const station = Math.min(
    tube.length - 2,
    Math.max(1, Math.floor(Math.max(reach, HAND_SPAN_START) * (tube.length - 1))),
  );
  const cuff = scale(tube[station], k);
  const along = unit(sub(tube[station + 1], tube[station - 1]));
  const radius = 0.5 * sw;
  const { skin } = person.planes;
  const throat = throatZone(scene);
  for (let y = Math.max(0, Math.floor(centre.y - radius)); y < Math.min(mask.height, centre.y + radius); y++) {
    for (let x = Math.max(0, Math.floor(centre.x - radius)); x < Math.min(mask.width, centre.x + radius); x++) {
      const i = y * mask.width + x;
      if (skin.data[i] <= 0.25) continue;
      const d = Math.hypot(x - centre.x, y - centre.y) / radius;
      const way = { x: x - cuff.x, y: y - cuff.y };
      const past = smoothstep(dot(way, along), 0, 0.03 * sw);
      const neck = throat.data[i] === 0 ? 0 : throat.data[i] * besideHand(way, along, sw);
      // beside the throat, half-certain skin is the old collar's edge
      const sure = throat.data[i] === 0 ? smoothstep(skin.data[i], 0.25, 0.6) : smoothstep(skin.data[i], 0.5, 0.85);
      const seen = sure * (1 - smoothstep(d, 0.8, 1)) * past * (1 - neck);
      mask.data[i] = Math.max(mask.data[i], seen);
    }
  }
}

/**
 * The last thread of the old cuff is read as skin. Next to an old long sleeve no part of the arm stays in front; it is repainted as far as
 * the knuckles. Bare forearms on the hip are left alone, and so are fingers in front of a skirt or trousers that are also removed.
 */
function removeCuffThreads(scene: Scene, hands: PlaneF32, old: OldGarment): void {
  if (!coversTorso(scene.category)) return;
  const { skin } = scene.person.planes;
  scene.arms.forEach((arm, side) => {
    if (!old.longSleeves[side]) return;
    const behind = isHandRemoved(scene.armStates[side]) ? 1 : 0;
    forEachFieldPixel(scene, arm, (i, j) => {
      const finger = coversLegs(scene.category) ? fingerAt(arm.t[j], skin.data[i]) : 0;
      hands.data[i] *= 1 - behind * scene.garment.data[i];
      hands.data[i] *= 1 - old.grown.data[i] * (1 - finger);
    });
  });
}

/** How certainly a pixel at `t` along an arm is a finger beside old clothes, 0…1: the hem of a cuff is at best half-certain skin. */
export const fingerAt = (t: number, skin: number): number => smoothstep(t, 0.92, 0.98) * smoothstep(skin, 0.5, 0.9);

/** `hands`: in front of the clothes that stay, so that no gap opens between the two. */
function addLowerOccluders(scene: Scene, front: PlaneF32, hands: PlaneF32): void {
  const { planes } = scene.person;
  const region = lowerRegion(scene.placement);
  const tucked = region?.tucked ?? false;
  // a skirt falls over boots and over the foot in the back, and so do wide trousers
  const under = region?.overShoes === true ? 0 : 1;
  // the part of a worn dress below the waist is not an upper garment
  const clothes = tucked ? planes.outer : planes.upper;
  const stays = createPlane(front.width, front.height);
  for (let i = 0; i < stays.data.length; i++) {
    stays.data[i] = Math.min(1, clothes.data[i] + hands.data[i] + planes.bag.data[i]);
  }
  const sleeved = follow(KEPT_SLEEVES, { scene, stays, tucked }, scene.without) ?? stays;
  const kept = keptClothes(sleeved, scene.garment);
  for (let i = 0; i < front.data.length; i++) {
    const shoes = under * smoothstep(planes.shoes.data[i], 0.4, 0.75);
    front.data[i] = Math.max(front.data[i], shoes, kept.data[i]);
  }
}

/** The clothes that stay, without their rim in front of the new garment: it is mixed with the background and jagged. */
export function keptClothes(stays: PlaneF32, garment: PlaneF32): PlaneF32 {
  const cover = createPlane(stays.width, stays.height);
  // where the parse is undecided between two clothes there is no rim
  for (let i = 0; i < cover.data.length; i++) cover.data[i] = smoothstep(stays.data[i], 0.3, 0.7);
  const core = boxBlur(cover, 1);
  for (let i = 0; i < core.data.length; i++) {
    const [all, inside] = [cover.data[i], smoothstep(core.data[i], INSIDE_RAMP[0], INSIDE_RAMP[1])];
    core.data[i] = all + garment.data[i] * (Math.min(all, inside) - all);
  }
  return core;
}

const INSIDE_RAMP = [0.55, 0.88] as const;
