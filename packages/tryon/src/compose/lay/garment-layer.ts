import {
  boxBlur,
  boxBlurInPlace,
  close,
  createPlane,
  dilate,
  distanceToMask,
  fillHoles,
  PLANE,
  pushPull,
  type Kept,
  type PlaneF32,
  type RasterU8,
  filledBox,
  grownBox,
} from '@drape/imaging';
import type { BodyFrame } from '../../model/body';
import { CAP } from '../masks/covered-shoulders';
import { upperRegion } from '../scene/scene';
import type { LimbField, Scene } from '../../model/scene';
import type { OldGarment } from '../../model/layers';
import { eachPixel } from '../scene/each-pixel';
import { clamp, smoothstep } from '../../geometry/numbers';

/** What the finish needs to lay on the garment: its own pixels in the placement, and at work size what surrounds them. */
export interface GarmentLayer {
  /** The garment's colours extended past its outline, RGB at work size: for the rim and for snapped gaps. */
  readonly spread: RasterU8;
  /** Where `spread` covers remnants of the old garment beyond the garment's own end, 0…1 at work size. */
  readonly snap: PlaneF32;
}

/** The members whose arrays outlive the step's scratch memory. */
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
    if (v > 0 && v < 1) out.data[i] = clamp(EDGE * (v - 0.5) + 0.5, 0, 1);
  }
  return out;
}

/** Factor that narrows a ramp of three pixels to one. */
const EDGE = 3;

/** How far below the hips a seat is completed, in torso lengths, and how far out from the spine, in shoulder widths. */
const SEAT_LOW = 0.1;
const SEAT_HALF = 0.38;
/** Share of the seat's width that the garment must cover in a row for its waistband to have begun. */
const BEGUN = 0.35;

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
  const end = Math.min(garment.height, (hipMid.y + SEAT_LOW * torsoLength) * k);
  // as foreshortened as the hips are
  const half = SEAT_HALF * shoulderWidth * k;
  let begun = false;
  for (let y = Math.max(0, Math.floor(shoulderMid.y * k)); y < end; y++) {
    const middle = (hipMid.x + (y / k - hipMid.y) * down.x) * k;
    const from = y * garment.width + Math.max(0, Math.floor(middle - half));
    const to = y * garment.width + Math.min(garment.width, Math.ceil(middle + half));
    if (!begun) {
      let covered = 0;
      for (let i = from; i < to; i++) covered += garment.data[i];
      begun = covered > BEGUN * 2 * half;
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
    const sleeve = region.sleeves[side];
    if (sleeve.length === 'none') return;
    const long = sleeve.length === 'long';
    const end = scene.sleeves[side].end - (long ? 0 : 0.12);
    const reach = (long ? SLEEVE_REACH : SHORT_SLEEVE_REACH) * scene.sw;
    const planes = { far: far.data, skin: skin.data, upper: upper.data, snap: snap.data };
    const job: SleeveJob = { arm, end, reach, ...planes };
    eachPixel(scene, arm, coverSkin.bind(null, job));
  });
}

/** Largest area of a tear between a bent sleeve and the body, in squared shoulder widths. */
const TEAR_MOST = 0.08;
/** Half width, in shoulder widths, up to which a crack is closed whatever is behind it. */
const CRACK_HALF = 0.006;

/**
 * Where a sleeve was cut loose from the body and turned far, the garment tears. On the body the hole between the two is closed, and so are
 * cracks, which would show the background where there can be no gap. The patch reaches one pixel under the garment, because the snap is
 * blurred.
 */
