import { warning, type BodyPart, type ProductCategory } from '@drape/contracts';
import { labOf, type Box, type Point, type RasterU8, boundsOf } from '@drape/imaging';
import type { Limb } from '../../model/body';
import { PARSE_CLASSES, type DetectedPerson, type FaceMesh, type ParseResult, type PoseDetection } from '../../ports';
import { TryOnRefusal } from '../../refusal';
import { bodyFrame, type Joints } from './joints';
import { isSeated, type LegJoints } from './seated';
import { isShown, sightOf } from './shown-joint';
import type { Person } from '../../model/person';
import type { TryOnWarning } from '../../model/warning';
import { mean } from '../../geometry/numbers';
import { distance, lerp } from '../../geometry/vector';

/** Score below which the landmark network itself doubts that it sees a person. */
const POSE_SCORE_MIN = 0.5;
/** Visibility from which a joint counts as seen. */
const SEEN_VISIBILITY_MIN = 0.5;
/** Shoulder width ÷ torso length below which a body is seen from the side. Frontal bodies measured .55–.85. */
const FRONTAL_SHOULDERS_MIN = 0.32;
/**
 * Hip width ÷ torso length below which legs and hips are seen from the side though the shoulders face the camera. Of 155 street photos
 * frontal and half-turned people measured .23–.38, two people who walk past .17 and .19.
 */
const FRONTAL_HIPS_MIN = 0.2;
/** Another person of at least this share of the shopper's height, this near (in shoulder widths), cannot be distinguished safely. */
const OTHER_HEIGHT_MIN = 0.8;
/**
 * A person at least this high, whose middle is this near to the shopper's nose, stands behind them, and the parser takes both bodies for
 * one. Heights of the shopper.
 */
const BEHIND_HEIGHT_MIN = 0.6;
const BEHIND_DISTANCE_MAX = 0.17;

/** A refusal of a photo that does not show what is needed of the body. */
const unseen = (needed: readonly BodyPart[], sentence: string): TryOnRefusal =>
  new TryOnRefusal('body_not_visible', sentence, { needed: [...needed] });

/** The person to dress, or a refusal that says what is wrong with the photo. */
export function requirePerson(detection: PoseDetection): DetectedPerson {
  const { person, others } = detection;
  if (person === null || person.score < POSE_SCORE_MIN) {
    throw new TryOnRefusal(
      'person_not_detected',
      'No person was found in the photo; send one that shows a person from the front.',
    );
  }
  const { left: x, top: y, right, bottom } = boundsOf(person.landmarks);
  const box = { x, y, width: right - x, height: bottom - y };
  const rival = others.find((o) => o.score > 0.6 && (standsBeside(o, box) || standsBehind(o, box, person)));
  if (rival !== undefined) {
    throw new TryOnRefusal(
      'multiple_people',
      'Another person stands close by and is about as large; send a photo with one person.',
    );
  }
  return person;
}

const middleOf = (box: Box): number => box.x + box.width / 2;

function standsBeside(other: Box, box: Box): boolean {
  const near = Math.abs(middleOf(other) - middleOf(box)) < 0.6 * (other.width + box.width);
  return near && other.height > OTHER_HEIGHT_MIN * box.height;
}

function standsBehind(other: Box, box: Box, { landmarks }: DetectedPerson): boolean {
  const touches = Math.abs(middleOf(other) - landmarks[0].x) < BEHIND_DISTANCE_MAX * box.height;
  return touches && other.height > BEHIND_HEIGHT_MIN * box.height;
}

/**
 * Whether shoulders and hips both show a back. A face between ears in the same order as the shoulders faces the camera, and its left was
 * taken for right; the ears of a person who looks back over a shoulder are the other way round.
 */
export function isFromBehind({ facing, hips, ears }: Joints, face: FaceMesh | null): boolean {
  return !facing && hips[0].x < hips[1].x && (face === null || !(ears[0].x < ears[1].x));
}

