import {
  type Box,
  boxAround,
  boxBlur,
  createPlane,
  cropPlane,
  dilate,
  filledBox,
  fillPolygon,
  grownBox,
  overlapOf,
  type PlaneF32,
  type Point,
  type RasterU8,
  boundsOf,
  SRGB_TO_LINEAR,
} from '@drape/imaging';
import { bodyPoint } from '../../pose/joints';
import { classPlanes, moveShare, type ClassPlane, type ClassPlanes } from '../class-planes';
import type { PersonPlanes } from '../../../model/person';
import type { CorrectionInput } from './correction-input';
import { smoothstep, upperMedian } from '../../../geometry/numbers';
import { scalePolygon, scale, sub } from '../../../geometry/vector';
import { always, type Rule } from '../../../rules/rule';

/**
 * How much more colourful than the face something must be to be clothes, log (red ÷ blue) of linear light; and how much darker it may then
 * be, log. Of 7,800 patches of parsed skin on 157 street photos half were within ±.25 of their face, and 99.3 % of those as light as it
 * were below .9. An orange shirt was at 1.1–2.5, and so were legs that the sun lights beside a face in the shade.
 */
const COLOUR_EXCESS_MIN = 1.05;
const LIGHT_DEFICIT_MAX = -0.4;
/** The same log difference between which everything beside such a place becomes clothes: its folds and its soft rim. */
const RIM_EXCESS_RAMP = [0.6, 0.85] as const;
/** In shoulder widths: half the side of the square over which colours are averaged, reach of the rim, and half a hand. */
const AVERAGING_HALF_SIDE = 0.025;
const RIM_REACH = 0.12;
const HAND_HALF_SIDE = 0.12;
/**
 * Distance around a place within which its clothes or bag are looked for, shoulder widths; and how many times more lower than upper clothes
 * there must be, as a shirt's hem hangs over the trousers.
 */
const NEIGHBOUR_RADIUS = 0.15;
const LOWER_RATIO_MIN = 3;
/** Least area of such skin that is corrected, in squared shoulder widths. */
const CORRECTED_AREA_MIN = 0.003;
/** Lowest place, in torso lengths, of cuffs and hems of upper clothes; legs may be tanned. */
const UPPER_CLOTHES_LOWEST = 1.12;
/** The cheeks, as parts of the face's width and height: below glasses and hats, above the mouth. */
const CHEEKS = { half: 0.3, top: 0.5, bottom: 0.72 } as const;
/** Fewest pixels from which a colour is measured. */
const COLOUR_PIXELS_MIN = 12;

export const COLOURFUL: Rule<CorrectionInput, void> = {
  id: 'colourful',
  stage: 'measure',
  summary: 'Reclaims strongly coloured clothes that are read as skin.',
  appliesTo: always,
  apply: reclaimColourful,
  evidence: [{ set: 'CCP, labels', pairs: 110, fired: 3, better: 326, worse: 217, same: null, date: '2026-11-29' }],
};

/**
 * An orange shirt is read as skin beside a dark or tanned face. The cheeks are surely skin. What is far more colourful than they are, and
 * than the person's hands, and is not in the shade, is clothes or a bag, at the neck as at cuffs and hems.
 *
 * Aliasing: writes the planes of `input`. Space: work pixels.
 */
