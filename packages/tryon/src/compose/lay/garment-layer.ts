import {
  boxBlur,
  boxBlurInPlace,
  close,
  createPlane,
  dilate,
  distanceToMask,
  filledBox,
  fillHoles,
  grownBox,
  type Kept,
  PLANE,
  type PlaneF32,
  pushPull,
  type RasterU8,
} from '@drape/imaging';
import type { BodyFrame } from '../../model/body';
import { CAP_SPAN } from '../masks/covered-shoulders';
import { upperRegion } from '../scene/scene';
import type { Scene } from '../../model/scene';
import type { OldGarment } from '../../model/layers';
import { forEachFieldPixel } from '../scene/for-each-field-pixel';
import { clamp, smoothstep } from '../../geometry/numbers';

/** What the finish needs to lay on the garment: its own pixels in the placement, and at work size what surrounds them. */
export interface GarmentLayer {
  /** The garment's colours extended past its outline, RGB at work size: for the rim and for snapped gaps. */
  readonly spread: RasterU8;
  /** Where `spread` covers remnants of the old garment beyond the garment's own end, 0…1 at work size. */
  readonly snap: PlaneF32;
}

export const GARMENT_LAYER: Kept<GarmentLayer> = {
  spread: PLANE,
  snap: PLANE,
};

/**
 * Distance from a sleeve within which an arm that it must cover is painted in the garment's own colour, in shoulder widths: long sleeves,
 * then short ones.
 */
const SLEEVE_REACH = 0.3;
const SHORT_SLEEVE_REACH = 0.06;
/**
 * Where the garment's colour is extended past its outline, 0…1 at work size: over the arm in a sleeve, over tears, over remnants of the old
 * waist. Everywhere else the old garment gives way to what is under it, and the garment ends at its own outline.
 */
export function snapMask(scene: Scene, { seen: old, grown }: OldGarment): PlaneF32 {
  const snap = createPlane(old.width, old.height);
  completeSleeves(scene, snap);
  const { region } = scene.placement;
  if (region.kind !== 'upper') completeSeat(scene, snap, seatOf(scene, old, grown), region.tucked);
  return evenEdge(snap);
}

/** Smooths the outline without the blur's wide ramp: enlarged to the photo, that would be a haze. */
export function evenEdge(mask: PlaneF32): PlaneF32 {
  const out = boxBlurInPlace(mask, 1);
  for (let i = 0; i < out.data.length; i++) {
    const v = out.data[i];
    if (v > 0 && v < 1) out.data[i] = clamp(EDGE_STEEPENING * (v - 0.5) + 0.5, 0, 1);
  }
  return out;
}

/** Factor that narrows a ramp of three pixels to one. */
const EDGE_STEEPENING = 3;

/** How far below the hips a seat is completed, in torso lengths, and how far out from the spine, in shoulder widths. */
const SEAT_DEPTH = 0.1;
const SEAT_HALF_WIDTH = 0.38;
/** Share of the seat's width that the garment must cover in a row for its waistband to have begun. */
const WAISTBAND_SHARE_MIN = 0.35;

/** The part of the old trousers or skirt and their rim that is removed, up to the hem of the top that stays. */
function seatOf({ person }: Scene, old: PlaneF32, grown: PlaneF32): PlaneF32 {
  const { upper } = person.planes;
  const out = createPlane(old.width, old.height);
  for (let i = 0; i < out.data.length; i++) {
    out.data[i] = Math.max(old.data[i], grown.data[i] * (1 - smoothstep(upper.data[i], 0.7, 0.95)));
  }
  return out;
}

interface Seat {
  readonly garment: PlaneF32;
  readonly k: number;
  readonly person: {
    readonly body: Pick<BodyFrame, 'hipMid' | 'shoulderMid' | 'shoulderWidth' | 'torsoLength' | 'down'>;
  };
}

/**
 * Where a shirt hid the waistband in the product's picture, the garment has a gap in its upper edge; it is closed between the hips. Where
 * the shopper's top hangs over the waistband, the garment continues up to the top's hem.
 */
export function completeSeat({ garment, person, k }: Seat, snap: PlaneF32, old: PlaneF32, tucked: boolean): void {
  const { hipMid, shoulderMid, shoulderWidth, torsoLength, down } = person.body;
  const end = Math.min(garment.height, (hipMid.y + SEAT_DEPTH * torsoLength) * k);
  // as foreshortened as the hips are
  const half = SEAT_HALF_WIDTH * shoulderWidth * k;
  let begun = false;
  for (let y = Math.max(0, Math.floor(shoulderMid.y * k)); y < end; y++) {
    const middle = (hipMid.x + (y / k - hipMid.y) * down.x) * k;
    const from = y * garment.width + Math.max(0, Math.floor(middle - half));
    const to = y * garment.width + Math.min(garment.width, Math.ceil(middle + half));
    if (!begun) {
      let covered = 0;
      for (let i = from; i < to; i++) covered += garment.data[i];
      begun = covered > WAISTBAND_SHARE_MIN * 2 * half;
    }
    if (begun || !tucked) for (let i = from; i < to; i++) snap.data[i] = Math.max(snap.data[i], old.data[i]);
  }
}

