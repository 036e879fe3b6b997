/** One scale of a picture with a hole. `hole` and `known` are 0/1 and exclude each other; what is neither takes no part. */
export interface PatchLevel {
  readonly width: number;
  readonly height: number;
  /** RGB interleaved, 0…255; inside the hole the present guess. */
  readonly values: Float32Array;
  readonly hole: Uint8Array;
  readonly known: Uint8Array;
}

export interface PatchMatcher {
  /** Per pixel the centre of the patch that its own patch looks like (known patches only), or −1 where no patch is needed. */
  readonly matches: Int32Array;
  /** Takes the matches of the next coarser level over, or starts at random. */
  start(coarser: { matches: Int32Array; width: number } | null): void;
  /** One pass of propagation and random search; even rounds run forwards, odd ones backwards. */
  search(round: number): void;
  /** Paints the hole anew from the matched patches. */
  vote(): void;
}

/** Mean squared difference per channel at which a patch's vote has fallen to a half; about 12 levels. */
const VOTE_SCALE = 200;

/** Pixels around an inherited match in which a finer one is looked for: the coarser level has looked everywhere. */
const NEAR = 8;

/** Makes the matcher of one level, or null when no whole patch is known. Aliasing: vote() writes level.values. */
export function createMatcher(
  level: PatchLevel,
  radius: number,
  random: () => number,
  nearness = 0,
): PatchMatcher | null {
  const { width, height } = level;
  const sources = wholePatches(level, radius);
  if (sources.length === 0) return null;
  const isSource = new Uint8Array(width * height);
  for (const s of sources) isSource[s] = 1;
  const search: Search = {
    ...{ level, radius, nearness, random, sources, isSource },
    targets: patchesWithHole(level, radius),
    matches: new Int32Array(width * height).fill(-1),
    costs: new Float32Array(width * height),
    widest: Math.max(width, height),
  };
  return {
    matches: search.matches,
    start: (coarser) => startSearch(search, coarser),
    search: (round) => searchOnce(search, round),
    vote: () => voteColours(search),
  };
}

/** What a matcher works on. Its loops are functions of their own: a closure's compiled code is thrown away with the closure. */
interface Search {
  readonly level: PatchLevel;
  readonly radius: number;
  readonly nearness: number;
  readonly random: () => number;
  readonly sources: Int32Array;
  readonly isSource: Uint8Array;
  readonly targets: Int32Array;
  readonly matches: Int32Array;
  readonly costs: Float32Array;
  /** Pixels around a match in which random ones are tried. */
  widest: number;
}

function startSearch(search: Search, coarser: { matches: Int32Array; width: number } | null): void {
  const { level, random, sources, isSource, targets, matches, costs } = search;
  if (coarser !== null) search.widest = NEAR;
  for (const t of targets) {
    const above = coarser ? doubled(coarser, t, level.width) : -1;
    const usable = above >= 0 && above < isSource.length && isSource[above] === 1;
    matches[t] = usable ? above : sources[Math.floor(random() * sources.length)];
    costs[t] = costOf(search, t, matches[t], Infinity);
  }
}

function searchOnce(search: Search, round: number): void {
  const { level, targets, matches, costs } = search;
  // The picture under the patches has changed by the last vote.
  if (round > 0) for (const t of targets) costs[t] = costOf(search, t, matches[t], Infinity);
  const step = round % 2 === 0 ? 1 : -1;
  for (let n = 0; n < targets.length; n++) {
    const t = targets[step > 0 ? n : targets.length - 1 - n];
    const beside = t - step;
    const above = t - step * level.width;
    if (matches[beside] >= 0) tryMatch(search, t, matches[beside] + step);
    if (matches[above] >= 0) tryMatch(search, t, matches[above] + step * level.width);
    tryAround(search, t);
  }
}

function tryMatch(search: Search, target: number, source: number): void {
  const { isSource, matches, costs } = search;
  if (source < 0 || source >= isSource.length || isSource[source] === 0 || source === matches[target]) return;
  const cost = costOf(search, target, source, costs[target]);
  if (cost >= costs[target]) return;
  costs[target] = cost;
  matches[target] = source;
}