/** Refuses bodies that no garment of any category can be put on, and remarks on doubtful ones. */
export function checkPose(joints: Joints, face: FaceMesh | null, width: number, height: number): TryOnWarning[] {
  const frame = bodyFrame(joints);
  // in profile the shoulders may cross; only the face says who faces the camera there
  if (isFromBehind(joints, face) && frame.shoulderWidth >= FRONTAL_SHOULDERS_MIN * frame.torsoLength) {
    throw unseen(['front'], 'The person is seen from behind; send a photo taken from the front.');
  }
  const shouldersSeen = joints.shoulders.every(
    (p) => p.visibility >= SEEN_VISIBILITY_MIN && p.x > -0.1 * width && p.x < 1.1 * width && p.y < height,
  );
  if (!shouldersSeen || frame.shoulderWidth < 12) {
    throw unseen(['shoulders'], 'Both shoulders must be visible in the photo and large enough to see.');
  }
  const hipsSeen = joints.hips.every((p) => p.visibility >= SEEN_VISIBILITY_MIN && p.y < height);
  const hipsTurned = hipsSeen && distance(joints.hips[0], joints.hips[1]) < FRONTAL_HIPS_MIN * frame.torsoLength;
  const legs = [0, 1].map((i) => [joints.hips[i], joints.knees[i], joints.ankles[i]] as const);
  const warnings: TryOnWarning[] = [];
  if (hipsTurned || frame.shoulderWidth < FRONTAL_SHOULDERS_MIN * frame.torsoLength)
    warnings.push(warning('side_view'));
  if (isSeated(legs)) warnings.push(warning('seated'));
  return warnings;
}

/** Share of the face's outline that must be skin when no face mesh was found: heads seen from behind measured .0–.1. */
const FACE_SKIN_MIN = 0.3;
/** Least CIELAB chroma of any skin, and the range of its hue: dark hoods are read as skin, but are grey. */
const SKIN_CHROMA_MIN = 5;
const SKIN_HUE_MIN = -15;
const SKIN_HUE_MAX = 95;

/** Refuses heads without a face: a person from behind, a mannequin. Pose networks invent a nose for both. */
export function requireFace(photo: RasterU8, face: FaceMesh | null, parse: ParseResult, oval: readonly Point[]): void {
  if (face !== null) return;
  const skin = parse.planes[PARSE_CLASSES.indexOf('skin')];
  const centre = { x: mean(oval.map((p) => p.x)), y: mean(oval.map((p) => p.y)) };
  const colours: Rgb[] = [];
  let seen = 0;
  for (const p of oval) {
    const q = lerp(centre, p, 0.6);
    const x = Math.floor(((q.x - parse.box.x) / parse.box.width) * skin.width);
    const y = Math.floor(((q.y - parse.box.y) / parse.box.height) * skin.height);
    if (x >= 0 && y >= 0 && x < skin.width && y < skin.height) seen += skin.data[y * skin.width + x];
    colours.push(...colourAt(photo, q));
  }
  if (seen < FACE_SKIN_MIN * oval.length || !couldBeSkin(colours)) {
    throw unseen(['front', 'head'], 'No face is visible; send a photo that shows the person from the front.');
  }
}

type Rgb = readonly [number, number, number];

/** The photo's colour at a point, in a list; empty outside the photo. */
function colourAt({ width, height, channels, data }: RasterU8, p: Point): Rgb[] {
  const [x, y] = [Math.floor(p.x), Math.floor(p.y)];
  if (x < 0 || y < 0 || x >= width || y >= height) return [];
  const i = (y * width + x) * channels;
  return [[data[i], data[i + 1], data[i + 2]]];
}

/** Whether the mean of some colours has the warm chroma that skin of every tone has in white light. */
function couldBeSkin(colours: readonly Rgb[]): boolean {
  if (colours.length === 0) return false;
  const [, a, b] = labOf(
    mean(colours.map((c) => c[0])),
    mean(colours.map((c) => c[1])),
    mean(colours.map((c) => c[2])),
  );
  const hue = (Math.atan2(b, a) * 180) / Math.PI;
  return Math.hypot(a, b) >= SKIN_CHROMA_MIN && hue > SKIN_HUE_MIN && hue < SKIN_HUE_MAX;
}

