import {
  type Box,
  boxAround,
  createPlane,
  fillPolygon,
  type PlaneF32,
  type Point,
  type RasterU8,
  boundsOf,
  type Bounds,
} from '@drape/imaging';
import { relightSkin } from './skin-shade';
import type { LimbTube, SkinTone } from '../../model/person';
import { clamp, smoothstep } from '../../geometry/numbers';
import { scalePolygon, sub } from '../../geometry/vector';

export type Rgb = readonly [number, number, number];

/** A light brown for photos that show no skin at all, sRGB. */
const FALLBACK_RGB: Rgb = [196, 150, 124];
/** Fewest skin pixels from which a colour is measured. */
const SKIN_PIXELS_MIN = 40;
/** Least share of a limb that must be skin. Less is more likely skin-coloured fabric. */
const LIMB_SKIN_SHARE_MIN = 0.15;

/** Weight of the neck in the tone of a body that is not seen: where the neck is as light as the face, and where it is much darker. */
const NECK_WEIGHT = 0.6;
const NECK_WEIGHT_MIN = 0.15;

interface ToneInput {
  readonly guide: RasterU8;
  readonly workScale: number;
  readonly skin: PlaneF32;
  readonly oval: readonly Point[];
  readonly arms: readonly LimbTube[];
  readonly legs: readonly LimbTube[];
}

/**
 * Mean colours of the visible skin of face, arms and legs.
 *
 * The hand alone is too red for an arm, so an arm that is seen only as a hand takes two thirds of its colour from face and neck, and the
 * hand's light: bare arms of 44 people were .97 as light as their hands (middle half .93–1.01), but .85–1.21 as light as their faces.
 */
export function skinTone(input: ToneInput): SkinTone {
  const { guide, workScale, skin, oval } = input;
  const inner = polygonMask(guide, shrink(scalePolygon(oval, workScale), 0.7));
  const { pixels } = skinUnder(inner, skin, 0.8);
  const face = meanOf(guide, pixels, BRIGHTER_HALF) ?? FALLBACK_RGB;
  const middle = meanOf(guide, pixels, MIDDLE_PIXELS) ?? face;
  const arm = skinLike(tubeTone(input, input.arms, 0.12, 0.72), face);
  const hand = skinLike(tubeTone(input, input.arms, 0.72, 1), face);
  const leg = tubeTone(input, input.legs, 0.2, 0.95);
  const neck = neckTone(input) ?? face;
  // the neck is lit like the arm more often than the face is, unless a beard or the chin's shadow darkens all of it
  const neckShare = NECK_WEIGHT_MIN + (NECK_WEIGHT - NECK_WEIGHT_MIN) * smoothstep(light(neck) / light(face), 0.6, 0.9);
  const warmth = Math.min(FACE_MIDDLE_WARMTH_SHARE * warmthOf(middle), BODY_WARMTH_MAX * warmthOf(face));
  const body = warmed(limitToBody(blend(face, neck, neckShare), face, UNSEEN_BODY_LIGHTNESS_MIN), warmth);
  const seen = arm === null ? null : withoutGloss(limitToBody(arm, body, LIMB_LIGHTNESS_MIN), body);
  const byHand = hand === null ? null : armBesideHand(hand, body);
  const armTone = seen ?? byHand ?? scaled(body, UNSEEN_ARM_LIGHTNESS);
  return { face, arm: displayable(armTone), leg: displayable(leg ?? unseenLeg(average(seen ?? byHand ?? body, body))) };
}

/** The colour if it may be skin of a person with this face; null where a coloured glove was taken for a hand. */
const skinLike = (rgb: Rgb | null, face: Rgb): Rgb | null => (rgb === null || isGlove(rgb, face) ? null : rgb);

/** Sunlit skin can be redder than a picture can show. Then all of it is darkened, with the same hue. */
const displayable = (rgb: Rgb): Rgb => scaled(rgb, Math.min(1, 255 / Math.max(...rgb)));

const scaled = (rgb: Rgb, by: number): Rgb => [by * rgb[0], by * rgb[1], by * rgb[2]];

