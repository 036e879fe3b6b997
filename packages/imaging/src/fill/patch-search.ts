import { copyIn, copyOut, copyTo, kernels, reserve, startKernels } from '../memory/kernels';

/** One scale of a picture with a hole. `hole` and `known` are 0/1 and exclude each other; pixels that are neither take no part. */
export interface PatchLevel {
  readonly width: number;
  readonly height: number;
  /** RGB interleaved, 0…255; inside the hole the current guess. */
  readonly values: Float32Array;
  readonly hole: Uint8Array;
  readonly known: Uint8Array;
}

/** Where the patches of a level were found. */
export interface PatchMatches {
  readonly width: number;
  /** Per pixel, the centre of the patch that its own patch resembles (known patches only), or −1 where no patch is needed. */
  readonly matches: Int32Array;
}

/** How a level is searched. */
export interface PatchSearch {
  readonly radius: number;
  /** As in PatchMatchOptions. */
  readonly nearness: number;
  /** Search passes, each followed by a vote. */
  readonly rounds: number;
  /** The next coarser level, from whose matches the search starts; null: start from random ones. */
  readonly coarser: PatchMatches | null;
  /**
   * Colours, in the layout of the level's values. After each vote but the last, the hole's local means move towards them by `trust`, 0…1.
   */
  readonly guess?: { readonly values: Float32Array; readonly trust: number } | undefined;
  /** Whether no finer level follows: its last vote is final. */
  readonly isLast?: boolean;
}

/** Mean squared difference per channel, levels², at which a patch's vote falls to a half; a difference of about 12 levels. */
const VOTE_SCALE = 200;

/** Search radius in pixels around a match inherited from the coarser level, which has searched everywhere. */
const NEAR_SEARCH_RADIUS = 8;

/**
 * Searches for patches like those over the hole and repaints the hole from them, in rounds: even ones run forwards, odd ones backwards.
 *
 * `random` is the state of the random numbers, as createRandom() has it, and is advanced. Null if no whole patch is known.
 * Aliasing: changes level.values.
 */
export function searchLevel(level: PatchLevel, search: PatchSearch, random: { state: number }): PatchMatches | null {
  const { width, height } = level;
  const sources = wholePatches(level, search.radius);
  if (sources.length === 0) return null;
  const targets = patchesWithHole(level, search.radius);
  const matches = new Int32Array(width * height).fill(-1);
  const kernel = kernels();
  startKernels();
  const values = copyIn(level.values);
  const found = copyIn(matches);
  kernel.setPatches({
    valuesAt: values,
    saysAt: copyIn(comparisonWeights(level)),
    sourcesAt: copyIn(indicesOfMarked(sources, matches.length)),
    matchesAt: found,
    widthTo: width,
    heightTo: height,
    radiusTo: search.radius,
    nearnessTo: search.nearness,
    stateTo: random.state,
  });
  const [aims, count] = [copyIn(targets), targets.length];
  const coarse = search.coarser ?? { width: 0, matches: new Int32Array(0) };
  const { matches: inherited } = coarse;
  kernel.startPatches(aims, count, copyIn(sources), sources.length, copyIn(inherited), coarse.width, inherited.length);
  const [costs, weights, sums] = [reserve(4 * count), reserve(8 * count), reserve(16 * matches.length)];
  const widest = search.coarser === null ? Math.max(width, height) : NEAR_SEARCH_RADIUS;
  const [cost, weight] = [new Float32Array(count), new Float64Array(count)];
  for (let round = 0; round < search.rounds; round++) {
    // the last vote changed the picture under the patches
    kernel.costPatches(aims, count, costs);
    kernel.searchPatches(aims, count, costs, round % 2 === 0 ? 1 : -1, widest);
    copyOut(costs, cost);
    for (let n = 0; n < count; n++) weight[n] = 2 ** (-cost[n] / VOTE_SCALE) + 1e-6;
    copyTo(weights, weight);
    kernel.votePatches(aims, count, weights, sums);
    if (search.guess === undefined || (round + 1 === search.rounds && search.isLast === true)) continue;
    copyOut(values, level.values);
    pullTowards(level, search.guess.values, search.guess.trust);
    copyTo(values, level.values);
  }
  random.state = kernel.patchState();
  copyOut(values, level.values);
  copyOut(found, matches);
  return { width, matches };
}

