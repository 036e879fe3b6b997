import {
  createPlane,
  deltaE76,
  labOf,
  resizeRaster,
  type Lab,
  type PlaneF32,
  type Point,
  type RasterU8,
} from '@drape/imaging';
import { add, distance, dot, sampleAt, sub, unit, type MeasuredPicture } from '@drape/tryon';
import { plannedRegion } from './planned-region';

/** Class value above which a pixel certainly belongs to a hand or a shoe. */
const SURE_BELIEF_MIN = 0.7;
const VISIBILITY_MIN = 0.5;
/**
 * Disc that contains a hand, in shoulder widths: distance of its middle past the wrist, its radius, and the width of the wrist's own band.
 */
const HAND_PAST_WRIST = 0.24;
const HAND_RADIUS = 0.28;
const WRIST_BAND = 0.06;
/** Share of an arm's tube that counts as forearm, ending before the wrist: an arm that crosses the hand's disc is not a hand. */
const FOREARM_END = 0.8;
/** How far below the ankle a hem may extend, in leg lengths. */
const HEM_BELOW_ANKLE = 0.05;
/** CIELAB difference above which a pixel has changed: more than a hem's shadow on a shoe. Tuned on the development pictures. */
const CHANGED_DISTANCE_MIN = 9;

/**
 * E1: the share of the photo's visible hands and shoes that the result changed or erased. Range: 0…1, ≤ .03 wanted; null if neither is
 * visible.
 *
 * Hands are skin in a disc past a visible wrist, shoes are those of the parse. What a hem may cover, the planned garment down to a little
 * below the ankle, does not count. Compared at work size, so grain does not count as a change. Boots that the parser takes for trousers are
 * missed, and a bare thigh right behind a hand counts as a hand.
 */
export function erasedShare(picture: MeasuredPicture): number | null {
  const { photo, image, person } = picture;
  const { width, height } = person.planes.skin;
  const parts = createPlane(width, height);
  addShoes(picture, parts);
  addHands(picture, parts);
  const [before, after] = [resizeRaster(photo, width, height), resizeRaster(image, width, height)];
  let [all, gone] = [0, 0];
  for (let i = 0; i < parts.data.length; i++) {
    if (parts.data[i] === 0) continue;
    all++;
    if (deltaE76(colourAt(before, i), colourAt(after, i)) >= CHANGED_DISTANCE_MIN) gone++;
  }
  return all === 0 ? null : gone / all;
}

function colourAt({ data, channels }: RasterU8, i: number): Lab {
  return labOf(data[i * channels], data[i * channels + 1], data[i * channels + 2]);
}

function addShoes({ person, ...rest }: MeasuredPicture, parts: PlaneF32): void {
  const { planes, workScale: k, legs, body } = person;
  const planned =
    rest.garment.landmarks.kind === 'upper' && rest.garment.category !== 'dress'
      ? null
      : plannedRegion({ person, ...rest });
  for (let y = 0, i = 0; y < parts.height; y++) {
    for (let x = 0; x < parts.width; x++, i++) {
      if (planes.shoes.data[i] < SURE_BELIEF_MIN) continue;
      const p = { x: (x + 0.5) / k, y: (y + 0.5) / k };
      const near = distance(p, legs[0].joints[2]) < distance(p, legs[1].joints[2]) ? legs[0] : legs[1];
      const aboveHem = p.y < near.joints[2].y + HEM_BELOW_ANKLE * body.legLength;
      if (aboveHem && planned !== null && sampleAt(planned, p, 1) >= VISIBILITY_MIN) continue;
      parts.data[i] = 1;
    }
  }
}

function addHands({ person }: MeasuredPicture, parts: PlaneF32): void {
  const { arms, armTubes, workScale: k, body, planes } = person;
  const sw = body.shoulderWidth;
  for (const side of [0, 1] as const) {
    if (arms[side].visibility[2] < VISIBILITY_MIN) continue;
    const wrist = arms[side].joints[2];
    const { centres } = armTubes[side];
    const along = unit(sub(centres[centres.length - 1], wrist));
    const middle = add(wrist, along, HAND_PAST_WRIST * sw);
    const r = HAND_RADIUS * sw;
    for (let y = Math.max(0, Math.floor((middle.y - r) * k)); y < Math.min(parts.height, (middle.y + r) * k); y++) {
      for (let x = Math.max(0, Math.floor((middle.x - r) * k)); x < Math.min(parts.width, (middle.x + r) * k); x++) {
        const i = y * parts.width + x;
        const p = { x: (x + 0.5) / k, y: (y + 0.5) / k };
        if (planes.skin.data[i] < SURE_BELIEF_MIN || distance(p, middle) > r) continue;
        if (dot(sub(p, wrist), along) > WRIST_BAND * sw && !isForearm(armTubes, p)) parts.data[i] = 1;
      }
    }
  }
}

function isForearm(tubes: MeasuredPicture['person']['armTubes'], p: Point): boolean {
  return tubes.some(({ centres, radii }) =>
    centres.some((c, i) => i < FOREARM_END * centres.length && distance(c, p) < 1.1 * radii[i]),
  );
}