/** A plane over a box of the guide; nothing outside the box. */
interface Mask {
  readonly plane: PlaneF32;
  readonly box: Box;
}

interface Disc {
  readonly centre: Point;
  readonly radius: number;
}

/** The brighter half of the neck just below the chin, as the other half is in the chin's shadow; null where the neck is covered. */
function neckTone({ guide, workScale, skin, oval }: ToneInput): Rgb | null {
  const { left, right, top, bottom } = boundsOf(oval);
  const height = bottom - top;
  const centre = { x: (left + right) / 2, y: bottom + 0.2 * height };
  const below = discsMask(guide, [{ centre, radius: 0.2 * height }], workScale);
  return meanOf(guide, skinUnder(below, skin, 0.85).pixels, BRIGHTER_HALF);
}

/** Mean colour of the skin inside the tubes between two shares of their length; null where too little is seen. */
function tubeTone(
  { guide, workScale, skin }: ToneInput,
  tubes: readonly LimbTube[],
  from: number,
  to: number,
): Rgb | null {
  const discs: Disc[] = [];
  for (const { centres, radii } of tubes) {
    const last = centres.length - 1;
    for (let i = Math.floor(from * last); i <= Math.floor(to * last); i++) {
      discs.push({ centre: centres[i], radius: radii[i] * 0.85 });
    }
  }
  const { pixels, area } = skinUnder(discsMask(guide, discs, workScale), skin, 0.85);
  return pixels.length / (area + 1e-6) < LIMB_SKIN_SHARE_MIN ? null : meanOf(guide, pixels, ALL_PIXELS);
}

function polygonMask(guide: RasterU8, polygon: readonly Point[]): Mask {
  const mask = emptyMask(guide, boundsOf(polygon));
  fillPolygon(
    mask.plane,
    polygon.map((p) => sub(p, mask.box)),
  );
  return mask;
}

/** Discs as a mask. A pixel of the guide × `k` is a pixel of the mask. */
function discsMask({ width, height }: RasterU8, discs: readonly Disc[], k: number): Mask {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const { centre, radius } of discs) {
    [left, right] = [Math.min(left, (centre.x - radius) * k), Math.max(right, (centre.x + radius) * k)];
    [top, bottom] = [Math.min(top, (centre.y - radius) * k), Math.max(bottom, (centre.y + radius) * k)];
  }
  const mask = emptyMask({ width, height }, { left, right, top, bottom });
  for (const { centre, radius } of discs) markDisc(mask, centre.x * k, centre.y * k, radius * k);
  return mask;
}

/** A mask of zeros over what of a picture is within bounds and a pixel around them. */
function emptyMask(picture: Pick<RasterU8, 'width' | 'height'>, { left, right, top, bottom }: Bounds): Mask {
  const box = boxAround(picture, left - 1, top - 1, right + 1, bottom + 1);
  return box.width < 1 || box.height < 1
    ? { plane: createPlane(1, 1), box: { x: 0, y: 0, width: 0, height: 0 } }
    : { plane: createPlane(box.width, box.height), box };
}

function markDisc({ plane, box }: Mask, cx: number, cy: number, r: number): void {
  for (let y = Math.max(box.y, Math.floor(cy - r)); y < Math.min(box.y + box.height, cy + r); y++) {
    const rest = r * r - (y + 0.5 - cy) ** 2;
    if (rest <= 0) continue;
    const half = Math.sqrt(rest);
    const from = Math.max(0, Math.floor(cx - half - 0.5) + 1 - box.x);
    const to = Math.min(plane.width, Math.ceil(cx + half - 0.5) - box.x);
    const row = (y - box.y) * plane.width;
    if (from < to) plane.data.fill(1, row + from, row + to);
  }
}

/**
 * Shares of the pixels, sorted by brightness, that a mean is taken of: all; the brighter half (no brows, eyes, beard or shade); the middle
 * (neither dark nor gloss).
 */
const ALL_PIXELS = [0, 1] as const;
const BRIGHTER_HALF = [0.5, 1] as const;
const MIDDLE_PIXELS = [0.3, 0.7] as const;