/** Copies the colours of `guess` into the hole. Aliasing: changes level.values. */
export function copyGuess({ values, hole }: PatchLevel, guess: Float32Array): void {
  for (let i = 0, at = 0; i < hole.length; i++, at += 3) {
    if (hole[i] === 1) values.set(guess.subarray(at, at + 3), at);
  }
}

/**
 * Moves the hole's colours by the share `trust` of the difference between the 3 × 3 means of `guess` and of the hole: finer detail stays.
 *
 * Aliasing: changes level.values.
 */
function pullTowards({ values, hole, width, height }: PatchLevel, guess: Float32Array, trust: number): void {
  const way = new Float32Array(values.length);
  for (let i = 0, at = 0; i < hole.length; i++, at += 3) {
    if (hole[i] === 1) for (let c = at; c < at + 3; c++) way[c] = guess[c] - values[c];
  }
  for (let i = 0; i < hole.length; i++) {
    if (hole[i] === 0) continue;
    const [x, y] = [i % width, (i / width) | 0];
    let [red, green, blue, n] = [0, 0, 0, 0];
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
      for (let j = v * width + Math.max(0, x - 1); j <= v * width + Math.min(width - 1, x + 1); j++) {
        if (hole[j] === 0) continue;
        red += way[3 * j];
        green += way[3 * j + 1];
        blue += way[3 * j + 2];
        n++;
      }
    }
    values[3 * i] += (trust * red) / n;
    values[3 * i + 1] += (trust * green) / n;
    values[3 * i + 2] += (trust * blue) / n;
  }
}

/** Weight of a pixel when patches are compared: 1 known, ½ hole, 0 neither. */
function comparisonWeights({ hole, known }: PatchLevel): Float32Array {
  const out = new Float32Array(hole.length);
  for (let i = 0; i < out.length; i++) out[i] = known[i] === 1 ? 1 : 0.5 * hole[i];
  return out;
}

function indicesOfMarked(pixels: Int32Array, size: number): Uint8Array {
  const out = new Uint8Array(size);
  for (const i of pixels) out[i] = 1;
  return out;
}

/** Centres whose whole patch is known. */
export function wholePatches({ width, height, known }: PatchLevel, radius: number): Int32Array {
  const run = new Int32Array(width);
  const centres: number[] = [];
  const side = 2 * radius + 1;
  // run[x]: how many consecutive rows up to this one are known over the whole width of the patch that ends at column x.
  for (let y = 0; y < height; y++) {
    let across = 0;
    for (let x = 0; x < width; x++) {
      across = known[y * width + x] === 1 ? across + 1 : 0;
      run[x] = across >= side ? run[x] + 1 : 0;
      if (run[x] >= side) centres.push((y - radius) * width + x - radius);
    }
  }
  return Int32Array.from(centres);
}

/** Centres whose patch touches the hole, in reading order. */
function patchesWithHole({ width, height, hole }: PatchLevel, radius: number): Int32Array {
  const near = new Uint8Array(width * height);
  for (let i = 0; i < hole.length; i++) {
    if (hole[i] === 0) continue;
    const x = i % width;
    const y = (i / width) | 0;
    const x0 = Math.max(0, x - radius);
    const x1 = Math.min(width - 1, x + radius);
    for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++)
      near.fill(1, v * width + x0, v * width + x1 + 1);
  }
  const centres: number[] = [];
  for (let i = 0; i < near.length; i++) if (near[i] === 1) centres.push(i);
  return Int32Array.from(centres);
}
