import { createPlane, allocPlaneUninitialised, type PlaneF32, type Point } from '@drape/imaging';
import {
  colourCost,
  costAt,
  FITTING_COST_MAX,
  learnClusters,
  LEARNING_PIXELS_MIN,
  takenShare,
  type ColourClusters,
} from './colour-clusters';
import { isApart, modelAt, objectsOf, type CarriedObjects, type CarriedClasses } from './object-colours';
import { smoothstep } from '../../../geometry/numbers';
import { always, type Rule } from '../../../rules/rule';

/** Colour clusters per class. The background has more, for it is more colourful than any garment. */
const CLUSTERS = 6;
const BACKGROUND_CLUSTERS = 8;
/** Probability of a class from which a pixel teaches that class its colours. */
const SURE_BELIEF_MIN = 0.93;
/** Weight of the colour's log likelihood against the parse's. Source: .2 left blue remnants between fingers, .8 tore plaid shirts. */
const COLOUR_WEIGHT = 0.45;

/** In a doubtful place: the least belief in the expected class, even where the parse gave it none, and the weight of the colour. */
const DOUBTFUL_BELIEF_MIN = 0.15;
const DOUBTFUL_COLOUR_WEIGHT = 0.9;
/** Difference between parse and mask: from the first value on both count, from the second on only what they say together. */
const DISAGREEMENT_RAMP = [0.3, 0.6] as const;
/** Probability of the likeliest class: up to the first value a pixel is wholly unsure, from the second on it is sure. */
const SURENESS_RAMP = [0.72, 0.92] as const;
/** A class with less belief than this is ignored at a pixel. */
const COUNTED_BELIEF_MIN = 0.02;

/** A place where the parse is known to miss a class. There the colours of that class alone decide between it and all others. */
export interface DoubtfulDisc {
  readonly centre: Point;
  readonly radius: number;
}

export interface ArbitrateOptions {
  readonly doubtful: readonly DoubtfulDisc[];
  /** Index of the class that is missed in the doubtful places. */
  readonly expected: number;
  /** Bags, each of which has its own colours. */
  readonly carried: CarriedClasses | null;
  /** The pose network's person mask at the size of the planes. Where it contradicts the parse's background, both count. */
  readonly mask: PlaneF32;
}

/** `lab`: L a b per pixel of the planes. */
interface UnsureParse {
  readonly lab: Float32Array;
  readonly planes: readonly PlaneF32[];
  readonly doubt: ArbitrateOptions;
}

export const ARBITRATE: Rule<UnsureParse, readonly PlaneF32[]> = {
  id: 'arbitrate',
  stage: 'measure',
  summary: 'Weighs every class again by its colours where the parse is unsure.',
  appliesTo: always,
  apply: ({ lab, planes, doubt }) => arbitrate(lab, planes, doubt),
  evidence: [
    { set: 'CCP, labels', pairs: 110, fired: 110, better: 109991, worse: 121352, same: null, date: '2026-11-29' },
    { set: 'N and O, blind', pairs: 116, fired: 116, better: 43, worse: 37, same: 36, date: '2026-11-29' },
  ],
};

/**
 * Lets this photo's own colours decide where the parse is unsure: each class learns its colours from its sure pixels; then unsure pixels
 * are weighed again by how well they fit each class that is present there at all.
 *
 * Layout: `lab` holds L a b per pixel of the planes. The planes have equal sizes, index 0 is the background, and the probabilities sum to
 * 1. Returns new planes of the same kind. A white garment in front of a white wall fits both, so it stays as the parse said.
 */
export function arbitrate(lab: Float32Array, planes: readonly PlaneF32[], options: ArbitrateOptions): PlaneF32[] {
  const { width, height } = planes[0];
  const doubt = discsPlane(planes[0], options.doubtful);
  const surePixels = findSurePixels(planes);
  const models: (ColourClusters | null)[] = [];
  for (const [c, sure] of surePixels.sure.entries()) {
    const clusters = c === 0 ? BACKGROUND_CLUSTERS : CLUSTERS;
    models.push(c === options.expected ? learnSkin(lab, sure, clusters) : learnSure(lab, sure, doubt, clusters));
  }
  teachUnsure(lab, planes, surePixels.sure, models);
  const { carried } = options;
  const rivals = carried?.clothes.map((c) => models[c]) ?? [];
  const objects = carried && objectsOf(lab, planes[carried.bags], rivals);
  const out: PlaneF32[] = [];
  for (const plane of planes) {
    const copy = allocPlaneUninitialised(plane.width, plane.height);
    copy.data.set(plane.data);
    out.push(copy);
  }
  const context: VoteContext = {
    parsed: dataOf(planes),
    out: dataOf(out),
    models,
    lab,
    doubt,
    surePixels,
    mask: options.mask,
    expected: options.expected,
    bags: carried?.bags ?? 0,
    clothes: carried?.clothes ?? [],
    objects,
    votes: new Float64Array(planes.length),
  };
  for (let y = 0; y < height; y++) decideRow(context, y * width, (y + 1) * width);
  return out;
}