/** How far above the hips a photo may end for skirts and trousers, in torso lengths: as far as the pose errs. */
const PHOTO_END_ABOVE_HIPS_MAX = 0.05;

/**
 * Refuses where a garment has nothing to hang on: hips outside the photo or behind something, legs folded on a seat or behind a table. The
 * part of the garment further down may be outside the photo.
 */
export function requireBody(person: Person, category: ProductCategory): void {
  if (category === 'top' || category === 'jacket') return;
  const need = (isMet: boolean, part: BodyPart, sentence: string): void => {
    if (!isMet) throw unseen([part], sentence);
  };
  const { legs, body, height } = person;
  const isHidden = (joint: 0 | 1): boolean => legs.every((leg) => sightOf(person, leg, joint) === 'hidden');
  need(
    !isSeated(legs.map((leg) => legJoints(person, leg))),
    'legs',
    'The person seems to sit; trousers, skirts and dresses need a photo of somebody who stands.',
  );
  const end = body.hipMid.y - PHOTO_END_ABOVE_HIPS_MAX * body.torsoLength * body.down.y;
  need(
    category === 'dress' || end < height,
    'hips',
    'The photo ends above the hips; send one that shows the body at least down to the thighs.',
  );
  need(!isHidden(0), 'hips', 'Something hides the hips; send a photo that shows the body at least down to the thighs.');
  need(!isHidden(1), 'legs', 'Something hides the legs; send a photo without anything before them.');
}

/** Least share of a garment that must be in the photo. */
const INSIDE_SHARE_MIN = 1 / 8;

/** Share of a garment outside the photo from which a warning says so. A raised hand takes a cuff along, which nobody misses. */
export const CUT_OFF_WARNING_MIN = 0.05;

/** What too little of is in the photo, by category. */
const BODY_PART_NAMES = {
  top: ['torso'],
  jacket: ['torso'],
  dress: ['torso', 'hips'],
  skirt: ['hips', 'legs'],
  pants: ['hips', 'legs'],
} as const satisfies Record<ProductCategory, readonly BodyPart[]>;

/** Refuses where less than an eighth of the garment would be in the photo. `outside`: the share outside it, 0…1. */
export function requireInside(outside: number, category: ProductCategory): void {
  if (1 - outside >= INSIDE_SHARE_MIN) return;
  throw unseen(
    BODY_PART_NAMES[category],
    'Hardly anything of the garment would be in the picture; send a photo that shows more of the body.',
  );
}

/**
 * Least share of a placed garment that must be seen: below .09 only slivers were, from .105 legs or a hem (24 pairs with three long coats,
 * suits and bags).
 */
const SHOWN_SHARE_MIN = 0.1;

/** Refuses where what is worn over the garment, such as a long coat over a skirt, would hide it. `share`: how much would be seen, 0…1. */
export function requireShown(share: number): void {
  if (share >= SHOWN_SHARE_MIN) return;
  throw unseen(
    ['hips'],
    'The coat or other clothes in the photo would hide the garment; send a photo without them, or one where they are open.',
  );
}

/** A leg's joints. Those that only clothes cover count as visible: knees under a skirt show a sitting pose too. */
function legJoints(person: Person, leg: Limb): LegJoints {
  const joint = (i: 0 | 1 | 2): LegJoints[0] => ({
    ...leg.joints[i],
    visibility: isShown(person, leg, i) ? 1 : leg.visibility[i],
  });
  return [joint(0), joint(1), joint(2)];
}

/** Share of the joints that the category needs and that are seen, 0…1. */
export function visibleShare(person: Person, category: ProductCategory): number {
  const upper = person.arms.flatMap((arm) => arm.visibility);
  const hips = person.legs.map((leg) => leg.visibility[0]);
  const lower = person.legs.flatMap((leg) => leg.visibility);
  const used =
    category === 'dress'
      ? [...upper, ...lower]
      : category === 'top' || category === 'jacket'
        ? [...upper, ...hips]
        : lower;
  return used.filter((v) => v >= SEEN_VISIBILITY_MIN).length / used.length;
}
