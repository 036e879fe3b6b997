import {
  type Box,
  boxBlur,
  boxBlurInPlace,
  createPlane,
  cropPlane,
  filledBox,
  grownBox,
  isKept,
  type KeptShape,
  type PlaneF32,
  type RasterU8,
  RowSampler,
} from '@drape/imaging';
import { luma } from '../paint/skin/chest-tone';
import type { Finished } from './finish';
import type { Scene } from '../../model/scene';
import { clamp, smoothstep } from '../../geometry/numbers';
import { always, type Rule } from '../../rules/rule';

/**
 * In shoulder widths: how far into a lock the old garment beside it tints it, and the radius in which the hair's own colour is looked for.
 */
const TINT_DEPTH = 0.05;
const HAIR_COLOUR_RADIUS = 0.14;
/** Share of the surroundings covered by the old garment: below the first hair has its own colour, at and above the second it is a rim. */
const OLD_GARMENT_SHARE_RAMP = [0.01, 0.12] as const;
/** Belief in hair above which a lock's colour is used, and between which the foreground counts as a lock. */
const OWN_COLOUR_HAIR_MIN = 0.95;
const LOCK_RAMP = [0.1, 0.4] as const;
/** Share of the surroundings that must be certain hair away from the garment for the hair's colour to be known. */
const KNOWN_HAIR_SHARE_RAMP = [0.012, 0.06] as const;
/** Share below which no colour is measured. */
const HAIR_SHARE_TRACE = 1e-3;
/**
 * Distance from the hair's hue, in red and blue less luma, at which a colour is no longer the hair's. As a share of luma plus this many
 * levels.
 */
const HUE_OFFSET_RAMP = [0.05, 0.13] as const;
const HUE_LEVEL_OFFSET = 40;
/**
 * Limit of the hair's gloss: this many levels and standard deviations above its mean. Over the next `none` levels a value ceases to count
 * as hair; `stays` is the share of the excess that is kept.
 */
const GLOSS_LIMIT = { levels: 8, deviations: 1.3, none: 12, stays: 0.15 } as const;
/** How far the photo must be in front: where the new garment shines through, part of the colour is its own. */
const PHOTO_FRONT_RAMP = [0.5, 0.95] as const;
/** Weight below which a pixel is left as it is. */
const WEIGHT_TRACE = 0.02;

/** Hair at its border with the old garment, over `box` of the scene's work planes. */
interface Rim {
  readonly box: Box;
  /** How strongly a pixel is corrected, 0…1. */
  readonly weight: PlaneF32;
  /** Mean R G B of the hair around, and the upper limit of its gloss in luma; at half size, because means are smooth. */
  readonly hair: readonly PlaneF32[];
}

type HairScene = Pick<Scene, 'person' | 'guide' | 'sw' | 'photo' | 'box' | 'k'>;

/** What decides about rims: the old garment as seen, and what is in front of the new one. */
interface AroundHair {
  readonly old: PlaneF32;
  readonly front: PlaneF32;
  readonly face: KeptShape;
}

/** Aliasing: changes the finished picture, which is too large to copy. */
export const HAIR_RIMS: Rule<
  { readonly scene: HairScene; readonly around: AroundHair; readonly made: Finished },
  void
> = {
  id: 'hair-rims',
  stage: 'compose',
  summary: "Removes the old garment's colours from the rim of the hair in front of it.",
  appliesTo: always,
  apply: ({ scene, around, made }) => cleanHairRims(scene, around, made),
  evidence: [{ set: 'J and I, blind', pairs: 207, fired: 67, better: 14, worse: 13, same: 11, date: '2026-11-29' }],
};

/**
 * The rim of locks in front of an old garment takes on its colours: tips of collars, beads and bright fabric between strands would remain
 * as scraps when the garment is gone. There the photo keeps its lights and shades, but in the hair's hue and no lighter than its gloss.
 *
 * Identity: the face oval stays. Aliasing: changes image and edit mask. Cost: the rim's photo pixels, a dozen box blurs around it.
 */