/** Indices of the pixels of skin under a mask, and the number of its own pixels. */
function skinUnder({ plane, box }: Mask, skin: PlaneF32, min: number): { pixels: number[]; area: number } {
  const pixels: number[] = [];
  let area = 0;
  for (let y = 0, j = 0; y < box.height; y++) {
    for (let i = (box.y + y) * skin.width + box.x, end = i + box.width; i < end; i++, j++) {
      if (plane.data[j] <= 0.5) continue;
      area++;
      if (skin.data[i] > min) pixels.push(i);
    }
  }
  return { pixels, area };
}

/** Mean colour of pixels, over the part of them sorted by brightness; null where they are few. */
function meanOf(guide: RasterU8, pixels: readonly number[], [from, to]: readonly [number, number]): Rgb | null {
  if (pixels.length < SKIN_PIXELS_MIN) return null;
  const lights = lightsOf(guide, pixels);
  const sorted = from > 0 || to < 1 ? lights.slice().sort() : null;
  const darkest = sorted === null ? 0 : sorted[Math.floor(from * sorted.length)];
  const lightest = sorted === null || to === 1 ? Infinity : sorted[Math.floor(to * sorted.length)];
  const c = guide.channels;
  const { data } = guide;
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (let n = 0; n < pixels.length; n++) {
    if (lights[n] < darkest || lights[n] > lightest) continue;
    const i = pixels[n] * c;
    red += data[i];
    green += data[i + 1];
    blue += data[i + 2];
    count++;
  }
  return [red / count, green / count, blue / count];
}

/** Red + green + blue of each pixel. */
function lightsOf({ data, channels }: RasterU8, pixels: readonly number[]): Uint16Array {
  const out = new Uint16Array(pixels.length);
  for (let n = 0; n < out.length; n++) {
    const i = pixels[n] * channels;
    out[n] = data[i] + data[i + 1] + data[i + 2];
  }
  return out;
}

function shrink(polygon: readonly Point[], k: number): Point[] {
  const cx = polygon.reduce((s, p) => s + p.x, 0) / polygon.length;
  const cy = polygon.reduce((s, p) => s + p.y, 0) / polygon.length;
  return polygon.map((p) => ({ x: cx + (p.x - cx) * k, y: cy + (p.y - cy) * k }));
}

const blend = (p: Rgb, q: Rgb, t: number): Rgb => [
  p[0] + t * (q[0] - p[0]),
  p[1] + t * (q[1] - p[1]),
  p[2] + t * (q[2] - p[2]),
];
/**
 * Legs that are not seen: their chroma and lightness as factors. They are less flushed than face and hands, and lit from above at a slant.
 * Guessed by eye on nine people.
 */
const UNSEEN_LEG_CHROMA = 0.95;
const UNSEEN_LEG_LIGHTNESS = 0.95;

function unseenLeg(rgb: Rgb): Rgb {
  const grey = (0.3 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2]) * UNSEEN_LEG_LIGHTNESS;
  return blend(
    [grey, grey, grey],
    [rgb[0] * UNSEEN_LEG_LIGHTNESS, rgb[1] * UNSEEN_LEG_LIGHTNESS, rgb[2] * UNSEEN_LEG_LIGHTNESS],
    UNSEEN_LEG_CHROMA,
  );
}

/**
 * Lightness of an arm of which nothing is seen, relative to the body's. Upper arms of 27 and 22 street photos were 1.04 and 1.20 times as
 * light as the lit half of their faces (medians; a tenth below .96 and .87); the body is about .96.
 */
const UNSEEN_ARM_LIGHTNESS = 1.06;

/** Least lightness of a body that is not seen, relative to the face's: all of the neck is in the chin's shade, shoulders are not. */
const UNSEEN_BODY_LIGHTNESS_MIN = 0.95;
/**
 * Least lightness and least warmth of limbs that are seen in part, relative to the body's. Less is old fabric beside them, or the shade
 * between fingers.
 */
const LIMB_LIGHTNESS_MIN = 0.84;
const LIMB_WARMTH_MIN = 0.88;

