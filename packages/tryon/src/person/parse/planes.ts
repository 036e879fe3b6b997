import {
  type Box,
  type CoarseClasses,
  createPlane,
  cropRaster,
  fillPolygon,
  type Kept,
  outsideScratch,
  PLANE,
  type PlaneF32,
  type Point,
  type RasterU8,
  wholeBox,
  refineClasses,
  resizeRaster,
  rgbToLab,
} from '@drape/imaging';
import { PARSE_CLASSES, type DetectedPerson, type ParseClass, type ParseResult } from '../../ports';
import { follow, type AnyRule } from '../../rules/rule';
import { ARM_DISCS } from './arm-discs';
import { ARBITRATE } from './colour/arbitrate';
import { OBJECT_COLOURS } from './colour/object-colours';
import type { BodyFrame } from '../../model/body';
import type { Joints } from '../pose/joints';
import { refinementRadius, REFINEMENT_EPS } from './refine';
import type { BodyHeights } from './dress-evidence';
import { DRESS_WAIST, dressVerdict, heightsIn, type DressVerdict } from './settle-dress';
import type { PersonPlanes } from '../../model/person';
import { clamp, smoothstep } from '../../geometry/numbers';
import { scalePolygon } from '../../geometry/vector';

/** The parser's share in the person matte. Parser and pose network err in different places. */
const PARSER_WEIGHT = 0.6;
/** Refined belief in a person: up to the first value a pixel is background, from the second on the person's; between them it is edge. */
const MATTE_RAMP = [0.22, 0.78] as const;
/** Refined class values below this are noise of the parse. */
const CLASS_NOISE_MAX = 0.1;

interface PlanesInput {
  /** The photo at work size. */
  readonly guide: RasterU8;
  readonly workScale: number;
  readonly person: DetectedPerson;
  readonly parse: ParseResult;
  readonly joints: Joints;
  readonly frame: BodyFrame;
  readonly oval: readonly Point[];
  /** Rules that are left out of a measurement. */
  readonly without?: readonly AnyRule[];
}

/** What of the planes is kept. */
export const PERSON_PLANES: Kept<PersonPlanes> = {
  person: PLANE,
  hair: PLANE,
  skin: PLANE,
  top: PLANE,
  outer: PLANE,
  dress: PLANE,
  pants: PLANE,
  skirt: PLANE,
  lower: PLANE,
  shoes: PLANE,
  bag: PLANE,
  other: PLANE,
  upper: PLANE,
};

/**
 * Class planes at work size from a parse of any size: pulled onto the photo's edges, made to sum to the person.
 *
 * Space: planes cover the photo at `workScale`. Range: 0…1; hair + skin + upper + lower + shoes + bag + other = person.
 * Cost: statistics at the parse's size, one pass over the person's box at work size.
 */
export function workPlanes(input: PlanesInput): PersonPlanes {
  const { guide, workScale: k, parse, oval } = input;
  const box = wholeBox(parse.box, k);
  const face = createPlane(guide.width, guide.height);
  fillPolygon(face, scalePolygon(oval, k));
  const coarse = coarseClasses(input, box);
  const radius = refinementRadius(coarse.guide.width);
  const refinement = { radius, eps: REFINEMENT_EPS, edge: MATTE_RAMP, noiseFloor: CLASS_NOISE_MAX };
  return outsideScratch(() => refineClasses(coarse, guide, box, face, refinement));
}

const photoBox = (box: Box, k: number): Box => ({
  x: box.x / k,
  y: box.y / k,
  width: box.width / k,
  height: box.height / k,
});

/** Everything at the parse's own size: unions, shares, person. */
function coarseClasses(input: PlanesInput, box: Box): CoarseClasses {
  const { guide, parse, frame, without = [] } = input;
  const { width, height } = parse.planes[0];
  const small = resizeRaster(cropRaster(guide, box, 'replicate'), width, height);
  const lab = rgbToLab(small);
  const mask = lowMask(input, box, width, height);
  const doubt = {
    doubtful: follow(ARM_DISCS, { ...input, box, width }, without) ?? [],
    expected: PARSE_CLASSES.indexOf('skin'),
    mask,
    carried: follow(OBJECT_COLOURS, PARSE_CLASSES, without),
  };
  const heights = heightsIn(frame, photoBox(box, input.workScale), width, height);
  const verdict = dressVerdict(lab, parse.planes, heights);
  const planes = follow(ARBITRATE, { lab, planes: parse.planes, doubt }, without) ?? parse.planes;
  const at = (name: ParseClass): PlaneF32 => planes[PARSE_CLASSES.indexOf(name)];
  const { upper, lower, outerShare, dressUpper, skirtShare, dressLower } = uniteClothes(at, heights, verdict);
  return {
    guide: small,
    refined: [personPlane(mask, at('background')), at('hair'), at('skin'), upper, lower],
    plain: [at('shoes'), at('bag'), at('other'), outerShare, dressUpper, skirtShare, dressLower],
  };
}

