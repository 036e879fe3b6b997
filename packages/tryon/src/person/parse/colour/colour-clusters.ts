import { kMeansOf, type ClusterSums } from '@drape/imaging';

/**
 * Colours of one class as a few Gaussians with diagonal covariance in CIE Lab.
 *
 * Layout: per cluster 7 numbers: mean L a b, 1 / (2σ²) of L a b, constant (log σ − log weight).
 */
export interface ColourClusters {
  readonly count: number;
  readonly data: Float64Array;
}

const SAMPLE_STRIDE = 7;
const K_MEANS_ROUNDS = 6;
/** Smallest σ of L and of a, b: shading inside one fabric varies more than a small sample shows. Then: most pixels in a sample. */
const SIGMA_MIN_L = 5;
const SIGMA_MIN_AB = 3;
const SAMPLES_MAX = 1500;
/** Cost up to which a colour counts as seen in a class; sure pixels of one class cost 3…8. */
export const FITTING_COST_MAX = 9.5;
/** Fewest pixels from which a class learns its colours. */
export const LEARNING_PIXELS_MIN = 12;

/** The indices that {@link learnClusters} looks at: every nth of many. It learns the same from them as from all. */
export function sampleToLearn(indices: readonly number[]): readonly number[] {
  const step = stepAmong(indices);
  if (step === 1) return indices;
  const left: number[] = [];
  for (let n = 0; n < indices.length; n += step) left.push(indices[n]);
  return left;
}

const stepAmong = ({ length }: readonly number[]): number => Math.max(1, Math.floor(length / SAMPLES_MAX));

/**
 * Learns `k` clusters from the pixels `indices` with k-means. The first centres are quantiles of L, so it is deterministic.
 *
 * Layout: `lab` interleaved, L a b per pixel. Returns null when fewer than {@link LEARNING_PIXELS_MIN} pixels are given.
 */
export function learnClusters(lab: Float32Array, indices: readonly number[], k: number): ColourClusters | null {
  if (indices.length < LEARNING_PIXELS_MIN) return null;
  const sample = everyNth(lab, indices, stepAmong(indices));
  const count = sample.length / 3;
  const means = new Float64Array(3 * k);
  const ranks = Array.from({ length: k }, (_, c) => Math.floor(((c + 0.5) / k) * count));
  byLightness(sample.subarray(0, count), ranks).forEach((at, c) => {
    means.set([sample[at], sample[at + count], sample[at + 2 * count]], 3 * c);
  });
  return describe(kMeansOf(sample, means, K_MEANS_ROUNDS), count);
}

/** All L, then all a, then all b, of every `step`th pixel. */
function everyNth(lab: Float32Array, indices: readonly number[], step: number): Float64Array {
  const count = Math.ceil(indices.length / step);
  const sample = new Float64Array(3 * count);
  for (let n = 0, i = 0; i < count; n += step, i++) {
    const p = 3 * indices[n];
    sample[i] = lab[p];
    sample[count + i] = lab[p + 1];
    sample[2 * count + i] = lab[p + 2];
  }
  return sample;
}

/** Steps of lightness, one per unit, in which the pixels of a given rank are found. */
const LIGHTNESS_STEPS = 128;

/** Indices of the lightnesses that have the given ranks, the darkest 0; of equal ones the first comes first. */
function byLightness(lights: Float64Array, ranks: readonly number[]): number[] {
  const counts = new Uint32Array(LIGHTNESS_STEPS);
  for (let i = 0; i < lights.length; i++) counts[stepOf(lights[i])]++;
  const found = new Map<number, readonly number[]>();
  const places: number[] = [];
  for (const rank of ranks) {
    let [step, before] = [0, 0];
    while (before + counts[step] <= rank) before += counts[step++];
    const alike = found.get(step) ?? sortedPlaces(lights, step);
    found.set(step, alike);
    places.push(alike[rank - before]);
  }
  return places;
}

const stepOf = (l: number): number => (l <= 0 ? 0 : l >= LIGHTNESS_STEPS ? LIGHTNESS_STEPS - 1 : Math.floor(l));

interface Light {
  readonly light: number;
  readonly place: number;
}

const byLight = (p: Light, q: Light): number => p.light - q.light || p.place - q.place;

/** Indices of the lightnesses of one step, the darkest first; of equal ones the first. */
function sortedPlaces(lights: Float64Array, step: number): number[] {
  const alike: Light[] = [];
  for (let i = 0; i < lights.length; i++) if (stepOf(lights[i]) === step) alike.push({ light: lights[i], place: i });
  const places: number[] = [];
  for (const { place } of alike.sort(byLight)) places.push(place);
  return places;
}

/** Least share of the sample for a cluster to be kept. */
const CLUSTER_SHARE_MIN = 0.03;

function describe({ means, spread }: ClusterSums, count: number): ColourClusters {
  const kept = Array.from({ length: means.length / 3 }, (_, c) => c).filter(
    (c) => spread[4 * c + 3] >= CLUSTER_SHARE_MIN * count,
  );
  const data = new Float64Array(kept.length * SAMPLE_STRIDE);
  kept.forEach((c, at) => {
    const n = spread[4 * c + 3];
    let logs = 0;
    for (let j = 0; j < 3; j++) {
      const sigma = Math.max(j === 0 ? SIGMA_MIN_L : SIGMA_MIN_AB, Math.sqrt(spread[4 * c + j] / n) * 1.15);
      data[at * SAMPLE_STRIDE + j] = means[3 * c + j];
      data[at * SAMPLE_STRIDE + 3 + j] = 1 / (2 * sigma * sigma);
      logs += Math.log(sigma);
    }
    data[at * SAMPLE_STRIDE + 6] = logs - Math.log(n / count);
  });
  return { count: kept.length, data };
}

/** −log likelihood of a colour under its nearest cluster, capped at 14 so that one odd pixel cannot outweigh all geometry. */
export function colourCost(clusters: ColourClusters | null, l: number, a: number, b: number): number {
  if (clusters === null) return 14;
  const { data, count } = clusters;
  let best = 14;
  for (let at = 0; at < count * SAMPLE_STRIDE; at += SAMPLE_STRIDE) {
    const dl = l - data[at];
    const da = a - data[at + 1];
    const db = b - data[at + 2];
    const cost = dl * dl * data[at + 3] + da * da * data[at + 4] + db * db * data[at + 5] + data[at + 6];
    if (cost < best) best = cost;
  }
  return best;
}

/** {@link colourCost} of pixel i. */
export const costAt = (clusters: ColourClusters | null, lab: Float32Array, i: number): number =>
  colourCost(clusters, lab[3 * i], lab[3 * i + 1], lab[3 * i + 2]);

/** Share of the pixels that have the colours of a class. */
export function takenShare(
  lab: Float32Array,
  pixels: readonly number[],
  classes: readonly (ColourClusters | null)[],
): number {
  let taken = 0;
  for (const i of pixels) if (classes.some((clusters) => costAt(clusters, lab, i) <= FITTING_COST_MAX)) taken++;
  return taken / pixels.length;
}