export function cleanHairRims(scene: HairScene, { old, front, face }: AroundHair, made: Finished): void {
  const rim = rimOf(scene, old, front);
  if (rim === null) return;
  const { photo, box: part, k } = scene;
  const { box, weight, hair } = rim;
  const sampler = new RowSampler([weight], {
    x: box.x / k,
    y: box.y / k,
    width: box.width / k,
    height: box.height / k,
  });
  const y1 = Math.min(part.height, Math.floor((box.y + box.height) / k));
  for (let y = Math.ceil(box.y / k); y < y1; y++) {
    const v = Math.min(box.height - 1, Math.floor(y * k) - box.y);
    const [from, to] = filledColumns(weight, Math.max(0, v - 1), Math.min(box.height, v + 2));
    if (from >= to) continue;
    sampler.load(y);
    const end = Math.min(part.width, Math.ceil((box.x + to) / k));
    for (let x = Math.max(0, Math.ceil((box.x + from) / k)); x < end; x++) {
      sampler.read(x);
      const share = sampler.values[0];
      if (share < WEIGHT_TRACE || isKept(face, x, y)) continue;
      const u = clamp(Math.floor(x * k) - box.x, 0, box.width - 1);
      cleanPixel(photo, made, hair, (part.y + y) * photo.width + part.x + x, halfAt(hair[0], u, v), share);
    }
  }
}

/** The range of columns filled in rows [top, end), plus one column on each side. */
function filledColumns({ data, width }: PlaneF32, top: number, end: number): readonly [number, number] {
  let [from, to] = [width, 0];
  for (let row = top * width; row < end * width; row += width) {
    for (let u = 0; u < from; u++) if (data[row + u] >= WEIGHT_TRACE) from = u;
    for (let u = width - 1; u >= to; u--) if (data[row + u] >= WEIGHT_TRACE) to = u + 1;
  }
  return [from - 1, to + 1];
}

/** Corrects a pixel of the photo by a weight; `j`: its index in the planes of the surrounding hair. */
function cleanPixel(
  { data, channels }: RasterU8,
  { image, editMask }: Finished,
  hair: Rim['hair'],
  pixel: number,
  j: number,
  weight: number,
): void {
  const [red, green, blue, gloss] = hair;
  const [i, o] = [pixel * channels, pixel * 3];
  const light = luma(data, i);
  const usual = Math.max(1, 0.299 * red.data[j] + 0.587 * green.data[j] + 0.114 * blue.data[j]);
  const max = gloss.data[j];
  // gloss is added to a lock's own colour, shade darkens all of it equally
  const by = Math.min(1, light / usual);
  const offRed = data[i] - light - by * (red.data[j] - usual);
  const offBlue = data[i + 2] - light - by * (blue.data[j] - usual);
  const off = Math.sqrt(offRed * offRed + offBlue * offBlue) / (light + HUE_LEVEL_OFFSET);
  const share =
    weight *
    Math.max(smoothstep(off, HUE_OFFSET_RAMP[0], HUE_OFFSET_RAMP[1]), smoothstep(light - max, 0, GLOSS_LIMIT.none));
  if (share === 0) return;
  const wanted = light > max ? max + GLOSS_LIMIT.stays * (light - max) : light;
  const shade = Math.min(1, wanted / usual);
  for (let c = 0; c < 3; c++) {
    const own = wanted + shade * (hair[c].data[j] - usual);
    image.data[o + c] = clamp(image.data[o + c] + share * (own - data[i + c]), 0, 255);
  }
  editMask.data[pixel] = 1;
}

function rimOf(
  { person, guide, sw }: Pick<Scene, 'person' | 'guide' | 'sw'>,
  old: PlaneF32,
  front: PlaneF32,
): Rim | null {
  const { hair } = person.planes;
  const [near, far] = [Math.max(1, Math.round(TINT_DEPTH * sw)), Math.max(2, Math.round(HAIR_COLOUR_RADIUS * sw))];
  const touched = filledBox(hair, grownBox(filledBox(old), near, hair));
  if (touched.width < 3 || touched.height < 3) return null;
  const first = grownBox(touched, far, hair);
  const whole = weightIn(hair, old, front, first, near);
  const rims = filledBox(whole.weight);
  if (rims.width <= 0 || rims.height <= 0) return null;
  const part = grownBox(rims, far, whole.weight);
  const box = { ...part, x: part.x + first.x, y: part.y + first.y };
  const [weight, locks, beside] = [whole.weight, whole.locks, whole.beside].map((plane) => cropPlane(plane, part));
  const own = createPlane(box.width, box.height);
  for (let j = 0; j < own.data.length; j++)
    own.data[j] = locks.data[j] > OWN_COLOUR_HAIR_MIN && beside.data[j] < OLD_GARMENT_SHARE_RAMP[0] ? 1 : 0;
  const { known, hair: means } = hairAround({ guide, box, own, radius: far });
  for (let v = 0, j = 0; v < box.height; v++) {
    for (let u = 0; u < box.width; u++, j++) {
      if (weight.data[j] !== 0)
        weight.data[j] *= smoothstep(
          known.data[halfAt(known, u, v)],
          KNOWN_HAIR_SHARE_RAMP[0],
          KNOWN_HAIR_SHARE_RAMP[1],
        );
    }
  }
  return { box, weight, hair: means };
}