export function reclaimColourful(input: CorrectionInput): void {
  const { guide, planes, oval, frame, workScale: k } = input;
  const { skin } = planes;
  const sw = frame.shoulderWidth * k;
  const face = cheeks(guide, skin, scalePolygon(oval, k));
  if (face === null) return;
  const bottom = Math.ceil(scale(bodyPoint(frame, 0, UPPER_CLOTHES_LOWEST), k).y);
  const top = Math.max(0, Math.floor(face.bottom));
  const box = overlapOf(filledBox(skin), { x: 0, y: top, width: skin.width, height: bottom - top });
  if (box.width <= 0 || box.height <= 0) return;
  const min = face.colourful + handExcess(input, face.colourful);
  if (countAbove(guide, skin, box, min + COLOUR_EXCESS_MIN) < CORRECTED_AREA_MIN * sw * sw) return;
  const below = { x: 0, y: top, width: skin.width, height: skin.height - top };
  const around = overlapOf(grownBox(box, Math.ceil(RIM_REACH * sw), skin), below);
  const excess = excessOf(
    guide,
    skin,
    around,
    { ...face, colourful: min },
    Math.max(1, Math.round(AVERAGING_HALF_SIDE * sw)),
  );
  const seeds = seedsIn(excess);
  if (seeds.count < CORRECTED_AREA_MIN * sw * sw) return;
  const ovalAt = scalePolygon(oval, k).map((p) => sub(p, around));
  const inFace = createPlane(around.width, around.height);
  fillPolygon(inFace, ovalAt);
  const near = dilate(seeds.plane, Math.round(RIM_REACH * sw));
  const beside = Math.max(1, Math.round(NEIGHBOUR_RADIUS * sw));
  const [upper, lower, bag] = [planes.upper, planes.lower, planes.bag].map((p) =>
    boxBlur(cropPlane(p, around), beside),
  );
  const classes = classPlanes(planes);
  const above = classes[layerOf(planes, around)];
  for (let y = 0, j = 0; y < around.height; y++) {
    for (let i = (around.y + y) * skin.width + around.x, end = j + around.width; j < end; i++, j++) {
      if (near.data[j] === 0 || skin.data[i] === 0) continue;
      const moved =
        skin.data[i] * (1 - inFace.data[j]) * smoothstep(excess.colour.data[j], RIM_EXCESS_RAMP[0], RIM_EXCESS_RAMP[1]);
      const isBag = bag.data[j] > Math.max(upper.data[j], lower.data[j]);
      const isLower = lower.data[j] > LOWER_RATIO_MIN * upper.data[j];
      moveShare(classes.skin, isBag ? classes.bag : isLower ? lowerLayerAt(classes, i) : above, i, moved);
    }
  }
}

/** Trousers or skirt, whichever has more of the pixel; a dress below the waist has neither. */
function lowerLayerAt({ pants, skirt, lowerDress }: ClassPlanes, i: number): ClassPlane {
  if (lowerDress.own[i] > 0) return lowerDress;
  return skirt.own[i] > pants.own[i] ? skirt : pants;
}

/** Number of skin pixels in a box that are more colourful than `min`: for most people next to none, and then nothing more is done. */
function countAbove(guide: RasterU8, skin: PlaneF32, box: Box, min: number): number {
  let count = 0;
  for (let y = box.y; y < box.y + box.height; y++) {
    const from = y * skin.width + box.x;
    for (let i = from; i < from + box.width; i++) if (skin.data[i] > 0.5 && colourfulAt(guide, i) > min) count++;
  }
  return count;
}

/** 1 where skin is surely clothes, and the number of those pixels. */
function seedsIn({ colour, light }: Excess): { readonly plane: PlaneF32; readonly count: number } {
  const plane = createPlane(colour.width, colour.height);
  let count = 0;
  for (let j = 0; j < plane.data.length; j++) {
    if (colour.data[j] < COLOUR_EXCESS_MIN || light.data[j] < LIGHT_DEFICIT_MAX) continue;
    plane.data[j] = 1;
    count++;
  }
  return { plane, count };
}

/** Log (red ÷ blue) and log light of linear colours, and the row where the cheeks end, work pixels. */
interface FaceColour {
  readonly colourful: number;
  readonly light: number;
  readonly bottom: number;
}

/** Added to all channels, linear: the darkest pixels have hardly any colour. Below it, log of each sRGB value. */
const LINEAR_OFFSET = 0.004;
const LOG_OF_LEVEL = Float64Array.from(SRGB_TO_LINEAR, (linear) => Math.log(linear + LINEAR_OFFSET));

const colourfulAt = ({ data, channels }: RasterU8, i: number): number =>
  LOG_OF_LEVEL[data[i * channels]] - LOG_OF_LEVEL[data[i * channels + 2]];
const lightAt = ({ data, channels }: RasterU8, i: number): number =>
  0.3 * LOG_OF_LEVEL[data[i * channels]] +
  0.6 * LOG_OF_LEVEL[data[i * channels + 1]] +
  0.1 * LOG_OF_LEVEL[data[i * channels + 2]];

