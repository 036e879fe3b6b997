import type { PlaneF32 } from '../core/raster';

const CLUSTERS = 6;
const K_MEANS_ROUNDS = 8;
/** Side of a cell of Lab colours. All pixels of a cell count as one sample, weighted by their number. */
const CELL_SIDE = 4;
/** Cells along L, a and b; a and b begin at −128. */
const CELLS: readonly [number, number, number] = [26, 64, 64];
/** Share of the pixels from which a cell may well be the middle of a cluster; rarer colours count for proportionally less. */
const SEED_SHARE_MIN = 0.01;
/** Squared Lab distance below which a further cluster adds nothing. */
const SEED_DISTANCE_MIN = 4;
/** Clusters below this share of the pixels are dropped. */
const CLUSTER_SHARE_MIN = 0.015;
/** Two small palettes, garment and background, and how well colour alone distinguishes them. */
export interface ColourSplit {
  readonly garment: Float32Array;
  readonly background: Float32Array;
  /** 0…1: share of sure pixels that colour alone puts on the right side, rescaled from chance. */
  readonly separability: number;
}

/**
 * Learns the colours of the garment and of its background from pixels of which the saliency network is sure.
 *
 * Layout: `lab` HWC float, L 0…100. Space: `saliency` has the same pixels. Deterministic: there is no randomness, and every pixel counts,
 * by cells of colours, so that a few pixels more or less on either side change the palettes only as much as they weigh.
 */
export function learnColourSplit(lab: Float32Array, saliency: PlaneF32, sureGarment: PlaneF32): ColourSplit {
  const inside = coloursWhere(lab, sureGarment, 0.5, Infinity);
  const outside = coloursWhere(lab, saliency, -Infinity, 0.04);
  const garment = kMeans(inside);
  const background = kMeans(outside);
  const right = shareOn(inside, garment, background, 1);
  const worst = Math.min(right, shareOn(outside, garment, background, -1));
  return { garment, background, separability: Math.max(0, Math.min(1, (worst - 0.6) / 0.38)) };
}

/** Share of the pixels whose colour votes for one side: 1 garment, −1 background. */
function shareOn(
  { means, weights, total }: ColourCells,
  garment: Float32Array,
  background: Float32Array,
  side: number,
): number {
  let right = 0;
  for (let n = 0; n < weights.length; n++) {
    if (side * colourEvidence(means, 3 * n, garment, background) > 0) right += weights[n];
  }
  return right / Math.max(1, total);
}

/**
 * Weight of a pixel's being darker than the background, and of its being lighter: shadows are darker, not of another colour. These three
 * values are also in the kernel (assembly/product/colour-judge.ts).
 */
export const SHADOW_WEIGHT = 0.3;
const LIGHT_WEIGHT = 0.7;
/** Most by which a shadow is darker than the background (L). */
const SHADOW_MAX = 45;

/** Log-likelihood ratio of one Lab pixel, positive = garment, clipped to ±6. `at` indexes the first of three numbers. */
export function colourEvidence(lab: Float32Array, at: number, garment: Float32Array, background: Float32Array): number {
  const near = nearest(lab, at, garment, LIGHT_WEIGHT);
  const far = nearest(lab, at, background, SHADOW_WEIGHT);
  const ratio = (far - near) / (2 * 6 * 6);
  return Math.max(-6, Math.min(6, ratio));
}

function nearest(lab: Float32Array, at: number, palette: Float32Array, darkWeight: number): number {
  let best = 4000;
  for (let k = 0; k < palette.length; k += 3) {
    const below = palette[k] - lab[at];
    const dl = below * (below > 0 && below < SHADOW_MAX ? darkWeight : LIGHT_WEIGHT);
    const da = lab[at + 1] - palette[k + 1];
    const db = lab[at + 2] - palette[k + 2];
    const distance = dl * dl + da * da + db * db;
    if (distance < best) best = distance;
  }
  return best;
}

/** Colours in cells: the mean of each, flat Lab triples, and how many pixels it has. */
interface ColourCells {
  readonly means: Float32Array;
  readonly weights: Float32Array;
  readonly total: number;
}