function tryAround(search: Search, target: number): void {
  const { matches, random } = search;
  const { width, height } = search.level;
  const sx = matches[target] % width;
  const sy = (matches[target] / width) | 0;
  for (let reach = search.widest; reach >= 1; reach /= 2) {
    const x = Math.round(sx + (2 * random() - 1) * reach);
    const y = Math.round(sy + (2 * random() - 1) * reach);
    if (x >= 0 && y >= 0 && x < width && y < height) tryMatch(search, target, y * width + x);
  }
}

/** The match of the coarser level's pixel, at twice its place, with the pixel's own parity. */
function doubled(coarser: { matches: Int32Array; width: number }, target: number, width: number): number {
  const x = target % width;
  const y = (target / width) | 0;
  const m = coarser.matches[(y >> 1) * coarser.width + (x >> 1)];
  if (m === undefined || m < 0) return -1;
  const sx = 2 * (m % coarser.width) + (x & 1);
  const sy = 2 * ((m / coarser.width) | 0) + (y & 1);
  return sx < width ? sy * width + sx : -1;
}

/** Centres whose whole patch is known. */
function wholePatches({ width, height, known }: PatchLevel, radius: number): Int32Array {
  const run = new Int32Array(width);
  const centres: number[] = [];
  const side = 2 * radius + 1;
  // run[x]: how many rows up to here are known over the whole width of the patch that ends at column x.
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

/** Sideways distance counts this much of the same distance up or down: street goes on sideways, not upwards. */
const SIDEWAYS = 0.25;

/**
 * Mean squared difference of two patches a channel, over the target's pixels that are hole or known, and what their distance costs;
 * gives up above `limit`.
 */
function costOf(search: Search, target: number, source: number, limit: number): number {
  const { radius, nearness } = search;
  const { width, height, values, hole, known } = search.level;
  const tx = target % width;
  const ty = (target / width) | 0;
  const across = ((source % width) - tx) / height;
  const down = (((source / width) | 0) - ty) / height;
  const far = nearness * (down * down + SIDEWAYS * across * across);
  if (far >= limit) return Infinity;
  const left = -Math.min(radius, tx);
  const right = Math.min(radius, width - 1 - tx);
  const top = -Math.min(radius, ty);
  const bottom = Math.min(radius, height - 1 - ty);
  // Known pixels bind; the guess inside the hole counts half.
  const most = (limit - far) * 3 * (right - left + 1) * (bottom - top + 1);
  let sum = 0;
  let weight = 0;
  for (let dy = top; dy <= bottom; dy++) {
    for (let dx = left; dx <= right; dx++) {
      const t = target + dy * width + dx;
      const w = known[t] === 1 ? 1 : 0.5 * hole[t];
      if (w === 0) continue;
      const i = t * 3;
      const j = (source + dy * width + dx) * 3;
      const r = values[i] - values[j];
      const g = values[i + 1] - values[j + 1];
      const b = values[i + 2] - values[j + 2];
      sum += w * (r * r + g * g + b * b);
      weight += w;
    }
    if (sum > most) return Infinity;
  }
  return far + (weight > 0 ? sum / (3 * weight) : 0);
}

/** Each hole pixel becomes the mean of what the patches over it propose, good matches counting more. */
function voteColours({ level, radius, targets, matches, costs }: Search): void {
  const { width, height, values, hole } = level;
  const sum = new Float32Array(values.length);
  const weight = new Float32Array(hole.length);
  for (const t of targets) {
    const w = 2 ** (-costs[t] / VOTE_SCALE) + 1e-6;
    const tx = t % width;
    const ty = (t / width) | 0;
    for (let dy = -Math.min(radius, ty); dy <= Math.min(radius, height - 1 - ty); dy++) {
      for (let dx = -Math.min(radius, tx); dx <= Math.min(radius, width - 1 - tx); dx++) {
        const p = t + dy * width + dx;
        if (hole[p] === 0) continue;
        const q = (matches[t] + dy * width + dx) * 3;
        sum[p * 3] += w * values[q];
        sum[p * 3 + 1] += w * values[q + 1];
        sum[p * 3 + 2] += w * values[q + 2];
        weight[p] += w;
      }
    }
  }
  for (let p = 0; p < hole.length; p++) {
    if (hole[p] === 0 || weight[p] === 0) continue;
    for (let c = 0; c < 3; c++) values[p * 3 + c] = sum[p * 3 + c] / weight[p];
  }
}
