import type { PlaneF32, RasterU8 } from '../core/raster';
import { resizeRaster } from '../resize/resize';

/** A filled picture. */
export interface DetailedFill {
  /** RGB; only meaningful where it was needed. */
  readonly rgb: RasterU8;
  /** Index of the pixel around which a pixel's detail was fetched, −1 where it is only the smooth fill; null where all of it is. */
  readonly source: Int32Array | null;
}

/** The matches of the search pixels, and the pixels that are needed. */
export interface SearchMatches {
  readonly needed: PlaneF32;
  readonly hole: PlaneF32;
  /** Index of the search pixel that each search pixel of the hole was matched with, −1 for none. */
  readonly matches: Int32Array;
}

/**
 * How far the detail of a fetched pixel may deviate from the enlarged search picture, in levels; and the lower limit where neighbours come
 * from elsewhere: any more would look like confetti.
 */
const DETAIL_MAX = 45;
const LOOSE_DETAIL_MAX = 14;

/**
 * The fill at full size: its own colours plus the detail of the places that the surrounding search pixels were matched with. Between two
 * search pixels one detail blends into the other's: taken from one of them at a time, it would be grainy and show steps at their borders.
 *
 * Layout: RGB. `small` is the search picture and `filled` its fill. Aliasing: new memory.
 */
export function fetchedDetail(guide: RasterU8, small: RasterU8, filled: RasterU8, fetch: SearchMatches): DetailedFill {
  const rgb = resizeRaster(filled, guide.width, guide.height);
  const source = new Int32Array(guide.width * guide.height).fill(-1);
  const { across, down, max, alike } = sourceOffsets(guide, fetch);
  const smooth = resizeRaster(small, guide.width, guide.height).data;
  // written out property by property: an object built by spreading is slow to read at every pixel
  const job: FetchJob = {
    guide: guide.data,
    smooth,
    plate: rgb.data,
    source,
    width: guide.width,
    height: guide.height,
    cellsAcross: small.width,
    cellsDown: small.height,
    across,
    down,
    max,
    alike,
    weights: new Float64Array(4),
    sum: new Float64Array(3),
  };
  for (let y = 0; y < guide.height; y++) fetchRow(job, fetch.needed.data, y);
  return { rgb, source };
}

/** 1 where at least two of a search pixel's four neighbours come from the places next to its own source, else 0. */
export function matchedTogether({ hole, matches }: Pick<SearchMatches, 'hole' | 'matches'>): Uint8Array {
  const together = new Uint8Array(matches.length);
  const steps = [-hole.width, -1, 1, hole.width];
  for (let i = hole.width; i + hole.width < matches.length; i++) {
    if (hole.data[i] === 0) continue;
    let n = 0;
    for (const step of steps) if (matches[i + step] === matches[i] + step) n++;
    together[i] = n > 1 ? 1 : 0;
  }
  return together;
}

/**
 * For each search pixel: the offset to its source in pixels, and the limit of the detail taken from there in levels; 0 where there is
 * none.
 */
interface SourceOffsets {
  readonly across: Int32Array;
  readonly down: Int32Array;
  readonly max: Uint8Array;
  /** 1 where the neighbours right and below have adjacent sources: then one source is enough for all four. */
  readonly alike: Uint8Array;
}

function sourceOffsets({ width, height }: RasterU8, fetch: SearchMatches): SourceOffsets {
  const { hole, matches } = fetch;
  const size = matches.length;
  const ways: SourceOffsets = {
    across: new Int32Array(size),
    down: new Int32Array(size),
    max: new Uint8Array(size),
    alike: new Uint8Array(size),
  };
  const together = matchedTogether(fetch);
  for (let i = 0; i < size; i++) {
    const match = matches[i];
    if (hole.data[i] === 0 || match < 0) continue;
    const [x, column] = [i % hole.width, match % hole.width];
    ways.across[i] = Math.round(((column - x) * width) / hole.width);
    ways.down[i] = Math.round(((match - column - i + x) / hole.width) * (height / hole.height));
    ways.max[i] = together[i] === 1 ? DETAIL_MAX : LOOSE_DETAIL_MAX;
  }
  for (let i = 0; i + hole.width + 1 < size; i++) {
    const m = matches[i];
    if (ways.max[i] !== DETAIL_MAX || matches[i + 1] !== m + 1) continue;
    if (matches[i + hole.width] === m + hole.width && matches[i + hole.width + 1] === m + hole.width + 1)
      ways.alike[i] = 1;
  }
  return ways;
}