/** What the cheeks look like; null where hardly any of them is seen. */
function cheeks(guide: RasterU8, skin: PlaneF32, oval: readonly Point[]): FaceColour | null {
  const { left, right, top, bottom } = boundsOf(oval);
  const [middle, half, height] = [(left + right) / 2, CHEEKS.half * (right - left), bottom - top];
  const low = top + CHEEKS.bottom * height;
  const box = boxAround(guide, middle - half, top + CHEEKS.top * height, middle + half, low);
  const seen = coloursIn(guide, skin, box);
  return seen === null ? null : { ...seen, bottom: low };
}

/** Medians of the skin in a box; null where hardly any is seen. */
function coloursIn(guide: RasterU8, skin: PlaneF32, box: Box): Omit<FaceColour, 'bottom'> | null {
  const [colourful, light]: [number[], number[]] = [[], []];
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let i = y * skin.width + box.x; i < y * skin.width + box.x + box.width; i++) {
      if (!(skin.data[i] > 0.5)) continue;
      colourful.push(colourfulAt(guide, i));
      light.push(lightAt(guide, i));
    }
  }
  return colourful.length < COLOUR_PIXELS_MIN ? null : { colourful: upperMedian(colourful), light: upperMedian(light) };
}

/**
 * How much more colourful than the face the hands are, at least 0: the lower value of the two, as one may be gloved. 0 where none is seen.
 */
function handExcess({ guide, planes, joints, frame, workScale: k }: CorrectionInput, face: number): number {
  const found: number[] = [];
  const half = HAND_HALF_SIDE * frame.shoulderWidth * k;
  for (const hand of joints.hands) {
    if (hand.visibility < 0.5) continue;
    const { x, y } = scale(hand, k);
    const seen = coloursIn(guide, planes.skin, boxAround(guide, x - half, y - half, x + half, y + half));
    if (seen !== null) found.push(seen.colourful - face);
  }
  return found.length === 0 ? 0 : Math.max(0, Math.min(...found));
}

/** How much more colourful and lighter than the face the skin around each pixel is, logs; far below 0 where there is no skin. */
interface Excess {
  readonly colour: PlaneF32;
  readonly light: PlaneF32;
}

function excessOf(guide: RasterU8, skin: PlaneF32, box: Box, face: FaceColour, radius: number): Excess {
  const share = cropPlane(skin, box);
  const [colour, light] = [createPlane(box.width, box.height), createPlane(box.width, box.height)];
  for (let y = 0, j = 0; y < box.height; y++) {
    for (let i = (box.y + y) * skin.width + box.x, end = j + box.width; j < end; i++, j++) {
      if (share.data[j] === 0) continue;
      colour.data[j] = share.data[j] * (colourfulAt(guide, i) - face.colourful);
      light.data[j] = share.data[j] * (lightAt(guide, i) - face.light);
    }
  }
  const around = boxBlur(share, radius);
  return { colour: divided(boxBlur(colour, radius), around), light: divided(boxBlur(light, radius), around) };
}

/** Least share of skin around a pixel for it to be judged, and the value where there is less. */
const SKIN_SHARE_MIN = 0.2;
const UNJUDGED_EXCESS = -9;

function divided(plane: PlaneF32, by: PlaneF32): PlaneF32 {
  for (let j = 0; j < plane.data.length; j++) {
    plane.data[j] = by.data[j] > SKIN_SHARE_MIN ? plane.data[j] / by.data[j] : UNJUDGED_EXCESS;
  }
  return plane;
}

/**
 * The layer that unnamed upper clothes belong to: a dress where most of the upper clothes are one, else the top, also under an outer layer.
 */
function layerOf({ top, outer, dress }: PersonPlanes, box: Box): 'upperDress' | 'top' {
  let more = 0;
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let i = y * top.width + box.x; i < y * top.width + box.x + box.width; i++)
      more += dress.data[i] - top.data[i] - outer.data[i];
  }
  return more > 0 ? 'upperDress' : 'top';
}