/**
 * The lit half of a face has gloss, so it is paler than the body's skin. A body that is not seen is as warm as the part of the face that is
 * neither dark nor glossy, times the first value, and at most as warm as the lit half times the second. Bare arms and legs of twelve photos
 * had .8–1.2 of that.
 */
const FACE_MIDDLE_WARMTH_SHARE = 0.87;
const BODY_WARMTH_MAX = 1.42;

/** A tone at least partly as warm and as light as `body`: the little skin that is seen is at the rim of a sleeve or in its shade. */
function limitToBody(rgb: Rgb, body: Rgb, leastLight: number): Rgb {
  const lit = Math.max(1, (leastLight * light(body)) / light(rgb));
  return relightSkin(warmed(rgb, LIMB_WARMTH_MIN * warmthOf(body)), lit);
}

/**
 * How much lighter than the body an arm may be before the rest counts as the sun's gloss, and the share of that gloss that an arm that is
 * not seen gets too. Nine of ten arms of street photos were at most 1.33 times as light as their faces; gloss on dark skin is twice as
 * light.
 */
const SUNLIT_ARM_RATIO_MAX = 1.35;
const SUN_GLOSS_SHARE = 0.25;

function withoutGloss(rgb: Rgb, body: Rgb): Rgb {
  const lit = light(rgb) / light(body) / SUNLIT_ARM_RATIO_MAX;
  return lit <= 1 ? rgb : relightSkin(rgb, (1 + SUN_GLOSS_SHARE * (lit - 1)) / lit);
}

/**
 * Weight of a hand in the colour of its arm, lightness of the arm relative to the hand, and the range of the arm's lightness relative to
 * the body's.
 */
const HAND_WEIGHT = 0.33;
const ARM_TO_HAND_LIGHTNESS = 0.97;
const ARM_TO_BODY_LIGHTNESS = [0.88, 1.15] as const;

/** Tone of an arm of which only the hand is seen. */
function armBesideHand(hand: Rgb, body: Rgb): Rgb {
  const mixed = blend(body, limitToBody(hand, body, ARM_TO_BODY_LIGHTNESS[0]), HAND_WEIGHT);
  const wanted = clamp((ARM_TO_HAND_LIGHTNESS * light(hand)) / light(body), ...ARM_TO_BODY_LIGHTNESS) * light(body);
  return relightSkin(mixed, wanted / light(mixed));
}

/** A colour of at least this warmth, at its own lightness: red gains what blue loses. */
export function warmed(rgb: Rgb, warmth: number): Rgb {
  const shift = (Math.max(0, warmth - warmthOf(rgb)) * light(rgb)) / 2;
  return [rgb[0] + shift, rgb[1], rgb[2] - shift];
}

/** Red minus blue, as a share of the lightness. */
export const warmthOf = (rgb: Rgb): number => (rgb[0] - rgb[2]) / light(rgb);

/** A colour warmer than the first value, and warmer than a known skin by more than the second, is a red or orange glove. */
const GLOVE_WARMTH_MIN = 0.42;
const GLOVE_WARMTH_EXCESS_MIN = 0.2;
/** Skin is never as blue as the first value, unless the light is: then all skin is, to within the second. */
const GLOVE_WARMTH_MAX = -0.06;
const GLOVE_WARMTH_DEFICIT_MIN = 0.15;

/**
 * True for the colour of a glove, given a known skin in the same light. Of 266 hands of street people 265 had a warmth of .02–.34, a red
 * glove .73.
 */
export function isGlove(rgb: Rgb, known: Rgb): boolean {
  const [own, usual] = [warmthOf(rgb), warmthOf(known)];
  return (
    (own > GLOVE_WARMTH_MIN && own - usual > GLOVE_WARMTH_EXCESS_MIN) ||
    (own < GLOVE_WARMTH_MAX && usual - own > GLOVE_WARMTH_DEFICIT_MIN)
  );
}

const light = ([r, g, b]: Rgb): number => r + g + b + 1;
const average = (p: Rgb, q: Rgb): Rgb => blend(p, q, 0.5);
