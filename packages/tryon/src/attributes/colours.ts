import { labToRgb, type Lab } from '@drape/imaging';
import type { FabricSample } from './fabric-sample';
import { colourNameOf, type ColourName } from './colour-names';

/** One of a garment's main colours. */
export interface GarmentColour {
  /** `#rrggbb`, lower case. */
  readonly hex: string;
  readonly name: ColourName;
  /** 0…1 in hundredths; the shares of a garment sum to 1. */
  readonly share: number;
}

const COLOURS_MAX = 4;
/** Least share of a main colour: less are buttons, labels and noise. */
const COLOUR_SHARE_MIN = 0.05;
/** Weight of lightness against hue: folds and shades change lightness. */
const LIGHTNESS_WEIGHT = 0.6;
/** Weight of lightness between two colours of one hue, where a fold explains nearly everything. */
const SHADE_WEIGHT = 0.33;
/** Weighted Lab distance below which two colours are one. Then: most seeds, rounds of k-means, and side of a histogram bin in Lab. */
const SAME_COLOUR_DISTANCE = 15;
const SEEDS_MAX = 7;
const K_MEANS_ROUNDS = 8;
const HISTOGRAM_BIN = 8;
/** Lab step across a pixel from which it is a mixture. */
const MIXTURE_STEP_MIN = 32;
/** Least share of pure pixels; with fewer, mixtures count too. */
const PURE_SHARE_MIN = 0.25;

interface Patch {
  readonly lab: Lab;
  readonly weight: number;
}

/**
 * The one to four main colours of a garment, largest first.
 *
 * Source: k-means over a Lab histogram, seeded by the farthest bin; clusters that differ only in lightness are joined. Tuned by eye on 40
 * development products.
 */
export function findColours(fabric: FabricSample): GarmentColour[] {
  const bins = histogram(fabric);
  if (bins.length === 0) return [];
  let clusters = refineClusters(bins, pickSeeds(bins));
  clusters = joinShades(clusters).sort((p, q) => q.weight - p.weight);
  const total = clusters.reduce((sum, c) => sum + c.weight, 0);
  const main = clusters.filter((c, i) => i === 0 || c.weight >= COLOUR_SHARE_MIN * total).slice(0, COLOURS_MAX);
  const shares = hundredths(main.map((c) => c.weight));
  return mergeNames(main.map(({ lab }, i) => ({ hex: hexOf(lab), name: colourNameOf(lab), share: shares[i] })));
}

/** Bins of the pixels that are not a mixture of two colours; of all pixels where hardly one is pure. */
function histogram(fabric: FabricSample): Patch[] {
  const pure = averageBins(fabric, (i) => !isMixed(fabric, i));
  const kept = pure.reduce((sum, bin) => sum + bin.weight, 0);
  return kept >= PURE_SHARE_MIN * fabric.count ? pure : averageBins(fabric, () => true);
}

/** A pixel between two colours: its neighbours to the left and right, or above and below, are far apart. */
function isMixed({ lab, width }: FabricSample, i: number): boolean {
  return stepBetween(lab, i - 1, i + 1) > MIXTURE_STEP_MIN || stepBetween(lab, i - width, i + width) > MIXTURE_STEP_MIN;
}

function stepBetween(lab: Float32Array, i: number, j: number): number {
  const [l, a, b] = [lab[i * 3] - lab[j * 3], lab[i * 3 + 1] - lab[j * 3 + 1], lab[i * 3 + 2] - lab[j * 3 + 2]];
  return Math.sqrt(l * l + a * a + b * b);
}

/** Mean colour and size of each bin of 8 × 8 × 8 that contains a pixel. */
function averageBins({ lab, inside }: FabricSample, counts: (i: number) => boolean): Patch[] {
  const sums = new Map<number, [number, number, number, number]>();
  for (let i = 0; i < inside.length; i++) {
    if (inside[i] === 0 || !counts(i)) continue;
    const [l, a, b] = [lab[i * 3], lab[i * 3 + 1], lab[i * 3 + 2]];
    const key =
      (Math.floor(l / HISTOGRAM_BIN) * 64 + Math.floor((a + 128) / HISTOGRAM_BIN)) * 64 +
      Math.floor((b + 128) / HISTOGRAM_BIN);
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, [l, a, b, 1]);
    else {
      sum[0] += l;
      sum[1] += a;
      sum[2] += b;
      sum[3]++;
    }
  }
  return [...sums.values()].map(([l, a, b, n]) => ({ lab: [l / n, a / n, b / n], weight: n }));
}

