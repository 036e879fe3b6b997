import { createPlane, rgbToLab, type PlaneF32, type Point, type RasterU8 } from '@drape/imaging';
import { colourCost, learnClusters, type ColourClusters } from './colour-clusters';
import { smoothstep } from './geometry';

/** Clusters a class: the background is more colourful than any garment. */
const CLUSTERS = 6;
const BACKGROUND_CLUSTERS = 8;
/** A pixel teaches its class from this probability on. */
const SURE = 0.93;
/** Weight of the colour's log likelihood against the parse's. Source: .2 left blue rests between fingers, .8 tore plaid shirts. */
const COLOUR_WEIGHT = 0.45;

/** Belief that the expected class has in a doubtful place, even where the parse gave it none, and the colour's weight there. */
const DOUBT_FLOOR = 0.15;
const DOUBT_WEIGHT = 0.9;
/** Cost up to which a colour counts as seen in a class; sure pixels of one class cost 3…8. */
const FIT_MAX = 9.5;
/** A class with less belief than this is not heard. */
const HEARD = 0.02;

/** A place where the parse is known to miss a class: there its colours alone decide between it and all others. */
export interface DoubtfulDisc {
  readonly centre: Point;
  readonly radius: number;
}

export interface ArbitrateOptions {
  readonly doubtful: readonly DoubtfulDisc[];
  /** Index of the class that is missed in the doubtful places. */
  readonly expected: number;
  /** The pose network's person mask in the planes' pixels: where it contradicts the parse's background, both are heard. */
  readonly mask: PlaneF32;
}

/**
 * Lets this very photo's colours decide where the parse wavers: each class learns its colours from its sure pixels,
 * then unsure pixels are re-weighed by how well they fit each class that is present there at all.
 *
 * Layout: planes of equal size, index 0 the background; probabilities that sum to 1. Returns new planes of the same kind.
 * White cloth before a white wall fits both, so it stays as the parse said.
 */
export function arbitrate(photo: RasterU8, planes: readonly PlaneF32[], options: ArbitrateOptions): PlaneF32[] {
  const lab = rgbToLab(photo);
  const doubt = discsPlane(photo, options.doubtful);
  const models = planes.map((plane, c) => {
    const clusters = c === 0 ? BACKGROUND_CLUSTERS : CLUSTERS;
    return c === options.expected ? learnSkin(lab, plane, clusters) : learnSure(lab, plane, doubt, clusters);
  });
  const out = planes.map((plane) => {
    const copy = createPlane(plane.width, plane.height);
    copy.data.set(plane.data);
    return copy;
  });
  const votes = new Float64Array(planes.length);
  for (let i = 0; i < doubt.data.length; i++) {
    let top = 0;
    for (const plane of planes) top = Math.max(top, plane.data[i]);
    const quarrel = smoothstep(Math.abs(1 - planes[0].data[i] - options.mask.data[i]), 0.3, 0.6);
    const unsure = Math.max(1 - smoothstep(top, 0.72, 0.92), quarrel);
    if (unsure > 0) {
      for (let c = 0; c < planes.length; c++) votes[c] = planes[c].data[i];
      if (quarrel > 0) hearMask(votes, options.mask.data[i]);
      const sum = weigh(models, lab, i, votes);
      for (let c = 0; c < planes.length; c++) out[c].data[i] += unsure * (votes[c] / sum - out[c].data[i]);
    }
    if (doubt.data[i] > 0) findExpected(out, models, lab, i, options.expected, doubt.data[i]);
  }
  return out;
}

/** Raises the expected class where the colour is its own and fits better than those of the classes that are believed to be there. */
function findExpected(
  planes: readonly PlaneF32[],
  models: readonly (ColourClusters | null)[],
  lab: Float32Array,
  i: number,
  expected: number,
  doubt: number,
): void {
  const own = costIn(models[expected], lab, i);
  if (own > FIT_MAX) return;
  let others = Infinity;
  for (let c = 0; c < planes.length; c++) {
    if (c !== expected && planes[c].data[i] > 0.05) others = Math.min(others, costIn(models[c], lab, i));
  }
  if (others === Infinity) return;
  const before = planes[expected].data[i];
  const prior = Math.max(before, DOUBT_FLOOR);
  const odds = (prior / Math.max(1e-3, 1 - prior)) * Math.exp(DOUBT_WEIGHT * (others - own));
  const after = before + doubt * Math.max(0, odds / (1 + odds) - before);
  const k = (1 - after) / Math.max(1e-3, 1 - before);
  for (const plane of planes) plane.data[i] *= k;
  planes[expected].data[i] = after;
}