/**
 * The data of the planes. Pushed one by one: `map` gives two kinds of arrays, before and after the engine has optimised the caller, and
 * code that reads them is recompiled each time the kind changes.
 */
function dataOf(planes: readonly PlaneF32[]): Float32Array[] {
  const data: Float32Array[] = [];
  for (const plane of planes) data.push(plane.data);
  return data;
}

interface VoteContext extends Pick<ArbitrateOptions, 'mask' | 'expected'> {
  readonly parsed: readonly Float32Array[];
  readonly out: readonly Float32Array[];
  readonly models: readonly (ColourClusters | null)[];
  readonly lab: Float32Array;
  readonly doubt: PlaneF32;
  readonly surePixels: SurePixels;
  /** Indices of the class of bags and of the classes of clothes; read only where there are `objects`. */
  readonly bags: number;
  readonly clothes: readonly number[];
  readonly objects: CarriedObjects | null;
  /** Scratch memory. */
  readonly votes: Float64Array;
}

/** Decides the pixels [from, to). */
function decideRow(
  { parsed, out, models, lab, doubt, surePixels, mask, expected, bags, clothes, objects, votes }: VoteContext,
  from: number,
  to: number,
): void {
  const background = parsed[0];
  const [seen, top, doubts] = [mask.data, surePixels.top, doubt.data];
  for (let i = from; i < to; i++) {
    const apart = Math.abs(1 - background[i] - seen[i]);
    if (apart > DISAGREEMENT_RAMP[0] || top[i] < SURENESS_RAMP[1]) {
      const disagreement = smoothstep(apart, DISAGREEMENT_RAMP[0], DISAGREEMENT_RAMP[1]);
      const unsure = Math.max(1 - smoothstep(top[i], SURENESS_RAMP[0], SURENESS_RAMP[1]), disagreement);
      for (let c = 0; c < parsed.length; c++) votes[c] = parsed[c][i];
      if (disagreement > 0) blendPoseMask(votes, seen[i]);
      if (objects !== null && votes[bags] >= COUNTED_BELIEF_MIN)
        votes[bags] *= ownColourGain(modelAt(objects, i), models[bags], lab, i);
      const sum = weighByColour(models, lab, i, votes);
      for (let c = 0; c < parsed.length; c++) out[c][i] += unsure * (votes[c] / sum - out[c][i]);
    }
    if (objects !== null && isApart(objects, i))
      raiseExpected(out, models, modelAt(objects, i), lab, i, bags, clothesAt(parsed, clothes, i));
    if (doubts[i] > 0) raiseExpected(out, models, models[expected], lab, i, expected, doubts[i]);
  }
}

/** The pixels that teach each class, and the highest probability at each pixel. */
interface SurePixels {
  readonly sure: readonly number[][];
  readonly top: Float32Array;
}

function findSurePixels(planes: readonly PlaneF32[]): SurePixels {
  const { width, height } = planes[0];
  const surePixels = { sure: planes.map((): number[] => []), top: new Float32Array(width * height) };
  const beliefs = dataOf(planes);
  for (let y = 0; y < height; y++) findSureInRow(beliefs, surePixels, y * width, (y + 1) * width);
  return surePixels;
}

/** Reads pixels [from, to). Probabilities sum to 1, so no other class can exceed a sure one. */
function findSureInRow(
  beliefs: readonly Float32Array[],
  { sure, top }: { readonly sure: readonly number[][]; readonly top: Float32Array },
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) {
    let max = 0;
    for (let c = 0; c < beliefs.length && max <= SURE_BELIEF_MIN; c++) {
      if (beliefs[c][i] <= max) continue;
      max = beliefs[c][i];
      if (max > SURE_BELIEF_MIN) sure[c].push(i);
    }
    top[i] = max;
  }
}

/** Raises the expected class where the colour is in its model and fits better than the colours of the classes that are believed there. */
function raiseExpected(
  planes: readonly Float32Array[],
  models: readonly (ColourClusters | null)[],
  model: ColourClusters | null,
  lab: Float32Array,
  i: number,
  expected: number,
  doubt: number,
): void {
  const own = costAt(model, lab, i);
  if (own > FITTING_COST_MAX) return;
  let others = Infinity;
  for (let c = 0; c < planes.length; c++) {
    if (c !== expected && planes[c][i] > 0.05) others = Math.min(others, costAt(models[c], lab, i));
  }
  if (others === Infinity) return;
  const before = planes[expected][i];
  const prior = Math.max(before, DOUBTFUL_BELIEF_MIN);
  const odds = (prior / Math.max(1e-3, 1 - prior)) * Math.exp(DOUBTFUL_COLOUR_WEIGHT * (others - own));
  const after = before + doubt * Math.max(0, odds / (1 + odds) - before);
  const k = (1 - after) / Math.max(1e-3, 1 - before);
  for (let c = 0; c < planes.length; c++) planes[c][i] *= k;
  planes[expected][i] = after;
}