/** Index of a pixel of the box in a plane of half its size. */
const halfAt = ({ width }: PlaneF32, u: number, v: number): number => (v >> 1) * width + (u >> 1);

/** For a box: how much of the seen hair is at its border with the old garment, the hair, and the share of old garment around. */
function weightIn(
  hair: PlaneF32,
  old: PlaneF32,
  front: PlaneF32,
  box: Box,
  near: number,
): Record<'weight' | 'locks' | 'beside', PlaneF32> {
  const locks = cropPlane(hair, box);
  // what is just beyond the box tints the rim as well
  const wide = grownBox(box, near, old);
  const inside = { x: box.x - wide.x, y: box.y - wide.y, width: box.width, height: box.height };
  const beside = cropPlane(boxBlur(cropPlane(old, wide), near), inside);
  const weight = cropPlane(front, box);
  for (let j = 0; j < weight.data.length; j++) {
    if (weight.data[j] === 0) continue;
    if (beside.data[j] <= OLD_GARMENT_SHARE_RAMP[0] || locks.data[j] <= LOCK_RAMP[0]) weight.data[j] = 0;
    else {
      weight.data[j] =
        smoothstep(weight.data[j], PHOTO_FRONT_RAMP[0], PHOTO_FRONT_RAMP[1]) *
        smoothstep(locks.data[j], LOCK_RAMP[0], LOCK_RAMP[1]) *
        smoothstep(beside.data[j], OLD_GARMENT_SHARE_RAMP[0], OLD_GARMENT_SHARE_RAMP[1]);
    }
  }
  return { weight, locks, beside };
}

/** Mean of a plane around each pixel, without the corners of a square window. */
const meanAround = (plane: PlaneF32, radius: number): PlaneF32 => {
  const half = Math.max(1, Math.round(radius / 2));
  return boxBlurInPlace(boxBlur(plane, half), half);
};

interface Around {
  readonly guide: RasterU8;
  readonly box: Box;
  /** 1 where the hair's colour is used, over the box. */
  readonly own: PlaneF32;
  /** Work pixels. */
  readonly radius: number;
}

/**
 * Mean R G B of the hair used within a radius, the upper limit of its gloss in luma, and how much hair is used there; at half the box's
 * size.
 */
function hairAround({ guide, box, own, radius }: Around): { known: PlaneF32; hair: readonly PlaneF32[] } {
  const [width, height] = [Math.ceil(box.width / 2), Math.ceil(box.height / 2)];
  const sums = Array.from({ length: 5 }, () => createPlane(width, height));
  for (let y = 0; y < box.height; y++) {
    const at = ((box.y + y) * guide.width + box.x) * guide.channels;
    sumRow(guide, at, own.data.subarray(y * box.width, (y + 1) * box.width), (y >> 1) * width, sums);
  }
  const means = sums.map((sum) => meanAround(sum, radius / 2));
  const [red, green, blue, gloss, known] = means.map(({ data }) => data);
  for (let j = 0; j < gloss.length; j++) {
    const count = known[j];
    if (count < HAIR_SHARE_TRACE) continue;
    red[j] /= count;
    green[j] /= count;
    blue[j] /= count;
    gloss[j] /= count;
    const usual = 0.299 * red[j] + 0.587 * green[j] + 0.114 * blue[j];
    const deviation = Math.sqrt(Math.max(0, gloss[j] - usual * usual));
    gloss[j] = usual + GLOSS_LIMIT.levels + GLOSS_LIMIT.deviations * deviation;
  }
  return { known: means[4], hair: means.slice(0, 4) };
}

/**
 * Adds the pixels of a row that are 1 in `own`, a quarter each: R G B, squared luma and count, to the row of half size that begins at `to`.
 */
function sumRow(
  { data, channels }: RasterU8,
  at: number,
  own: Float32Array,
  to: number,
  [red, green, blue, squares, known]: readonly PlaneF32[],
): void {
  for (let u = 0, i = at; u < own.length; u++, i += channels) {
    if (own[u] === 0) continue;
    const j = to + (u >> 1);
    red.data[j] += data[i] / 4;
    green.data[j] += data[i + 1] / 4;
    blue.data[j] += data[i + 2] / 4;
    squares.data[j] += luma(data, i) ** 2 / 4;
    known.data[j] += 0.25;
  }
}
