import { boxBlur, boxBlurInPlace, createPlane, type PlaneF32, type Point, boundsOf } from '@drape/imaging';
import { showsNeck } from '../../../person/measure/bare-neck';
import type { PlacedUpper } from '../../../model/placement';
import { bareShoulder, isShoulderSeen, TRAPEZIUS_HEIGHT_MAX } from './bare-shoulders';
import { hasBareShoulders, leavesShoulders, upperRegion } from '../../scene/scene';
import type { Scene } from '../../../model/scene';
import { forEachFieldPixel } from '../../scene/for-each-field-pixel';
import { polygonMask } from '../../masks/polygon-mask';
import { clamp, smoothstep } from '../../../geometry/numbers';
import { add, lerp } from '../../../geometry/vector';

/** Inside the new neckline and up to the jaw: there the old collar is replaced by skin. */
export function chestZone(scene: Scene): PlaneF32 {
  const region = upperRegion(scene.placement);
  if (region === null || region.neckline.length < 2) return createPlane(scene.garment.width, scene.garment.height);
  const line = [...region.neckline];
  const { body, planes } = scene.person;
  const isShown = hasBareShoulders(region) && showsNeck(planes.skin, body, scene.k);
  const base = body.shoulderMid.y - (isShown ? SHOWN_NECK_BASE_HEIGHT_MAX : NECK_BASE_HEIGHT_MAX) * body.shoulderWidth;
  const sides = ([0, 1] as const).map((i) => {
    const side = i === 0 ? -1 : 1;
    const end = leavesShoulders(region) ? region.neck[i] : line[i === 0 ? 0 : line.length - 1];
    const collar = collarEnd(scene, region, end, i);
    return neckSide({ side, collar, tip: region.shoulder[i], jaw: jawPoint(scene.person.faceOval, side), base });
  });
  const ends = leavesShoulders(region) ? region.neck : null;
  const right = ends === null ? sides[1] : [ends[1], ...sides[1]];
  const left = ends === null ? sides[0] : [ends[0], ...sides[0]];
  const zone = polygonMask(scene, [...line, ...right, ...left.reverse()]);
  if (hasBareShoulders(region)) addShoulders(scene, zone, region);
  // the removal's rim extends over the background beside the neck: no skin there
  const person = boxBlurInPlace(boxBlur(scene.person.planes.person, 1), 1);
  for (let i = 0; i < zone.data.length; i++) {
    if (zone.data[i] > 0) zone.data[i] *= smoothstep(person.data[i], 0.45, 0.9);
  }
  return zone;
}

/** Where the neck's side begins: beside a shoulder that the photo shows, its own outline is the limit, not the strap's end. */
function collarEnd(scene: Scene, region: PlacedUpper, end: Point, side: 0 | 1): Point {
  const { down, shoulderWidth } = scene.person.body;
  const isBare = hasBareShoulders(region) && isShoulderSeen(scene, side);
  return isBare ? add(end, down, -TRAPEZIUS_HEIGHT_MAX * shoulderWidth) : end;
}

/** Half width of the neck in half widths of the face. */
const NECK_TO_FACE_WIDTH = 0.72;

/** Where the outline of the neck meets the jaw, image left (−1) or right (1): the neck's side runs from there to the collar. */
export function jawPoint(oval: readonly Point[], side: 1 | -1): Point {
  const { left, right, bottom } = boundsOf(oval);
  const half = (right - left) / 2;
  const x = (left + right) / 2 + side * NECK_TO_FACE_WIDTH * half;
  const lowest = oval.reduce((low, p, i) => {
    const q = oval[(i + 1) % oval.length];
    return (p.x - x) * (q.x - x) > 0 || p.x === q.x
      ? low
      : Math.max(low, p.y + ((x - p.x) / (q.x - p.x)) * (q.y - p.y));
  }, -Infinity);
  return { x, y: Math.min(lowest, bottom - 0.1 * half) };
}

/** Greatest height above the shoulder joints at which the neck's side meets the shoulder, in shoulder widths. */
const NECK_BASE_HEIGHT_MAX = 0.29;
/**
 * The same between straps where the photo shows the neck: people who lean on an arm raise one shoulder, and its line continues to the neck.
 */
const SHOWN_NECK_BASE_HEIGHT_MAX = 0.42;

/** Points of the neck's side between collar and jaw, and how close it keeps to the corner between shoulder and neck. */
const NECK_SIDE_POINTS = 8;
const NECK_CORNER_PULL = 0.8;