const costIn = (model: ColourClusters | null, lab: Float32Array, i: number): number =>
  colourCost(model, lab[3 * i], lab[3 * i + 1], lab[3 * i + 2]);

/** Moves the background's belief half way to what the pose mask says; the other classes share the rest as before. */
function hearMask(votes: Float64Array, mask: number): void {
  const ground = 0.5 * (votes[0] + 1 - mask);
  const k = (1 - ground) / Math.max(0.02, 1 - votes[0]);
  for (let c = 1; c < votes.length; c++) votes[c] *= k;
  votes[0] = ground;
}

/** Multiplies each belief by how well the colour fits its class; returns the new sum. */
function weigh(models: readonly (ColourClusters | null)[], lab: Float32Array, i: number, votes: Float64Array): number {
  const [l, a, b] = [lab[3 * i], lab[3 * i + 1], lab[3 * i + 2]];
  let sum = 0;
  for (let c = 0; c < votes.length; c++) {
    if (votes[c] >= HEARD) votes[c] *= Math.exp(-COLOUR_WEIGHT * colourCost(models[c], l, a, b));
    else votes[c] *= 0.02;
    sum += votes[c];
  }
  return sum > 0 ? sum : 1;
}

/** A class learns without the doubtful places where at least this share of its sure pixels lies elsewhere. */
const ELSEWHERE_LEAST = 0.25;

/** Colours of a class from its sure pixels. Those in doubtful places teach nothing: there the parse is sure of mistakes, too. */
function learnSure(lab: Float32Array, plane: PlaneF32, doubt: PlaneF32, k: number): ColourClusters | null {
  const sure = surePixels(plane);
  const elsewhere = outside(sure, doubt.data);
  return learnClusters(lab, elsewhere.length > ELSEWHERE_LEAST * sure.length ? elsewhere : sure, k);
}

function outside(pixels: readonly number[], doubt: Float32Array): number[] {
  const left: number[] = [];
  for (let n = 0; n < pixels.length; n++) if (doubt[pixels[n]] < 0.5) left.push(pixels[n]);
  return left;
}

/** Colours of skin from its sure pixels; those much darker than most (eyes in a face, gaps in a shirt) teach nothing. */
function learnSkin(lab: Float32Array, plane: PlaneF32, k: number): ColourClusters | null {
  const sure = surePixels(plane);
  if (sure.length === 0) return null;
  const middle = lightnessOf(lab, sure).sort()[sure.length >> 1];
  return learnClusters(lab, lighterThan(lab, sure, 0.55 * middle), k);
}

function lightnessOf(lab: Float32Array, pixels: readonly number[]): Float32Array {
  const out = new Float32Array(pixels.length);
  for (let n = 0; n < out.length; n++) out[n] = lab[3 * pixels[n]];
  return out;
}

function lighterThan(lab: Float32Array, pixels: readonly number[], least: number): number[] {
  const left: number[] = [];
  for (let n = 0; n < pixels.length; n++) if (lab[3 * pixels[n]] > least) left.push(pixels[n]);
  return left;
}

function surePixels({ data }: PlaneF32): number[] {
  const sure: number[] = [];
  for (let i = 0; i < data.length; i++) if (data[i] > SURE) sure.push(i);
  return sure;
}

function discsPlane(photo: RasterU8, discs: readonly DoubtfulDisc[]): PlaneF32 {
  const plane = createPlane(photo.width, photo.height);
  for (const { centre, radius } of discs) {
    for (let y = Math.max(0, Math.floor(centre.y - radius)); y < Math.min(photo.height, centre.y + radius); y++) {
      for (let x = Math.max(0, Math.floor(centre.x - radius)); x < Math.min(photo.width, centre.x + radius); x++) {
        const d = Math.hypot(x + 0.5 - centre.x, y + 0.5 - centre.y) / radius;
        const i = y * photo.width + x;
        plane.data[i] = Math.max(plane.data[i], 1 - smoothstep(d, 0.75, 1));
      }
    }
  }
  return plane;
}
