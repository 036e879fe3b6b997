/**
 * Colours of one class as a few Gaussians with diagonal covariance in CIE Lab.
 *
 * Layout: per cluster 7 numbers: mean L a b, 1 / (2σ²) of L a b, constant (log σ − log weight).
 */
export interface ColourClusters {
  readonly count: number;
  readonly data: Float64Array;
}

const STRIDE = 7;
const ITERATIONS = 6;
/** Smallest σ of L and of a, b: shading inside one cloth exceeds what a small sample shows. */
const SIGMA_MIN_L = 5;
const SIGMA_MIN_AB = 3;
const SAMPLES_MAX = 1500;

/**
 * Learns `k` clusters from the pixels named by `indices` with k-means; the first centres are quantiles of L, so it is deterministic.
 *
 * Layout: `lab` interleaved L a b a pixel. Returns null when fewer than 12 pixels are given.
 */
export function learnClusters(lab: Float32Array, indices: readonly number[], k: number): ColourClusters | null {
  if (indices.length < 12) return null;
  const step = Math.max(1, Math.floor(indices.length / SAMPLES_MAX));
  const sample = everyNth(indices, step).sort(byLightness.bind(null, lab));
  const means = new Float64Array(3 * k);
  for (let c = 0; c < k; c++) {
    const pixel = sample[Math.floor(((c + 0.5) / k) * sample.length)];
    for (let j = 0; j < 3; j++) means[3 * c + j] = lab[3 * pixel + j];
  }
  const owner = new Uint8Array(sample.length);
  for (let round = 0; round < ITERATIONS; round++) {
    assign(lab, sample, means, k, owner);
    average(lab, sample, means, k, owner);
  }
  return describe(lab, sample, means, k, owner);
}

/** Equally light pixels in the order of the picture. */
const byLightness = (lab: Float32Array, p: number, q: number): number => lab[3 * p] - lab[3 * q] || p - q;

function everyNth(indices: readonly number[], step: number): number[] {
  const picked: number[] = [];
  for (let i = 0; i < indices.length; i += step) picked.push(indices[i]);
  return picked;
}

function assign(lab: Float32Array, sample: readonly number[], means: Float64Array, k: number, owner: Uint8Array): void {
  for (let i = 0; i < sample.length; i++) {
    const p = 3 * sample[i];
    let best = Infinity;
    for (let c = 0; c < k; c++) {
      const l = lab[p] - means[3 * c];
      const a = lab[p + 1] - means[3 * c + 1];
      const b = lab[p + 2] - means[3 * c + 2];
      const d = 0.5 * l * l + a * a + b * b;
      if (d < best) {
        best = d;
        owner[i] = c;
      }
    }
  }
}

function average(
  lab: Float32Array,
  sample: readonly number[],
  means: Float64Array,
  k: number,
  owner: Uint8Array,
): void {
  const sums = new Float64Array(4 * k);
  for (let i = 0; i < sample.length; i++) {
    const c = 4 * owner[i];
    for (let j = 0; j < 3; j++) sums[c + j] += lab[3 * sample[i] + j];
    sums[c + 3]++;
  }
  for (let c = 0; c < k; c++) {
    if (sums[4 * c + 3] === 0) continue;
    for (let j = 0; j < 3; j++) means[3 * c + j] = sums[4 * c + j] / sums[4 * c + 3];
  }
}

function describe(
  lab: Float32Array,
  sample: readonly number[],
  means: Float64Array,
  k: number,
  owner: Uint8Array,
): ColourClusters {
  const squares = new Float64Array(4 * k);
  for (let i = 0; i < sample.length; i++) {
    const c = owner[i];
    for (let j = 0; j < 3; j++) squares[4 * c + j] += (lab[3 * sample[i] + j] - means[3 * c + j]) ** 2;
    squares[4 * c + 3]++;
  }
  const kept: number[] = [];
  for (let c = 0; c < k; c++) if (squares[4 * c + 3] >= 0.03 * sample.length) kept.push(c);
  const data = new Float64Array(kept.length * STRIDE);
  kept.forEach((c, at) => {
    const n = squares[4 * c + 3];
    let logs = 0;
    for (let j = 0; j < 3; j++) {
      const sigma = Math.max(j === 0 ? SIGMA_MIN_L : SIGMA_MIN_AB, Math.sqrt(squares[4 * c + j] / n) * 1.15);
      data[at * STRIDE + j] = means[3 * c + j];
      data[at * STRIDE + 3 + j] = 1 / (2 * sigma * sigma);
      logs += Math.log(sigma);
    }
    data[at * STRIDE + 6] = logs - Math.log(n / sample.length);
  });
  return { count: kept.length, data };
}

/** −log likelihood of a colour under its nearest cluster, capped at 14 so that one odd pixel cannot outweigh all geometry. */
export function colourCost(clusters: ColourClusters | null, l: number, a: number, b: number): number {
  if (clusters === null) return 14;
  const { data, count } = clusters;
  let best = 14;
  for (let at = 0; at < count * STRIDE; at += STRIDE) {
    const dl = l - data[at];
    const da = a - data[at + 1];
    const db = b - data[at + 2];
    const cost = dl * dl * data[at + 3] + da * da * data[at + 4] + db * db * data[at + 5] + data[at + 6];
    if (cost < best) best = cost;
  }
  return best;
}