/** Moves the background's probability half way to what the pose mask says. The other classes keep their proportions. */
function blendPoseMask(votes: Float64Array, mask: number): void {
  const background = 0.5 * (votes[0] + 1 - mask);
  const k = (1 - background) / Math.max(0.02, 1 - votes[0]);
  for (let c = 1; c < votes.length; c++) votes[c] *= k;
  votes[0] = background;
}

/** Belief in clothes. What a bag covers in front of clothes may be its own, but hands, belts and the background beside it are not. */
function clothesAt(parsed: readonly Float32Array[], clothes: readonly number[], i: number): number {
  let sum = 0;
  for (let n = 0; n < clothes.length; n++) sum += parsed[clothes[n]][i];
  return Math.min(1, sum);
}

/** How much likelier a pixel is by the colours of its bag than by those of its class, on the scale of {@link weighByColour}; at least 1. */
function ownColourGain(own: ColourClusters | null, model: ColourClusters | null, lab: Float32Array, i: number): number {
  if (own === null) return 1;
  const cost = costAt(own, lab, i);
  const gain = costAt(model, lab, i) - cost;
  return cost <= FITTING_COST_MAX && gain > 0 ? Math.exp(COLOUR_WEIGHT * gain) : 1;
}

/** Multiplies each belief by how well the colour fits its class; returns the new sum. */
function weighByColour(
  models: readonly (ColourClusters | null)[],
  lab: Float32Array,
  i: number,
  votes: Float64Array,
): number {
  const l = lab[3 * i];
  const a = lab[3 * i + 1];
  const b = lab[3 * i + 2];
  let sum = 0;
  for (let c = 0; c < votes.length; c++) {
    if (votes[c] >= COUNTED_BELIEF_MIN) votes[c] *= Math.exp(-COLOUR_WEIGHT * colourCost(models[c], l, a, b));
    else votes[c] *= 0.02;
    sum += votes[c];
  }
  return sum > 0 ? sum : 1;
}

/** Belief from which a pixel teaches a class that is nowhere sure. Without colours such a class would lose every doubtful pixel. */
const LIKELY_BELIEF_MIN = 0.5;
/** … unless more than this share of those pixels has colours of a sure class: then they are part of that class. */
const TAKEN_SHARE_MAX = 0.3;

/** Teaches classes without colours from the pixels in which they outweigh all others. Writes `models`. */
function teachUnsure(
  lab: Float32Array,
  planes: readonly PlaneF32[],
  sure: readonly (readonly number[])[],
  models: (ColourClusters | null)[],
): void {
  for (let c = 1; c < planes.length; c++) {
    if (models[c] !== null || sure[c].length >= LEARNING_PIXELS_MIN) continue;
    const pixels = likely(planes[c]);
    if (pixels.length >= LEARNING_PIXELS_MIN && takenShare(lab, pixels, models.slice(1)) <= TAKEN_SHARE_MAX) {
      models[c] = learnClusters(lab, pixels, CLUSTERS);
    }
  }
}

/** Pixels in which a class outweighs all others. */
function likely({ data }: PlaneF32): readonly number[] {
  const pixels: number[] = [];
  for (let i = 0; i < data.length; i++) if (data[i] > LIKELY_BELIEF_MIN) pixels.push(i);
  return pixels;
}

/** A class learns without the doubtful places if at least this share of its sure pixels is elsewhere. */
const ELSEWHERE_SHARE_MIN = 0.25;

/** Colours of a class from its sure pixels. Pixels in doubtful places teach nothing: there the parse can be sure and wrong. */
function learnSure(lab: Float32Array, sure: readonly number[], doubt: PlaneF32, k: number): ColourClusters | null {
  const elsewhere = sure.filter((i) => doubt.data[i] < 0.5);
  return learnClusters(lab, elsewhere.length > ELSEWHERE_SHARE_MIN * sure.length ? elsewhere : sure, k);
}

/** Colours of skin from its sure pixels. Pixels much darker than most (eyes in a face, gaps in a shirt) teach nothing. */
function learnSkin(lab: Float32Array, sure: readonly number[], k: number): ColourClusters | null {
  if (sure.length === 0) return null;
  const middle = Float32Array.from(sure, (i) => lab[3 * i]).sort()[sure.length >> 1];
  const lighter = sure.filter((i) => lab[3 * i] > 0.55 * middle);
  return learnClusters(lab, lighter, k);
}

function discsPlane({ width, height }: PlaneF32, discs: readonly DoubtfulDisc[]): PlaneF32 {
  const plane = createPlane(width, height);
  for (const { centre, radius } of discs) {
    for (let y = Math.max(0, Math.floor(centre.y - radius)); y < Math.min(height, centre.y + radius); y++) {
      for (let x = Math.max(0, Math.floor(centre.x - radius)); x < Math.min(width, centre.x + radius); x++) {
        const d = Math.hypot(x + 0.5 - centre.x, y + 0.5 - centre.y) / radius;
        const i = y * width + x;
        plane.data[i] = Math.max(plane.data[i], 1 - smoothstep(d, 0.75, 1));
      }
    }
  }
  return plane;
}
