import { pushPullValues } from './fill';
import {
  searchLevel,
  copyGuess,
  wholePatches,
  type PatchLevel,
  type PatchMatches,
  type PatchSearch,
} from './patch-search';
import { createRaster, type PlaneF32, type RasterU8 } from '../core/raster';

export interface PatchMatchOptions {
  /** Pixels that may be copied from (> 0.5). Default: all outside the hole. Pixels that are neither hole nor known are ignored. */
  readonly known?: PlaneF32;
  /** Default 1. Equal seeds give equal pictures. */
  readonly seed?: number;
  /** Side of a patch, odd. Default 7. */
  readonly patch?: number;
  /** Pyramid levels. Default: until the shorter side is below 32 pixels. */
  readonly levels?: number;
  /** Rounds of match and vote on the coarsest level (fewer on finer ones, 2 on the finest). Default 8. */
  readonly iterations?: number;
  /**
   * Penalty for copying from far away: the mean squared difference, levels², that a patch one picture height above or below counts as
   * worse; sideways a quarter of it. Default 0.
   */
  readonly nearness?: number;
  /**
   * RGB: roughly the colours expected in the hole. An even surface looks like nothing but itself and wins where nothing else is known;
   * after each vote but the last, the search's local means move towards the guess by the share `trust`, 0…1. Default: none.
   */
  readonly guess?: { readonly raster: RasterU8; readonly trust: number };
}

export interface PatchMatched {
  readonly raster: RasterU8;
  /** Per pixel, the index of the known pixel that it was matched with, −1 where none was searched for; null if no whole patch is known. */
  readonly matches: Int32Array | null;
}

/**
 * Fills a hole with patches found elsewhere in the picture, so that a structured background (brick, grass, boards) continues as structure.
 * Reports where the patches came from, so that finer detail can be copied from a larger picture.
 *
 * Layout: RGB. `hole` > 0.5 is filled; every other pixel is copied unchanged. Deterministic for a seed.
 * Space: meant for a quarter of the photo's size; enlarge the result and add grain. Falls back to push-pull if no whole patch is known.
 * Cost: about 6 µs per hole pixel. Aliasing: new memory. Throws: RangeError for other layouts or sizes that differ.
 * Source: Wexler, Shechtman, Irani 2007 (completion by voting, coarse to fine); Barnes et al. 2009 (the search).
 */
export function patchMatch(raster: RasterU8, hole: PlaneF32, options: PatchMatchOptions = {}): PatchMatched {
  if (raster.channels !== 3) throw new RangeError('patchMatch takes an RGB raster');
  if (raster.width !== hole.width || raster.height !== hole.height)
    throw new RangeError('raster and hole differ in size');
  const patch = options.patch ?? 7;
  if (!Number.isInteger(patch) || patch < 3 || patch % 2 === 0)
    throw new RangeError(`a patch side must be odd and ≥ 3, got ${patch}`);
  const radius = (patch - 1) >> 1;
  const out = createRaster(raster.width, raster.height, 3);
  out.data.set(raster.data);
  const finest = createLevel(raster, hole, options.known);
  if (!finest.hole.includes(1)) return { raster: out, matches: null };
  const pyramid = buildPyramid(finest, radius, options.levels ?? Infinity);
  const random = { state: options.seed ?? 1 };
  const nearness = options.nearness ?? 0;
  const guesses = options.guess === undefined ? null : shrunken(options.guess.raster, pyramid);
  const trust = options.guess?.trust ?? 0;
  const coarsest = pyramid.length - 1;
  if (guesses === null) fillCoarsest(pyramid[coarsest]);
  else copyGuess(pyramid[coarsest], guesses[coarsest]);
  let found: PatchMatches | null = null;
  for (let n = pyramid.length - 1; n >= 0; n--) {
    if (n + 1 < pyramid.length) inheritColours(pyramid[n], pyramid[n + 1]);
    const rounds = Math.max(2, (options.iterations ?? 8) - 2 * (pyramid.length - 1 - n));
    const guess = guesses === null ? undefined : { values: guesses[n], trust };
    const search: PatchSearch = { radius, nearness, rounds, coarser: found, guess, isLast: n === 0 };
    found = searchLevel(pyramid[n], search, random) ?? found;
  }
  for (let i = 0; i < finest.hole.length; i++) {
    if (finest.hole[i] === 0) continue;
    for (let c = 0; c < 3; c++) out.data[i * 3 + c] = Math.min(255, Math.max(0, finest.values[i * 3 + c])) + 0.5;
  }
  return { raster: out, matches: found?.matches ?? null };
}

