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
/** Fewer pixels than this teach nothing. */
export const LEARNT_LEAST = 12;

/**
 * Learns `k` clusters from the pixels named by `indices` with k-means; the first centres are quantiles of L, so it is deterministic.
 *
 * Layout: `lab` interleaved L a b a pixel. Returns null when fewer than {@link LEARNT_LEAST} pixels are given.
 */
export function learnClusters(lab: Float32Array, indices: readonly number[], k: number): ColourClusters | null {
  if (indices.length < LEARNT_LEAST) return null;
  const sample = everyNth(lab, indices, Math.max(1, Math.floor(indices.length / SAMPLES_MAX)));
  const count = sample.length / 3;
  const means = new Float64Array(3 * k);
  const ranks = Array.from({ length: k }, (_, c) => Math.floor(((c + 0.5) / k) * count));
  byLightness(sample, ranks).forEach((at, c) => means.set(sample.subarray(3 * at, 3 * at + 3), 3 * c));
  const owner = new Uint8Array(count);
  for (let round = 0; round < ITERATIONS; round++) {
    // the first round's means are quantiles, later ones belong to the owners: where these stay, all stays
    if (assign(sample, means, k, owner) === 0 && round > 0) break;
    average(sample, means, k, owner);
  }
  return describe(sample, means, k, owner);
}

/** L a b of every `step`th pixel. */
function everyNth(lab: Float32Array, indices: readonly number[], step: number): Float32Array {
  const sample = new Float32Array(3 * Math.ceil(indices.length / step));
  for (let n = 0, o = 0; o < sample.length; n += step, o += 3) {
    const p = 3 * indices[n];
    sample[o] = lab[p];
    sample[o + 1] = lab[p + 1];
    sample[o + 2] = lab[p + 2];
  }
  return sample;
}

/** Steps of lightness, one a unit, by which the places are found among which a rank lies. */
const LIGHTS = 128;

/** Places of the colours that have the given ranks, the darkest 0; of equally light ones the first comes first. */
function byLightness(sample: Float32Array, ranks: readonly number[]): number[] {
  const counts = new Uint32Array(LIGHTS);
  countLights(sample, counts);
  const found = new Map<number, number[]>();
  return ranks.map((rank) => {
    let [light, before] = [0, 0];
    while (before + counts[light] <= rank) before += counts[light++];
    const alike = found.get(light) ?? placesOf(sample, light).sort((p, q) => sample[3 * p] - sample[3 * q] || p - q);
    found.set(light, alike);
    return alike[rank - before];
  });
}

const lightOf = (l: number): number => (l <= 0 ? 0 : l >= LIGHTS ? LIGHTS - 1 : Math.floor(l));

function countLights(sample: Float32Array, counts: Uint32Array): void {
  for (let p = 0; p < sample.length; p += 3) counts[lightOf(sample[p])]++;
}

/** Places of the colours of one step of lightness. */
function placesOf(sample: Float32Array, light: number): number[] {
  const places: number[] = [];
  for (let p = 0; p < sample.length; p += 3) if (lightOf(sample[p]) === light) places.push(p / 3);
  return places;
}

/** Gives each colour to its nearest mean; returns how many have changed hands. */
function assign(sample: Float32Array, means: Float64Array, k: number, owner: Uint8Array): number {
  let changed = 0;
  for (let i = 0, p = 0; i < owner.length; i++, p += 3) {
    const [light, green, blue] = [sample[p], sample[p + 1], sample[p + 2]];
    let best = Infinity;
    let nearest = 0;
    for (let c = 0, m = 0; c < k; c++, m += 3) {
      const l = light - means[m];
      const a = green - means[m + 1];
      const b = blue - means[m + 2];
      const d = 0.5 * l * l + a * a + b * b;
      if (d < best) {
        best = d;
        nearest = c;
      }
    }
    if (owner[i] === nearest) continue;
    owner[i] = nearest;
    changed++;
  }
  return changed;
}

function average(sample: Float32Array, means: Float64Array, k: number, owner: Uint8Array): void {
  const sums = new Float64Array(4 * k);
  for (let i = 0, p = 0; i < owner.length; i++, p += 3) {
    const c = 4 * owner[i];
    sums[c] += sample[p];
    sums[c + 1] += sample[p + 1];
    sums[c + 2] += sample[p + 2];
    sums[c + 3]++;
  }
  for (let c = 0; c < k; c++) {
    if (sums[4 * c + 3] === 0) continue;
    for (let j = 0; j < 3; j++) means[3 * c + j] = sums[4 * c + j] / sums[4 * c + 3];
  }
}

function describe(sample: Float32Array, means: Float64Array, k: number, owner: Uint8Array): ColourClusters {
  const squares = new Float64Array(4 * k);
  for (let i = 0, p = 0; i < owner.length; i++, p += 3) {
    const c = owner[i];
    for (let j = 0; j < 3; j++) {
      const d = sample[p + j] - means[3 * c + j];
      squares[4 * c + j] += d * d;
    }
    squares[4 * c + 3]++;
  }
  const kept: number[] = [];
  for (let c = 0; c < k; c++) if (squares[4 * c + 3] >= 0.03 * owner.length) kept.push(c);
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
    data[at * STRIDE + 6] = logs - Math.log(n / owner.length);
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
