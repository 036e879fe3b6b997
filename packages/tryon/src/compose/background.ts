import {
  createPlane,
  dilate,
  patchMatch,
  pushPull,
  pushPullValues,
  resizePlane,
  resizeRaster,
  type PlaneF32,
  type RasterU8,
} from '@drape/imaging';
import { smoothstep } from '../person/geometry';
import { GRAIN_SIDE, grainTile } from './grain';
import type { Scene } from './scene';

/** Height or width of the picture in which patches are looked for; their detail comes from the work picture. */
const SEARCH_SIDE = 88;
/** Rounds of search on the coarsest level; more did not look better. */
const ROUNDS = 5;
/** A fifth of the picture's height away counts like 14 levels of difference. */
const NEARNESS = 5000;
/** Side of a patch: 5 of these pixels are about a shoulder's width. */
const PATCH = 5;
/** Holes of a smaller share of the picture are closed smoothly, and so is plain ground: mean step between neighbours in levels. */
const HOLE_LEAST = 0.004;
const PLAIN_STEP = 0.7;
/** Most that the fill's colours are shifted towards their surroundings', levels. */
const SHIFT_MOST = 24;
/** Difference from a smooth fill, levels, from which a found colour is doubted, and from which it is not taken. */
const ODD_FROM = 35;
const ODD_TO = 80;
/** How far, in search pixels, the borders of what is fetched together are roughened. */
const JITTER = 0.2;
/** Most that a fetched pixel may differ from its search pixel, levels: at edges more would be confetti. */
const DETAIL_MOST = 45;

/**
 * The photo without its person, where `needed` says so: ground found elsewhere in the photo goes on behind the person, searched for
 * in a small picture and given back its fine detail from the place where it was found.
 *
 * Space: work size. Cost: about 20 ms for a pair of trousers. Deterministic.
 */
export function backgroundPlate(scene: Scene, needed: PlaneF32): RasterU8 {
  const { guide, person, sw } = scene;
  const factor = Math.max(1, Math.min(guide.width, guide.height) / SEARCH_SIDE);
  const w = Math.max(8, Math.round(guide.width / factor));
  const h = Math.max(8, Math.round(guide.height / factor));
  const small = resizeRaster(guide, w, h);
  const body = dilate(resizePlane(person.planes.person, w, h), Math.max(1, Math.round((0.05 * sw) / factor)));
  // one pixel more than needed: enlarging the plate mixes neighbours
  const wanted = dilate(resizePlane(needed, w, h), 1);
  const known = createPlane(w, h);
  const hole = createPlane(w, h);
  let holes = 0;
  for (let i = 0; i < known.data.length; i++) {
    known.data[i] = body.data[i] < 0.04 ? 1 : 0;
    hole.data[i] = known.data[i] === 0 && wanted.data[i] > 0.02 ? 1 : 0;
    holes += hole.data[i];
  }
  if (holes < HOLE_LEAST * w * h || meanStep(small, known) < PLAIN_STEP)
    return resizeRaster(pushPull(small, known), guide.width, guide.height);
  const found = patchMatch(small, hole, { known, patch: PATCH, iterations: ROUNDS, nearness: NEARNESS });
  if (found.matches === null) return resizeRaster(found.raster, guide.width, guide.height);
  meetEdges(found.raster, small, { known, hole, matches: found.matches });
  distrust(found.raster, pushPull(small, known), hole);
  return fetched(scene, small, found.raster, { needed, hole, matches: found.matches });
}

/** Mean difference of neighbours in a row of known ground, levels of green. */
function meanStep(small: RasterU8, known: PlaneF32): number {
  let [sum, n] = [0, 1e-6];
  for (let i = 1; i < known.data.length; i++) {
    if (known.data[i] === 0 || known.data[i - 1] === 0) continue;
    sum += Math.abs(small.data[i * small.channels + 1] - small.data[(i - 1) * small.channels + 1]);
    n++;
  }
  return sum / n;
}

/**
 * Shifts the filled colours so that they meet the ground around the hole: what was found may lie in other light. The difference at
 * the hole's rim, between a known pixel and the one it was matched with, is carried smoothly inwards.
 */
