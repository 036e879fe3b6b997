import { connectedComponents, type PlaneF32 } from '@drape/imaging';
import { learnClusters, LEARNING_PIXELS_MIN, takenShare, type ColourClusters } from './colour-clusters';
import type { ParseClass } from '../../../ports';
import { always, type Rule } from '../../../rules/rule';

/** Belief from which neighbouring pixels are one object. */
const JOINED_BELIEF_MIN = 0.5;
/** … and from which they surely are. */
const SURE_BELIEF_MIN = 0.93;
/** Least share of the parse that an object covers: smaller ones are more often pockets and cuffs than purses. */
const OBJECT_SHARE_MIN = 0.0028;
/** Up to this share of an object may have colours of clothes: then its own colours decide where it ends … */
const CLOTHES_COLOURS_MAX = 0.6;
/**
 * … and above the first share it is a flap of the clothes. In between, if the share is above the second value, the parse must believe in
 * the object this much on average (third).
 */
const FLAP_COLOURS_MIN = 0.9;
const BELIEVED_COLOURS_MIN = 0.3;
const OBJECT_BELIEF_MIN = 0.65;
/** How far beyond its likely pixels an object's colours count, in widths of the parse. */
const COLOUR_REACH = 0.09;
/**
 * Share of an object's pixels, the surest, that teach its colours: the others are the arm and the clothes around it. Then: clusters per
 * object.
 */
const SUREST_SHARE = 0.6;
const CLUSTERS = 6;

/** The objects of one class, each with its own colours. */
export interface CarriedObjects {
  /** For each pixel the number, from 1, of the object that it may belong to; 0 where none. */
  readonly labels: Int32Array;
  /** Colours of object n + 1; null where nothing is to be learnt from it. */
  readonly models: readonly (ColourClusters | null)[];
  /** Whether object n + 1 has colours that hardly any clothes have. */
  readonly apart: readonly boolean[];
}

/** Indices of the class of bags, and of those of clothes. */
export interface CarriedClasses {
  readonly bags: number;
  readonly clothes: readonly number[];
}

/** Result: the classes in which each bag is recognised by its own colours. */
export const OBJECT_COLOURS: Rule<readonly ParseClass[], CarriedClasses> = {
  id: 'object-colours',
  stage: 'measure',
  summary: 'Distinguishes each bag from clothes by its own colours.',
  appliesTo: always,
  apply: (names) => ({ bags: names.indexOf('bag'), clothes: CLOTHES_CLASSES.map((name) => names.indexOf(name)) }),
  evidence: [{ set: 'CCP, labels', pairs: 110, fired: 55, better: 4384, worse: 12734, same: null, date: '2026-11-29' }],
};

const CLOTHES_CLASSES = ['top', 'outer', 'dress', 'pants', 'skirt'] as const;

/**
 * A red bag teaches nothing about the blue one in the other hand, and a bag that the parse is nowhere sure of teaches nothing at all. So
 * each object of one class learns its own colours, from the surest of the pixels in which its class outweighs all others.
 *
 * Layout: `lab` holds L a b per pixel of the plane; `clothes` the colours of the classes that an object must not be a flap of. Null where
 * there is no such object.
 */
export function objectsOf(
  lab: Float32Array,
  belief: PlaneF32,
  clothes: readonly (ColourClusters | null)[],
): CarriedObjects | null {
  const { labels, areas } = connectedComponents(belief, JOINED_BELIEF_MIN);
  const min = Math.max(LEARNING_PIXELS_MIN, OBJECT_SHARE_MIN * belief.data.length);
  const pixels = areas.map((): number[] => []);
  for (let i = 0; i < labels.length; i++) if (labels[i] > 0) pixels[labels[i] - 1].push(i);
  const taken = pixels.map((own) => (own.length < min ? 1 : takenShare(lab, own, clothes)));
  const models = pixels.map((own, n) => {
    const isBelieved =
      taken[n] <= BELIEVED_COLOURS_MIN || (taken[n] <= FLAP_COLOURS_MIN && meanOf(belief, own) >= OBJECT_BELIEF_MIN);
    return isBelieved ? learnClusters(lab, surestPixels(belief, own), CLUSTERS) : null;
  });
  if (models.every((model) => model === null)) return null;
  const spreads = models.map((model, n) => model !== null && taken[n] <= CLOTHES_COLOURS_MAX);
  growLabels(labels, belief.width, spreads, Math.round(COLOUR_REACH * belief.width));
  return { labels, models, apart: taken.map((share) => share <= BELIEVED_COLOURS_MIN) };
}

/** The surest pixels of an object. */
function surestPixels({ data }: PlaneF32, pixels: readonly number[]): number[] {
  const beliefs = Float32Array.from(pixels, (i) => data[i]).sort();
  const min = Math.min(SURE_BELIEF_MIN, beliefs[Math.floor((1 - SUREST_SHARE) * beliefs.length)]);
  return pixels.filter((i) => data[i] >= min);
}

const meanOf = ({ data }: PlaneF32, pixels: readonly number[]): number =>
  pixels.reduce((sum, i) => sum + data[i], 0) / pixels.length;

/** Grows the labels of the objects marked in `spreads` by `steps` pixels over pixels without one. Aliasing: writes `labels`. */
function growLabels(labels: Int32Array, width: number, spreads: readonly boolean[], steps: number): void {
  let before = labels.slice();
  for (let step = 0; step < steps; step++) {
    for (let i = width; i < labels.length - width; i++) {
      if (before[i] > 0) continue;
      const near = before[i - 1] || before[i + 1] || before[i - width] || before[i + width];
      if (near > 0 && spreads[near - 1]) labels[i] = near;
    }
    before = labels.slice();
  }
}

/** Colours of the object that pixel i may belong to; null where there is none. */
export const modelAt = ({ labels, models }: CarriedObjects, i: number): ColourClusters | null =>
  labels[i] === 0 ? null : models[labels[i] - 1];

/** Whether pixel i may belong to an object whose colours hardly any clothes have. */
export const isApart = ({ labels, apart }: CarriedObjects, i: number): boolean => labels[i] > 0 && apart[labels[i] - 1];