interface FetchJob extends SourceOffsets {
  readonly guide: RasterU8['data'];
  /** The search picture, enlarged. */
  readonly smooth: RasterU8['data'];
  readonly plate: RasterU8['data'];
  readonly source: Int32Array;
  /** Size in pixels, then in search pixels. */
  readonly width: number;
  readonly height: number;
  readonly cellsAcross: number;
  readonly cellsDown: number;
  /** Scratch: the weights of the four surrounding search pixels. */
  readonly weights: Float64Array;
  readonly sum: Float64Array;
}

function fetchRow(job: FetchJob, needed: Float32Array, y: number): void {
  const { width, height, cellsAcross, cellsDown, weights, sum, plate, alike } = job;
  const fx = cellsAcross / width;
  const v = Math.max(0, Math.min(cellsDown - 1.001, ((y + 0.5) * cellsDown) / height - 0.5));
  const row = Math.floor(v);
  const q = v - row;
  const max = cellsAcross - 1.001;
  for (let x = 0, i = y * width; x < width; x++, i++) {
    if (needed[i] === 0) continue;
    const u = Math.max(0, Math.min(max, (x + 0.5) * fx - 0.5));
    const column = Math.floor(u);
    const first = row * cellsAcross + column;
    if (alike[first] === 1 && addSharedDetail(job, first, x, y)) continue;
    const p = u - column;
    weights[0] = (1 - p) * (1 - q);
    weights[1] = p * (1 - q);
    weights[2] = (1 - p) * q;
    weights[3] = p * q;
    if (!sumDetail(job, first, x, y)) continue;
    for (let c = 0, o = 3 * i; c < 3; c++, o++) {
      const value = plate[o] + sum[c];
      plate[o] = value < 0 ? 0 : value > 255 ? 255 : value + 0.5;
    }
  }
}

/** Adds the detail of the one source that all four search pixels share; false where it is outside the picture. */
function addSharedDetail(job: FetchJob, cell: number, x: number, y: number): boolean {
  const { across, down, width, height, source, guide, smooth, plate } = job;
  const sx = x + across[cell];
  const sy = y + down[cell];
  if (sx < 0 || sy < 0 || sx >= width || sy >= height) return false;
  const i = y * width + x;
  const s = sy * width + sx;
  source[i] = s;
  for (let c = 0, o = 3 * i, from = 3 * s; c < 3; c++, o++, from++) {
    const detail = guide[from] - smooth[from];
    const value = plate[o] + (detail < -DETAIL_MAX ? -DETAIL_MAX : detail > DETAIL_MAX ? DETAIL_MAX : detail);
    plate[o] = value < 0 ? 0 : value > 255 ? 255 : value + 0.5;
  }
  return true;
}

/** Sums the detail from the sources of four search pixels, `first` and its neighbours right and below; false where none has a source. */
function sumDetail(job: FetchJob, first: number, x: number, y: number): boolean {
  const { across, down, max, width, height, cellsAcross, weights, sum, source, guide, smooth } = job;
  let all = 0;
  let best = 0;
  joinEqual(job, first);
  let squares = 0;
  sum[0] = sum[1] = sum[2] = 0;
  for (let n = 0; n < 4; n++) {
    const cell = first + (n & 1) + (n >> 1) * cellsAcross;
    const limit = max[cell];
    const weight = weights[n];
    if (limit === 0 || weight === 0) continue;
    const sx = x + across[cell];
    const sy = y + down[cell];
    if (sx < 0 || sy < 0 || sx >= width || sy >= height) continue;
    const s = sy * width + sx;
    if (weight > best) {
      best = weight;
      source[y * width + x] = s;
    }
    all += weight;
    squares += weight * weight;
    for (let c = 0, o = 3 * s; c < 3; c++, o++) {
      const detail = guide[o] - smooth[o];
      sum[c] += weight * (detail < -limit ? -limit : detail > limit ? limit : detail);
    }
  }
  if (all === 0) return false;
  // unrelated sources cancel each other out: their mix is scaled to the contrast of a single one
  const scale = 1 / Math.sqrt(squares);
  for (let c = 0; c < 3; c++) sum[c] *= scale;
  return true;
}

/** Moves the weight of a search pixel with the same offset as one before it to that one. */
function joinEqual({ across, down, max, cellsAcross, weights }: FetchJob, first: number): void {
  for (let n = 1; n < 4; n++) {
    const cell = first + (n & 1) + (n >> 1) * cellsAcross;
    for (let m = 0; m < n; m++) {
      const other = first + (m & 1) + (m >> 1) * cellsAcross;
      if (weights[m] === 0 || max[other] === 0 || max[cell] === 0) continue;
      if (across[cell] !== across[other] || down[cell] !== down[other]) continue;
      weights[m] += weights[n];
      weights[n] = 0;
      break;
    }
  }
}