/** The heaviest bin, then each time the bin that is farthest from all seeds; rare bins are discounted. */
function pickSeeds(bins: readonly Patch[]): Lab[] {
  const total = bins.reduce((sum, bin) => sum + bin.weight, 0);
  const out: Lab[] = [bins.reduce((best, bin) => (bin.weight > best.weight ? bin : best)).lab];
  while (out.length < SEEDS_MAX) {
    let far: Patch = bins[0];
    let max = 0;
    for (const bin of bins) {
      const apart = Math.min(...out.map((seed) => distance(seed, bin.lab, LIGHTNESS_WEIGHT)));
      const worth = apart > SAME_COLOUR_DISTANCE ? apart * Math.sqrt(bin.weight / total) : 0;
      if (worth > max) [far, max] = [bin, worth];
    }
    if (max === 0) break;
    out.push(far.lab);
  }
  return out;
}

function refineClusters(bins: readonly Patch[], start: readonly Lab[]): Patch[] {
  let clusters: Patch[] = start.map((lab) => ({ lab, weight: 1 }));
  for (let round = 0; round < K_MEANS_ROUNDS; round++) {
    const sums = clusters.map(() => [0, 0, 0, 0]);
    for (const { lab, weight } of bins) {
      const sum = sums[nearest(clusters, lab)];
      for (let c = 0; c < 3; c++) sum[c] += lab[c] * weight;
      sum[3] += weight;
    }
    clusters = sums.flatMap(([l, a, b, n]): Patch[] => (n === 0 ? [] : [{ lab: [l / n, a / n, b / n], weight: n }]));
  }
  return clusters;
}

function nearest(clusters: readonly Patch[], lab: Lab): number {
  let best = 0;
  let min = Number.POSITIVE_INFINITY;
  for (let k = 0; k < clusters.length; k++) {
    const apart = distance(clusters[k].lab, lab, LIGHTNESS_WEIGHT);
    if (apart < min) [best, min] = [k, apart];
  }
  return best;
}

/** Joins the two nearest clusters until all are further apart than SAME_COLOUR_DISTANCE. */
function joinShades(clusters: readonly Patch[]): Patch[] {
  const left = [...clusters];
  for (;;) {
    let pair: [number, number] | null = null;
    let min = SAME_COLOUR_DISTANCE;
    for (let i = 0; i < left.length; i++) {
      for (let j = 0; j < i; j++) {
        const apart = distance(left[i].lab, left[j].lab, shadeWeight(left[i].lab, left[j].lab));
        if (apart < min) [pair, min] = [[j, i], apart];
      }
    }
    if (pair === null) return left;
    const [p, q] = [left[pair[0]], left[pair[1]]];
    const weight = p.weight + q.weight;
    const mix = (c: 0 | 1 | 2): number => (p.lab[c] * p.weight + q.lab[c] * q.weight) / weight;
    left.splice(pair[1], 1);
    left[pair[0]] = { lab: [mix(0), mix(1), mix(2)], weight };
  }
}

function shadeWeight(p: Lab, q: Lab): number {
  const [cp, cq] = [Math.hypot(p[1], p[2]), Math.hypot(q[1], q[2])];
  const oneHue = Math.min(cp, cq) > 12 && (p[1] * q[1] + p[2] * q[2]) / (cp * cq) > 0.93;
  return oneHue ? SHADE_WEIGHT : LIGHTNESS_WEIGHT;
}

function distance(p: Lab, q: Lab, lightness: number): number {
  return Math.hypot((p[0] - q[0]) * lightness, p[1] - q[1], p[2] - q[2]);
}

/** Two shades with one name are named once, in the colour of the larger. */
function mergeNames(colours: readonly GarmentColour[]): GarmentColour[] {
  const out: GarmentColour[] = [];
  for (const colour of colours) {
    const at = out.findIndex((known) => known.name === colour.name);
    if (at < 0) out.push(colour);
    else out[at] = { ...out[at], share: (Math.round(out[at].share * 100) + Math.round(colour.share * 100)) / 100 };
  }
  return out.sort((p, q) => q.share - p.share);
}

/** Shares in hundredths that sum to exactly 1: the largest remainders are rounded up. */
function hundredths(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, w) => sum + w, 0);
  const exact = weights.map((w) => (w / total) * 100);
  const whole = exact.map(Math.floor);
  const order = exact.map((_, i) => i).sort((i, j) => exact[j] - whole[j] - (exact[i] - whole[i]));
  let missing = 100 - whole.reduce((sum, w) => sum + w, 0);
  for (const i of order) {
    if (missing-- <= 0) break;
    whole[i]++;
  }
  return whole.map((w) => w / 100);
}

function hexOf(lab: Lab): string {
  const rgb = labToRgb(lab).map((v) => Math.max(0, Math.min(255, Math.round(v))));
  return `#${rgb.map((v) => v.toString(16).padStart(2, '0')).join('')}`;
}