function createLevel(raster: RasterU8, hole: PlaneF32, known: PlaneF32 | undefined): PatchLevel {
  const { width, height } = raster;
  const values = new Float32Array(raster.data);
  const isHole = new Uint8Array(width * height);
  const isKnown = new Uint8Array(width * height);
  for (let i = 0; i < isHole.length; i++) {
    isHole[i] = hole.data[i] > 0.5 ? 1 : 0;
    isKnown[i] = isHole[i] === 0 && (known === undefined || known.data[i] > 0.5) ? 1 : 0;
  }
  return { width, height, values, hole: isHole, known: isKnown };
}

/** Halves while the picture stays large enough for patches and the coarser level still has known ones. */
function buildPyramid(finest: PatchLevel, radius: number, maxLevels: number): PatchLevel[] {
  const pyramid = [finest];
  while (pyramid.length < maxLevels) {
    const last = pyramid[pyramid.length - 1];
    if (Math.min(last.width, last.height) < Math.max(32, 6 * radius)) break;
    const next = halve(last);
    if (wholePatches(next, radius).length === 0) break;
    pyramid.push(next);
  }
  return pyramid;
}

/** A coarse pixel is a hole if one of its children is, known if all are; its colour is the mean of the known children. */
function halve(fine: PatchLevel): PatchLevel {
  const width = fine.width >> 1;
  const height = fine.height >> 1;
  const values = new Float32Array(width * height * 3);
  const hole = new Uint8Array(width * height);
  const known = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const o = y * width + x;
      const first = 2 * y * fine.width + 2 * x;
      let holes = 0;
      let count = 0;
      for (const i of [first, first + 1, first + fine.width, first + fine.width + 1]) {
        holes += fine.hole[i];
        if (fine.known[i] === 0) continue;
        count++;
        for (let c = 0; c < 3; c++) values[o * 3 + c] += fine.values[i * 3 + c];
      }
      hole[o] = holes > 0 ? 1 : 0;
      known[o] = count === 4 ? 1 : 0;
      if (count > 1) for (let c = 0; c < 3; c++) values[o * 3 + c] /= count;
    }
  }
  return { width, height, values, hole, known };
}

/** The guess at the size of each level, finest first. */
function shrunken({ data }: RasterU8, pyramid: readonly PatchLevel[]): Float32Array[] {
  const all = [new Float32Array(data)];
  for (let n = 1; n < pyramid.length; n++) {
    const [fine, coarse] = [all[n - 1], pyramid[n]];
    const line = 3 * pyramid[n - 1].width;
    const values = new Float32Array(3 * coarse.width * coarse.height);
    for (let y = 0, o = 0; y < coarse.height; y++) {
      for (let x = 0; x < coarse.width; x++) {
        const first = 2 * y * line + 6 * x;
        for (let i = first; i < first + 3; i++, o++)
          values[o] = (fine[i] + fine[i + 3] + fine[i + line] + fine[i + line + 3]) / 4;
      }
    }
    all.push(values);
  }
  return all;
}

function fillCoarsest(level: PatchLevel): void {
  const filled = pushPullValues(level.values, new Float32Array(level.known), level.width, level.height, 3);
  for (let i = 0; i < level.hole.length; i++) {
    if (level.hole[i] === 1) level.values.set(filled.subarray(i * 3, i * 3 + 3), i * 3);
  }
}

function inheritColours(fine: PatchLevel, coarse: PatchLevel): void {
  for (let y = 0; y < fine.height; y++) {
    for (let x = 0; x < fine.width; x++) {
      const i = y * fine.width + x;
      if (fine.hole[i] === 0) continue;
      const o = Math.min(coarse.height - 1, y >> 1) * coarse.width + Math.min(coarse.width - 1, x >> 1);
      for (let c = 0; c < 3; c++) fine.values[i * 3 + c] = coarse.values[o * 3 + c];
    }
  }
}