/** The colours of all pixels at which a plane is between two values. */
function coloursWhere(lab: Float32Array, { data }: PlaneF32, above: number, below: number): ColourCells {
  const numbers = new Int32Array(CELLS[0] * CELLS[1] * CELLS[2]);
  const sums: number[] = [];
  let total = 0;
  for (let i = 0, at = 0; i < data.length; i++, at += 3) {
    if (!(data[i] > above && data[i] < below)) continue;
    total++;
    const cell = cellOf(lab, at);
    if (numbers[cell] === 0) {
      sums.push(0, 0, 0, 0);
      numbers[cell] = sums.length / 4;
    }
    const sum = 4 * (numbers[cell] - 1);
    sums[sum] += lab[at];
    sums[sum + 1] += lab[at + 1];
    sums[sum + 2] += lab[at + 2];
    sums[sum + 3]++;
  }
  const weights = Float32Array.from({ length: sums.length / 4 }, (_, n) => sums[4 * n + 3]);
  const means = new Float32Array(3 * weights.length);
  for (let n = 0; n < weights.length; n++) for (let c = 0; c < 3; c++) means[3 * n + c] = sums[4 * n + c] / weights[n];
  return { means, weights, total };
}

function cellOf(lab: Float32Array, at: number): number {
  const l = Math.min(CELLS[0] - 1, Math.max(0, (lab[at] / CELL_SIDE) | 0));
  const a = Math.min(CELLS[1] - 1, Math.max(0, ((lab[at + 1] + 128) / CELL_SIDE) | 0));
  const b = Math.min(CELLS[2] - 1, Math.max(0, ((lab[at + 2] + 128) / CELL_SIDE) | 0));
  return (l * CELLS[1] + a) * CELLS[2] + b;
}

/** Lloyd's algorithm from seeds that are far apart. Returns up to CLUSTERS centres, flat Lab triples, without rare ones. */
function kMeans(colours: ColourCells): Float32Array {
  const { means, weights, total } = colours;
  if (total === 0) return new Float32Array(0);
  const centres = spreadSeeds(colours);
  const sums = new Float64Array((4 * centres.length) / 3);
  for (let round = 0; round < K_MEANS_ROUNDS; round++) {
    sums.fill(0);
    for (let n = 0; n < weights.length; n++) {
      const cluster = 4 * nearestIndex(means, n, centres);
      for (let c = 0; c < 3; c++) sums[cluster + c] += weights[n] * means[3 * n + c];
      sums[cluster + 3] += weights[n];
    }
    for (let i = 0; i < centres.length; i++) {
      const cluster = 4 * Math.floor(i / 3);
      if (sums[cluster + 3] > 0) centres[i] = sums[cluster + (i % 3)] / sums[cluster + 3];
    }
  }
  return centres.filter((_, i) => sums[4 * Math.floor(i / 3) + 3] >= total * CLUSTER_SHARE_MIN);
}

/** The mean of all, then colours that are far from the seeds before them and not rare. */
function spreadSeeds({ means, weights, total }: ColourCells): Float32Array {
  const sums = [0, 0, 0];
  for (let i = 0; i < means.length; i++) sums[i % 3] += weights[Math.floor(i / 3)] * means[i];
  const seeds = sums.map((sum) => sum / total);
  const distances = new Float32Array(weights.length).fill(Number.MAX_VALUE);
  for (let k = 0; k + 1 < CLUSTERS; k++) {
    let [best, max] = [0, -1];
    for (let n = 0; n < distances.length; n++) {
      distances[n] = Math.min(distances[n], squaredDistance(means, n, seeds, k));
      const worth = distances[n] * Math.min(1, weights[n] / (SEED_SHARE_MIN * total));
      if (worth > max) [best, max] = [n, worth];
    }
    if (distances[best] < SEED_DISTANCE_MIN) break;
    seeds.push(...means.subarray(3 * best, 3 * best + 3));
  }
  return Float32Array.from(seeds);
}

function nearestIndex(colours: Float32Array, n: number, centres: Float32Array): number {
  let [best, min] = [0, Infinity];
  for (let k = 0; 3 * k < centres.length; k++) {
    const distance = squaredDistance(colours, n, centres, k);
    if (distance < min) [best, min] = [k, distance];
  }
  return best;
}

/** Squared distance between the nth and the kth triple of two lists. */
function squaredDistance(colours: Float32Array, n: number, others: ArrayLike<number>, k: number): number {
  const dl = colours[3 * n] - others[3 * k];
  const da = colours[3 * n + 1] - others[3 * k + 1];
  const db = colours[3 * n + 2] - others[3 * k + 2];
  return dl * dl + da * da + db * db;
}
