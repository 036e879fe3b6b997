import {
  createPlane,
  cropRaster,
  resizeRaster,
  rgbToLab,
  type Box,
  type PlaneF32,
  type RasterU8,
  wholeBox,
} from '@drape/imaging';
import { PARSE_CLASSES, type DetectedPerson, type ParseResult } from '../../ports';
import { dressEvidence, type BodyHeights, type DressEvidence } from './dress-evidence';
import type { BodyFrame } from '../../model/body';
import { bodyCoordinates, bodyFrame, nameJoints } from '../pose/joints';
import { smoothstep } from '../../geometry/numbers';

const [TOP, DRESS, SKIRT] = (['top', 'dress', 'skirt'] as const).map((name) => PARSE_CLASSES.indexOf(name));

/** Source: logistic regression on people labelled by eye (packages/models/training/fit_dress.mjs). */
const WEIGHTS = { vote: 0.4, alike: 6.67, rougher: -2.58, bias: -1.99 } as const;
/**
 * Probability of a dress above which, or below 1 minus which, the whole garment overrules the pixels; in between the parse's classes stay.
 */
const SURE_PROBABILITY_MIN = 0.7;

/**
 * Where a dress divides into upper and lower clothes, in torso lengths below the shoulders. Source: upper edges of 62 skirts worn with a
 * top among the labelled training photos: median .77, half of them .67…87.
 */
export const DRESS_WAIST = [0.74, 0.8] as const;

/** Heights of the pixels of a crop: `box` in the frame's pixels, divided into `width` × `height`. */
export function heightsIn(frame: BodyFrame, box: Box, width: number, height: number): BodyHeights {
  const right = (frame.down.x * box.width) / (width * frame.torsoLength);
  const down = (frame.down.y * box.height) / (height * frame.torsoLength);
  return { first: bodyCoordinates(frame, box).v + 0.5 * right + 0.5 * down, right, down };
}

/** Probability that one dress is worn, not a skirt with a top. */
export function dressProbability({ vote, alike, rougher }: DressEvidence): number {
  const sum = WEIGHTS.vote * vote + WEIGHTS.alike * alike + WEIGHTS.rougher * rougher + WEIGHTS.bias;
  return 1 / (1 + Math.exp(-sum));
}

/** What is worn where the parse says dress, or skirt and top; null where the parse's classes stay. */
export type DressVerdict = 'dress' | 'two' | null;

/**
 * Decides from the whole garment whether a dress is worn or a skirt with a top: single pixels cannot show it, clothes above and below the
 * waist can.
 *
 * Layout: `lab` holds L a b per pixel of the planes; the planes are in the order of PARSE_CLASSES. Cost: about 1 ms at 224 × 128.
 */
export function dressVerdict(lab: Float32Array, planes: readonly PlaneF32[], heights: BodyHeights): DressVerdict {
  const evidence = dressEvidence(lab, planes, heights);
  if (evidence === null) return null;
  const probability = dressProbability(evidence);
  if (probability > SURE_PROBABILITY_MIN) return 'dress';
  return probability < 1 - SURE_PROBABILITY_MIN ? 'two' : null;
}

/**
 * Names clothes by {@link dressVerdict}: surely one garment is a dress all over, surely two are a top above the waist and a skirt below.
 * Returns the same planes, or a list in which three are new.
 */
export function settleDress(lab: Float32Array, planes: readonly PlaneF32[], heights: BodyHeights): readonly PlaneF32[] {
  const verdict = dressVerdict(lab, planes, heights);
  if (verdict === null) return planes;
  return verdict === 'dress' ? asDress(planes) : asTwo(planes, heights);
}

function asDress(planes: readonly PlaneF32[]): PlaneF32[] {
  const { width, height } = planes[DRESS];
  const [top, dress, skirt] = [planes[TOP].data, planes[DRESS].data, planes[SKIRT].data];
  const all = createPlane(width, height);
  for (let i = 0; i < all.data.length; i++) all.data[i] = top[i] + dress[i] + skirt[i];
  return withThree(planes, createPlane(width, height), all, createPlane(width, height));
}

function asTwo(planes: readonly PlaneF32[], { first, right, down }: BodyHeights): PlaneF32[] {
  const { width, height } = planes[DRESS];
  const [top, skirt] = [createPlane(width, height), createPlane(width, height)];
  for (let y = 0; y < height; y++) {
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const dress = planes[DRESS].data[i];
      const below = smoothstep(first + x * right + y * down, DRESS_WAIST[0], DRESS_WAIST[1]);
      top.data[i] = planes[TOP].data[i] + dress * (1 - below);
      skirt.data[i] = planes[SKIRT].data[i] + dress * below;
    }
  }
  return withThree(planes, top, createPlane(width, height), skirt);
}

function withThree(planes: readonly PlaneF32[], top: PlaneF32, dress: PlaneF32, skirt: PlaneF32): PlaneF32[] {
  return planes.map((plane, c) => (c === TOP ? top : c === DRESS ? dress : c === SKIRT ? skirt : plane));
}

/** {@link settleDress} for a parse as it comes from the network. */
export function settleParse(photo: RasterU8, parse: ParseResult, person: Body): ParseResult {
  const { small, heights } = seenBy(photo, parse, person);
  return { box: parse.box, planes: settleDress(rgbToLab(small), parse.planes, heights) };
}

/** {@link dressEvidence} for a parse as it comes from the network. */
export function evidenceOf(photo: RasterU8, parse: ParseResult, person: Body): DressEvidence | null {
  const { small, heights } = seenBy(photo, parse, person);
  return dressEvidence(rgbToLab(small), parse.planes, heights);
}

type Body = Pick<DetectedPerson, 'landmarks'>;

/** What the parse sees of the photo, per pixel of its planes. */
function seenBy(
  photo: RasterU8,
  { box, planes }: ParseResult,
  { landmarks }: Body,
): { small: RasterU8; heights: BodyHeights } {
  const { width, height } = planes[0];
  const whole = wholeBox(box);
  const small = resizeRaster(cropRaster(photo, whole, 'replicate'), width, height);
  return { small, heights: heightsIn(bodyFrame(nameJoints(landmarks)), whole, width, height) };
}
