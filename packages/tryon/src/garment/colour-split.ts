import type { PlaneF32 } from '@drape/imaging';

const CLUSTERS = 6;
const ROUNDS = 8;
const SAMPLES = 3000;

/** Two small palettes, garment and background, and how well colour alone tells them apart. */
export interface ColourSplit {
  readonly garment: Float32Array;
  readonly background: Float32Array;
  /** 0…1: share of sure pixels that colour alone puts on the right side, rescaled from chance. */
  readonly separability: number;
}

/**
 * Learns what colours the garment and its background have from pixels that the saliency network is sure of.
 *
 * Layout: `lab` HWC float, L 0…100. Space: `saliency` has the same pixels. Deterministic: strided samples and
 * farthest-point seeds, no randomness.
 */
export function learnColourSplit(lab: Float32Array, saliency: PlaneF32, sureGarment: PlaneF32): ColourSplit {
  const inside = sampleWhere(lab, sureGarment, 0.5, Infinity);
  const outside = sampleWhere(lab, saliency, -Infinity, 0.04);
  const garment = kMeans(inside);
  const background = kMeans(outside);
  let right = 0;
  for (let i = 0; i < inside.length; i += 3) if (colourEvidence(inside, i, garment, background) > 0) right++;
  let rightOutside = 0;
  for (let i = 0; i < outside.length; i += 3) if (colourEvidence(outside, i, garment, background) < 0) rightOutside++;
  const worst = Math.min(right / Math.max(1, inside.length / 3), rightOutside / Math.max(1, outside.length / 3));
  return { garment, background, separability: Math.max(0, Math.min(1, (worst - 0.6) / 0.38)) };
}

/**
 * How much a pixel darker than the background counts as different from it: shadows are darker, not other-coloured. These three are the
 * kernel's, too (colour-judge.ts of packages/imaging).
 */
export const SHADOW_WEIGHT = 0.3;
const LIGHT_WEIGHT = 0.7;
/** Shadows are at most this much darker (L). */
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

/** Colours from all over where a plane lies between two values. */
function sampleWhere(lab: Float32Array, { data }: PlaneF32, above: number, below: number): Float32Array {
  let total = 0;
  for (let i = 0; i < data.length; i++) if (data[i] > above && data[i] < below) total++;
  const stride = Math.max(1, Math.ceil(total / SAMPLES));
  const samples = new Float32Array(Math.ceil(total / stride) * 3);
  let seen = 0;
  let written = 0;
  for (let i = 0; i < data.length; i++) {
    if (!(data[i] > above && data[i] < below) || seen++ % stride !== 0) continue;
    samples[written] = lab[i * 3];
    samples[written + 1] = lab[i * 3 + 1];
    samples[written + 2] = lab[i * 3 + 2];
    written += 3;
  }
  return samples;
}

/** Lloyd's algorithm from farthest-point seeds. Returns up to CLUSTERS centres, flat Lab triples. */
function kMeans(samples: Float32Array): Float32Array {
  if (samples.length === 0) return new Float32Array(0);
  const centres = farthestSeeds(samples);
  const k = centres.length / 3;
  const sums = new Float64Array(k * 4);
  for (let round = 0; round < ROUNDS; round++) {
    sums.fill(0);
    for (let i = 0; i < samples.length; i += 3) {
      const c = nearestIndex(samples, i, centres);
      sums[c * 4] += samples[i];
      sums[c * 4 + 1] += samples[i + 1];
      sums[c * 4 + 2] += samples[i + 2];
      sums[c * 4 + 3]++;
    }
    for (let c = 0; c < k; c++) {
      const n = sums[c * 4 + 3];
      if (n === 0) continue;
      for (let channel = 0; channel < 3; channel++) centres[c * 3 + channel] = sums[c * 4 + channel] / n;
    }
  }
  return dropRareCentres(centres, sums, samples.length / 3);
}

function dropRareCentres(centres: Float32Array, sums: Float64Array, total: number): Float32Array {
  const kept: number[] = [];
  for (let c = 0; c < centres.length / 3; c++) {
    if (sums[c * 4 + 3] >= total * 0.015) kept.push(centres[c * 3], centres[c * 3 + 1], centres[c * 3 + 2]);
  }
  return Float32Array.from(kept);
}

function farthestSeeds(samples: Float32Array): Float32Array {
  const seeds: number[] = [samples[0], samples[1], samples[2]];
  const distances = new Float32Array(samples.length / 3).fill(Number.MAX_VALUE);
  for (let k = 1; k < CLUSTERS; k++) {
    const last = (k - 1) * 3;
    let farthest = 0;
    for (let i = 0; i < distances.length; i++) {
      const dl = samples[i * 3] - seeds[last];
      const da = samples[i * 3 + 1] - seeds[last + 1];
      const db = samples[i * 3 + 2] - seeds[last + 2];
      distances[i] = Math.min(distances[i], dl * dl + da * da + db * db);
      if (distances[i] > distances[farthest]) farthest = i;
    }
    if (distances[farthest] < 4) break;
    seeds.push(samples[farthest * 3], samples[farthest * 3 + 1], samples[farthest * 3 + 2]);
  }
  return Float32Array.from(seeds);
}

function nearestIndex(samples: Float32Array, at: number, centres: Float32Array): number {
  let best = 0;
  let bestDistance = Number.MAX_VALUE;
  for (let c = 0; c < centres.length; c += 3) {
    const dl = samples[at] - centres[c];
    const da = samples[at + 1] - centres[c + 1];
    const db = samples[at + 2] - centres[c + 2];
    const distance = dl * dl + da * da + db * db;
    if (distance < bestDistance) {
      bestDistance = distance;
      best = c / 3;
    }
  }
  return best;
}