function meetEdges(
  filled: RasterU8,
  small: RasterU8,
  { known, hole, matches }: { known: PlaneF32; hole: PlaneF32; matches: Int32Array },
): void {
  const size = known.data.length;
  const rim = new Float32Array(size);
  const shift = new Float32Array(3 * size);
  for (let i = 0; i < size; i++) {
    if (known.data[i] === 0 || matches[i] < 0) continue;
    rim[i] = 1;
    for (let c = 0; c < 3; c++) shift[3 * i + c] = small.data[3 * i + c] - small.data[3 * matches[i] + c];
  }
  const carried = pushPullValues(shift, rim, known.width, known.height, 3);
  for (let i = 0; i < size; i++) {
    if (hole.data[i] === 0) continue;
    for (let c = 0; c < 3; c++) {
      const v = filled.data[3 * i + c] + Math.max(-SHIFT_MOST, Math.min(SHIFT_MOST, carried[3 * i + c]));
      filled.data[3 * i + c] = v < 0 ? 0 : v > 255 ? 255 : v + 0.5;
    }
  }
}

/** Takes back what was found where its colour has nothing to do with the ground around the hole: a dark hedge before a light wall. */
function distrust(filled: RasterU8, smooth: RasterU8, hole: PlaneF32): void {
  for (let i = 0; i < hole.data.length; i++) {
    if (hole.data[i] === 0) continue;
    const at = 3 * i;
    let off = 0;
    for (let c = at; c < at + 3; c++) off = Math.max(off, Math.abs(filled.data[c] - smooth.data[c]));
    const back = smoothstep(off, ODD_FROM, ODD_TO);
    for (let c = at; c < at + 3; c++) filled.data[c] += back * (smooth.data[c] - filled.data[c]);
  }
}

interface Fetch {
  readonly needed: PlaneF32;
  readonly hole: PlaneF32;
  readonly matches: Int32Array;
}

/** The fill at work size: each pixel from the place that its search pixel was matched with, in the light that the fill found for it. */
function fetched({ guide }: Scene, small: RasterU8, filled: RasterU8, fetch: Fetch): RasterU8 {
  const plate = resizeRaster(filled, guide.width, guide.height);
  const tile = grainTile();
  for (let y = 0; y < guide.height; y++) fetchRow(plate, guide, small, filled, fetch, tile, y);
  return plate;
}

function fetchRow(
  plate: RasterU8,
  guide: RasterU8,
  small: RasterU8,
  filled: RasterU8,
  { needed, hole, matches }: Fetch,
  tile: Float32Array,
  y: number,
): void {
  const { width, height } = guide;
  const w = hole.width;
  const fx = w / width;
  const fy = hole.height / height;
  const noise = (y & (GRAIN_SIDE - 1)) * GRAIN_SIDE;
  for (let x = 0, i = y * width; x < width; x++, i++) {
    if (needed.data[i] === 0) continue;
    // neighbours mix at the cells' borders, or squares would show
    const u = (x + 0.5) * fx + JITTER * tile[noise + (x & (GRAIN_SIDE - 1))];
    const v = (y + 0.5) * fy + JITTER * tile[noise + ((x + 97) & (GRAIN_SIDE - 1))];
    const cx = u < 0 ? 0 : u >= w ? w - 1 : Math.floor(u);
    const cy = v < 0 ? 0 : v >= hole.height ? hole.height - 1 : Math.floor(v);
    const cell = cy * w + cx;
    const match = matches[cell];
    if (hole.data[cell] === 0 || match < 0) continue;
    const sx = Math.round(x + ((match % w) - cx) / fx);
    const sy = Math.round(y + (Math.floor(match / w) - cy) / fy);
    if (sx < 0 || sy < 0 || sx >= width || sy >= height) continue;
    const s = (sy * width + sx) * guide.channels;
    for (let c = 0; c < 3; c++) {
      const detail = guide.data[s + c] - small.data[match * small.channels + c];
      const value = filled.data[3 * cell + c] + (detail < -DETAIL_MOST ? -DETAIL_MOST : Math.min(detail, DETAIL_MOST));
      plate.data[3 * i + c] = value < 0 ? 0 : value > 255 ? 255 : value + 0.5;
    }
  }
}