/**
 * Joins the parse's classes to upper and lower clothes, and finds the shares in them of an outer layer, a dress and a skirt. A dress is
 * upper above the waist and lower below it. A dress that the parse took for top and skirt keeps the border between them, as that is its
 * waist: the verdict gives names, it moves nothing.
 */
function uniteClothes(at: (name: ParseClass) => PlaneF32, heights: BodyHeights, verdict: DressVerdict) {
  const { width, height, data: dress } = at('dress');
  const [top, outer, pants, skirt] = (['top', 'outer', 'pants', 'skirt'] as const).map((name) => at(name).data);
  const made = Array.from({ length: 6 }, () => createPlane(width, height));
  const [upper, lower, outerShare, dressUpper, skirtShare, dressLower] = made;
  const [isTwo, isOne] = [verdict === 'two', verdict === 'dress'];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0, v = heights.first + y * heights.down; x < width; x++, i++, v += heights.right) {
      const below = smoothstep(v, DRESS_WAIST[0], DRESS_WAIST[1]);
      const [high, low] = [dress[i] * (1 - below), dress[i] * below];
      const up = top[i] + outer[i] + high;
      const down = pants[i] + skirt[i] + low;
      upper.data[i] = up;
      lower.data[i] = down;
      outerShare.data[i] = outer[i] / Math.max(0.02, up);
      dressUpper.data[i] = isTwo ? 0 : (high + (isOne ? top[i] : 0)) / Math.max(0.02, up);
      skirtShare.data[i] = isOne ? 0 : (skirt[i] + (isTwo ? low : 0)) / Math.max(0.02, down);
      dressLower.data[i] = isTwo ? 0 : (low + (isOne ? skirt[i] : 0)) / Math.max(0.02, down);
    }
  }
  return { upper, lower, outerShare, dressUpper, skirtShare, dressLower };
}

/** The pose network's person mask over the parse's box, at the parse's size; beyond the photo the nearest value. */
function lowMask({ person, guide }: PlanesInput, box: Box, width: number, height: number): PlaneF32 {
  const { mask } = person;
  const columns = tapsAlong(mask.width, box.x, box.width, guide.width, width);
  const rows = tapsAlong(mask.height, box.y, box.height, guide.height, height);
  const out = createPlane(width, height);
  for (let y = 0; y < height; y++) maskRow(mask, columns, rows.before[y], rows.share[y], out.data, y * width);
  return out;
}

/** For each of several places the element before it, and the share of the next one. */
interface Taps {
  readonly before: Int32Array;
  readonly share: Float64Array;
}

/** `count` places in the middle of equal parts of [start, start + length), on a line of length `whole` that `size` elements cover. */
function tapsAlong(size: number, start: number, length: number, whole: number, count: number): Taps {
  const taps = { before: new Int32Array(count), share: new Float64Array(count) };
  for (let i = 0; i < count; i++) {
    const u = clamp(((start + ((i + 0.5) / count) * length) * size) / whole - 0.5, 0, size - 1);
    taps.before[i] = Math.min(Math.max(0, size - 2), Math.floor(u));
    taps.share[i] = u - taps.before[i];
  }
  return taps;
}

function maskRow(mask: PlaneF32, columns: Taps, row: number, share: number, into: Float32Array, start: number): void {
  const { width, height, data } = mask;
  const { before, share: shares } = columns;
  const [next, down] = [width > 1 ? 1 : 0, height > 1 ? width : 0];
  for (let x = 0; x < before.length; x++) {
    const at = row * width + before[x];
    const upper = data[at] + shares[x] * (data[at + next] - data[at]);
    const lower = data[at + down] + shares[x] * (data[at + down + next] - data[at + down]);
    into[start + x] = upper + share * (lower - upper);
  }
}

/** Parser and pose mask together. Where they disagree only the parse counts, as mask and colours were already weighed in it. */
function personPlane(mask: PlaneF32, background: PlaneF32): PlaneF32 {
  const out = createPlane(mask.width, mask.height);
  for (let i = 0; i < out.data.length; i++) {
    const parsed = 1 - background.data[i];
    const disagreement = smoothstep(Math.abs(parsed - mask.data[i]), 0.3, 0.6);
    const kept = PARSER_WEIGHT + (1 - PARSER_WEIGHT) * disagreement;
    out.data[i] = kept * parsed + (1 - kept) * mask.data[i];
  }
  return out;
}