/** The end of a collar on one side (−1 image left, 1 right), the tip of the shoulder there, and where the neck meets the jaw. */
export interface NeckSide {
  readonly side: 1 | -1;
  readonly collar: Point;
  readonly tip: Point;
  readonly jaw: Point;
  /** Highest row at which the neck's side may meet the shoulder, unless the collar is above it. */
  readonly base: number;
}

/**
 * From the new collar inwards along the shoulder's line, then up to the jaw: there an old collar stood in front of the background, not of
 * skin.
 */
export function neckSide({ side, collar, tip, jaw: top, base }: NeckSide): Point[] {
  const reach = side * (tip.x - collar.x);
  const slope = reach > 0 ? clamp((tip.y - collar.y) / reach, 0, 0.6) : 0.3;
  const inwards = side * (collar.x - top.x);
  if (inwards <= 0 || top.y >= collar.y) return [top];
  const corner = { x: top.x, y: Math.max(top.y, collar.y - slope * inwards, Math.min(collar.y, base)) };
  const bend = lerp(lerp(collar, top, 0.5), corner, NECK_CORNER_PULL);
  return Array.from({ length: NECK_SIDE_POINTS }, (_, i) => {
    const t = (i + 1) / NECK_SIDE_POINTS;
    return lerp(lerp(collar, bend, t), lerp(bend, top, t), t);
  });
}

/** Half width of the soft edge of bare shoulders, in shoulder widths. */
const SHOULDER_EDGE_HALF_WIDTH = 0.03;

/** Sleeveless: the shoulders between strap and arm are bare too, down to the end of the armhole. */
function addShoulders(scene: Scene, zone: PlaneF32, region: PlacedUpper): void {
  const soft = Math.max(1, Math.round(SHOULDER_EDGE_HALF_WIDTH * scene.sw));
  const seen = boxBlur(scene.person.planes.skin, soft);
  for (const side of [0, 1] as const) {
    const mask = polygonMask(scene, bareShoulder(scene, region, side));
    const blurred = boxBlurInPlace(boxBlurInPlace(mask, soft), soft);
    for (let i = 0; i < zone.data.length; i++) {
      if (blurred.data[i] === 0) continue;
      const edge = shoulderEdge(blurred.data[i], smoothstep(seen.data[i], 0, 0.12));
      if (edge > zone.data[i]) zone.data[i] = edge;
    }
  }
  joinSeenArms(scene, zone);
}

/**
 * Distance from the seen skin of an arm, in shoulder widths, and share of the arm, within which an old shoulder strap becomes bare
 * shoulder.
 */
const SEEN_ARM_REACH = 0.1;
const SEEN_ARM_SPAN = 0.2;

/** How certainly a pixel with this share of skin around it, at share `t` of the arm, belongs to a shoulder that is seen, 0…1. */
export const seenShoulderShare = (near: number, t: number): number =>
  smoothstep(near, 0.03, 0.1) * (1 - smoothstep(t, SEEN_ARM_SPAN - 0.05, SEEN_ARM_SPAN));

/** A muscular arm in the photo bulges beyond any line: between it and the shoulder's outline the old strap left a notch. */
function joinSeenArms(scene: Scene, zone: PlaneF32): void {
  const sides = ([0, 1] as const).filter((side) => isShoulderSeen(scene, side));
  if (sides.length === 0) return;
  const near = boxBlur(scene.person.planes.skin, Math.max(1, Math.round(SEEN_ARM_REACH * scene.sw)));
  for (const side of sides) {
    const { t } = scene.arms[side];
    forEachFieldPixel(scene, scene.arms[side], (i, j) => {
      const beside = seenShoulderShare(near.data[i], t[j]);
      if (beside > zone.data[i]) zone.data[i] = beside;
    });
  }
}

/** Range of a blurred shoulder's coverage that is stretched to 0…1 as its edge against the background: left blurred, it would look hazy. */
const SHOULDER_EDGE_RAMP = [0.36, 0.64] as const;

/**
 * Coverage of a bare shoulder from its blurred coverage. Invented chest and seen skin differ a little in tone: where they meet (`soft` 1)
 * the edge stays blurred so that no line shows.
 */
export function shoulderEdge(blurred: number, soft: number): number {
  const sharp = smoothstep(blurred, SHOULDER_EDGE_RAMP[0], SHOULDER_EDGE_RAMP[1]);
  return sharp + soft * (blurred - sharp);
}
