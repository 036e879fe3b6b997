import { brokenLimbShare } from '../../limb-continuity';
import type { MeasuredPicture } from '../../picture';
import { raggedness } from './outline';
import type { WorkView } from '../work-view';
import { coversLegs, coversTorso } from '../../../compose/scene/covers';

/**
 * Measures of what may have stayed although it should have gone, or gone although it should have stayed, and of how ragged the garment is.
 * Areas in squared shoulder widths.
 */
export interface RemnantFigures {
  /** Parts of the photo that stay near the old garment and have its colours. */
  readonly remnants: number;
  /** Length of the visible garment's outline relative to its smoothed version. */
  readonly raggedSeen: number;
  /** Share of bags and other objects that changed. */
  readonly thingsGone: number;
  /** Clothes of the replaced kind that are still visible, and the jackets among them. */
  readonly keptOld: number;
  readonly keptOuter: number;
  /** Clothes of any kind that are still visible below the hips. */
  readonly keptLow: number;
  /** Share of the bone lines where the limb is missing. */
  readonly broken: number;
}

/** Largest distance of a remnant from the old garment, in shoulder widths. */
const REMNANT_DISTANCE_MAX = 0.12;
/** Factor by which a colour must be more frequent in the old garment than elsewhere to count as its own. */
const OWN_COLOUR_RATIO_MIN = 6;
/** Bits by which a channel is shifted right, so that 16 levels count as one colour; and the number of colours. */
const CHANNEL_SHIFT = 4;
const COLOUR_COUNT = 1 << (3 * (8 - CHANNEL_SHIFT));
const SURE_BELIEF_MIN = 0.7;
/** Sum of differences over the three channels, levels, above which a pixel has changed. */
const CHANGED_DIFFERENCE_MIN = 60;
/** Fewest points for an object. */
const OBJECT_POINTS_MIN = 8;

export function remnantFigures(view: WorkView, picture: MeasuredPicture): RemnantFigures {
  const { width, height, seen, sw, ofPhoto, hipRow } = view;
  const { planes } = picture.person;
  const solid = new Uint8Array(width * height);
  for (let i = 0; i < solid.length; i++) solid[i] = seen[i] > 0.5 ? 1 : 0;
  const { category } = picture.garment;
  const [torso, legs] = [coversTorso(category), coversLegs(category)];
  const [upper, lower] = [ofPhoto(planes.upper), ofPhoto(planes.lower)];
  const all = joined(upper, lower);
  const replaced = torso && legs ? all : torso ? upper : lower;
  const unit = sw * sw;
  return {
    remnants: remnantArea(view) / unit,
    raggedSeen: raggedness({ width, height, solid }, 1),
    thingsGone: goneShare(view, joined(ofPhoto(planes.bag), ofPhoto(planes.other))),
    keptOld: keptArea(view, replaced, 0) / unit,
    keptOuter: torso ? keptArea(view, ofPhoto(planes.outer), 0) / unit : 0,
    keptLow: keptArea(view, all, hipRow) / unit,
    broken: brokenLimbShare(picture) ?? 0,
  };
}

function colourAt(data: Uint8Array, i: number): number {
  const o = 3 * i;
  const bits = 8 - CHANNEL_SHIFT;
  return (
    ((data[o] >> CHANNEL_SHIFT) << (2 * bits)) |
    ((data[o + 1] >> CHANNEL_SHIFT) << bits) |
    (data[o + 2] >> CHANNEL_SHIFT)
  );
}

function remnantArea({ before, old, removal, garment, skin, width, height, sw }: WorkView): number {
  const near = grown(old, width, height, Math.max(1, Math.round(REMNANT_DISTANCE_MAX * sw)));
  const [own, other] = [new Float32Array(COLOUR_COUNT), new Float32Array(COLOUR_COUNT)];
  let [owns, others] = [1, 1];
  for (let i = 0; i < near.length; i++) {
    if (old[i] > 0.9) {
      own[colourAt(before, i)]++;
      owns++;
    } else if (near[i] === 0) {
      other[colourAt(before, i)]++;
      others++;
    }
  }
  let area = 0;
  for (let i = 0; i < near.length; i++) {
    if (near[i] === 0 || old[i] >= 0.3 || removal[i] >= 0.3 || garment[i] >= 0.3 || skin[i] > 0.8) continue;
    const colour = colourAt(before, i);
    if (own[colour] > 1 && own[colour] / owns > (OWN_COLOUR_RATIO_MIN * (other[colour] + 0.5)) / others) area++;
  }
  return area;
}

/** Dilation: 1 within a square of `r` points to each side around values above one half. */
function grown(plane: Float32Array, width: number, height: number, r: number): Uint8Array {
  const rows = new Uint8Array(plane.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0, last = -Infinity; x < width + r; x++) {
      if (x < width && plane[y * width + x] > 0.5) last = x;
      if (x - r >= 0 && x - r < width && last >= x - 2 * r) rows[y * width + x - r] = 1;
    }
  }
  const out = new Uint8Array(plane.length);
  for (let x = 0; x < width; x++) {
    for (let y = 0, last = -Infinity; y < height + r; y++) {
      if (y < height && rows[y * width + x] === 1) last = y;
      if (y - r >= 0 && y - r < height && last >= y - 2 * r) out[(y - r) * width + x] = 1;
    }
  }
  return out;
}

function joined(a: Float32Array, b: Float32Array): Float32Array {
  const out = new Float32Array(a.length);
  for (let i = 0; i < out.length; i++) out[i] = Math.min(1, a[i] + b[i]);
  return out;
}

/** Changed share of the points that certainly belong to a plane. */
function goneShare({ before, after }: WorkView, plane: Float32Array): number {
  let [all, gone] = [0, 0];
  for (let i = 0, o = 0; i < plane.length; i++, o += 3) {
    if (plane[i] < SURE_BELIEF_MIN) continue;
    all++;
    const moved =
      Math.abs(before[o] - after[o]) + Math.abs(before[o + 1] - after[o + 1]) + Math.abs(before[o + 2] - after[o + 2]);
    if (moved > CHANGED_DIFFERENCE_MIN) gone++;
  }
  return gone / Math.max(OBJECT_POINTS_MIN, all);
}

/** Area of a plane that is neither covered nor removed, from a row down. */
function keptArea({ bared, seen, removal, width }: WorkView, plane: Float32Array, from: number): number {
  let area = 0;
  for (let i = Math.max(0, Math.round(from)) * width; i < seen.length; i++) {
    if (plane[i] > 0.5) area += plane[i] * (1 - seen[i]) * (1 - removal[i]) * (1 - bared[i]);
  }
  return area;
}