export function closeTears({ garment, person, sw }: Pick<Scene, 'garment' | 'person' | 'sw'>, snap: PlaneF32): void {
  const half = Math.max(1, Math.round(CRACK_HALF * sw));
  const whole = fillHoles(garment, 0.5, TEAR_MOST * sw * sw);
  const tight = close(garment, half);
  // beyond this box there is neither a hole nor a crack, at the picture's edge as at the garment's
  const box = grownBox(filledBox(garment), half + 1, garment);
  const torn = createPlane(garment.width, garment.height);
  const tears = { cloth: garment.data, whole: whole.data, tight: tight.data, torn: torn.data };
  let [first, last] = [Infinity, -1];
  for (let y = box.y; y < box.y + box.height; y++) {
    const from = y * torn.width + box.x;
    if (!findCracks(tears, from, from + box.width)) continue;
    first = Math.min(first, y);
    last = y;
  }
  if (last < 0) return;
  const crowd = boxBlur(torn, CRACK_NEAR).data;
  const body = person.planes.person.data;
  closeRows(tears, crowd, body, first * torn.width, (last + 1) * torn.width);
  const grown = dilate(torn, 1).data;
  raise(snap.data, grown, Math.max(0, first - 1) * torn.width, Math.min(torn.height, last + 2) * torn.width);
}

/** Coverage data of the garment: as it is, without holes, without cracks, and what was closed of both. */
type Tears = Readonly<Record<'cloth' | 'whole' | 'tight' | 'torn', Float32Array>>;

/** Copies the cracks among pixels [from, to); returns whether there is a crack or a hole. */
function findCracks({ cloth, whole, tight, torn }: Tears, from: number, to: number): boolean {
  let any = false;
  for (let i = from; i < to; i++) {
    const isCrack = tight[i] > cloth[i] + CRACK_DEEP;
    if (isCrack) torn[i] = tight[i];
    if (isCrack || whole[i] > cloth[i]) any = true;
  }
  return any;
}

/** Drops single cracks and adds the holes on the body; `crowd`: the share of cracks around a pixel. */
function closeRows(
  { cloth, whole, torn }: Tears,
  crowd: Float32Array,
  body: Float32Array,
  from: number,
  to: number,
): void {
  const least = CRACK_LEAST / (2 * CRACK_NEAR + 1) ** 2;
  for (let i = from; i < to; i++) {
    if (crowd[i] < least) torn[i] = 0;
    if (whole[i] > cloth[i]) torn[i] = Math.max(torn[i], smoothstep(body[i], 0.6, 0.9));
  }
}

function raise(data: Float32Array, least: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) if (least[i] > data[i]) data[i] = least[i];
}

/** Half side of the square that must contain at least this many crack pixels; fewer are a corner of the outline and stay. */
const CRACK_NEAR = 2;
const CRACK_LEAST = 4.5;

/** How much less than its surroundings the garment covers in a crack, 0…1. */
const CRACK_DEEP = 0.05;

export interface SleeveJob {
  readonly arm: LimbField;
  /** Share of the arm at which the sleeve ends, and the greatest distance from the garment to fill, in work pixels. */
  readonly end: number;
  readonly reach: number;
  readonly far: Float32Array;
  readonly skin: Float32Array;
  readonly upper: Float32Array;
  readonly snap: Float32Array;
}

/** Distances from the arm's middle, in radii, between which an old sleeve ceases to be certainly the arm under it. */
const INSIDE_ARM = [0.6, 0.85] as const;

export function coverSkin({ arm, end, reach, far, skin, upper, snap }: SleeveJob, i: number, j: number): void {
  if (arm.t[j] >= end || far[i] > reach) return;
  const inside = upper[i] * (1 - smoothstep(Math.abs(arm.u[j]), INSIDE_ARM[0], INSIDE_ARM[1]));
  snap[i] = Math.max(
    snap[i],
    smoothstep(skin[i] + inside, 0.3, 0.7) * smoothstep(end - arm.t[j], 0, 0.02) * smoothstep(arm.t[j], CAP[0], CAP[1]),
  );
}

/** Extends the garment's colours outwards from its inside, at work size. */
export function garmentLayer(scene: Scene, snap: PlaneF32): GarmentLayer {
  const { garment, garmentRgb } = scene;
  const known = boxBlur(garment, 1);
  for (let i = 0; i < known.data.length; i++) known.data[i] = known.data[i] > 0.985 ? 1 : 0;
  return { spread: pushPull(garmentRgb, known), snap };
}