/** A bent elbow often sticks out of a laid-on long sleeve: the sleeve's colour is drawn over the arm that it must cover. */
function completeSleeves(scene: Scene, snap: PlaneF32): void {
  const region = upperRegion(scene.placement);
  if (region === null || region.sleeves.every(({ length }) => length === 'none')) return;
  // whole steps of the distance would make a slanting edge jagged
  const far = boxBlurInPlace(distanceToMask(scene.garment, 0.5), 1);
  const { skin, upper } = scene.person.planes;
  closeTears(scene, snap);
  scene.arms.forEach((arm, side) => {
    const { length } = region.sleeves[side];
    if (length === 'none') return;
    const end = scene.sleeves[side].end - (length === 'long' ? 0 : 0.12);
    const reach = (length === 'long' ? SLEEVE_REACH : SHORT_SLEEVE_REACH) * scene.sw;
    forEachFieldPixel(scene, arm, (i, j) => {
      if (arm.t[j] >= end || far.data[i] > reach) return;
      const cover = sleeveCover(arm.t[j], arm.u[j], skin.data[i], upper.data[i]) * smoothstep(end - arm.t[j], 0, 0.02);
      snap.data[i] = Math.max(snap.data[i], cover);
    });
  });
}

/** Largest area of a tear between a bent sleeve and the body, in squared shoulder widths. */
const TEAR_AREA_MAX = 0.08;
/** Half width, in shoulder widths, up to which a crack is closed whatever is behind it. */
const CRACK_HALF_WIDTH_MAX = 0.006;

/**
 * Where a sleeve was cut loose from the body and turned far, the garment tears. On the body the hole between the two is closed, and so are
 * cracks, which would show the background where there can be no gap. The patch reaches one pixel under the garment, because the snap is
 * blurred.
 */
export function closeTears({ garment, person, sw }: Pick<Scene, 'garment' | 'person' | 'sw'>, snap: PlaneF32): void {
  const { width, height, data: covered } = garment;
  const half = Math.max(1, Math.round(CRACK_HALF_WIDTH_MAX * sw));
  const whole = fillHoles(garment, 0.5, TEAR_AREA_MAX * sw * sw).data;
  const tight = close(garment, half).data;
  // beyond this box there is neither a hole nor a crack, at the picture's edge as at the garment's
  const box = grownBox(filledBox(garment), half + 1, garment);
  const torn = createPlane(width, height);
  let [first, last] = [Infinity, -1];
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let i = y * width + box.x, end = i + box.width; i < end; i++) {
      const isCrack = tight[i] > covered[i] + CRACK_DEPTH_MIN;
      if (isCrack) torn.data[i] = tight[i];
      if (isCrack || whole[i] > covered[i]) [first, last] = [Math.min(first, y), y];
    }
  }
  if (last < 0) return;
  const crowd = boxBlur(torn, CRACK_NEIGHBOURHOOD).data;
  const min = CRACK_PIXELS_MIN / (2 * CRACK_NEIGHBOURHOOD + 1) ** 2;
  const body = person.planes.person.data;
  for (let i = first * width; i < (last + 1) * width; i++) {
    if (crowd[i] < min) torn.data[i] = 0;
    if (whole[i] > covered[i]) torn.data[i] = Math.max(torn.data[i], smoothstep(body[i], 0.6, 0.9));
  }
  const grown = dilate(torn, 1).data;
  for (let i = Math.max(0, first - 1) * width; i < Math.min(height, last + 2) * width; i++) {
    if (grown[i] > snap.data[i]) snap.data[i] = grown[i];
  }
}

/** Half side of the square that must contain at least this many crack pixels; fewer are a corner of the outline and stay. */
const CRACK_NEIGHBOURHOOD = 2;
const CRACK_PIXELS_MIN = 4.5;

/** How much less than its surroundings the garment covers in a crack, 0…1. */
const CRACK_DEPTH_MIN = 0.05;

/** Distances from the arm's middle, in radii, between which an old sleeve ceases to be certainly the arm under it. */
const OLD_SLEEVE_RAMP = [0.6, 0.85] as const;

/**
 * How much of an arm at `t` along it and `u` across it is covered with the colour of its sleeve, 0…1: bare skin, and what an old sleeve
 * (`upper`) certainly hides the arm with.
 */
export function sleeveCover(t: number, u: number, skin: number, upper: number): number {
  const inside = upper * (1 - smoothstep(Math.abs(u), OLD_SLEEVE_RAMP[0], OLD_SLEEVE_RAMP[1]));
  return smoothstep(skin + inside, 0.3, 0.7) * smoothstep(t, CAP_SPAN[0], CAP_SPAN[1]);
}

/** Extends the garment's colours outwards from its inside, at work size. */
export function garmentLayer(scene: Scene, snap: PlaneF32): GarmentLayer {
  const { garment, garmentRgb } = scene;
  const known = boxBlur(garment, 1);
  for (let i = 0; i < known.data.length; i++) known.data[i] = known.data[i] > 0.985 ? 1 : 0;
  return { spread: pushPull(garmentRgb, known), snap };
}
