import { createPlane, createRaster, type Box, type PlaneF32, type Point, type RasterU8 } from '@drape/imaging';
import { clamp, fillPolygon } from '../person/geometry';
import { activePixels, SOLID, type Active, type Run } from './active-pixels';
import { outlineSteepness } from './edge-softness';
import { finishMixed, finishSolid, type FaceMask, type Job } from './finish-row';
import type { GarmentLayer } from './garment-layer';
import { grainSigma, grainTile } from './grain';
import type { Scene } from './scene';
import type { Shading } from './shade';
import type { Underlay } from './underlay';
import { WorkRows } from './work-rows';

export interface Layers {
  readonly removal: PlaneF32;
  readonly front: PlaneF32;
  readonly underlay: Underlay;
  readonly shading: Shading;
  readonly garment: GarmentLayer;
}

/** The whole photo with its part `scene.box` changed. */
export interface Finished {
  readonly image: RasterU8;
  readonly editMask: RasterU8;
}

/** How far both move apart in a soft photo, and the outline's steepness from which on a photo counts as crisp, and as soft. */
const SOFTER = 0.26;
const CRISP = 0.6;
const SOFT = 0.5;

/**
 * Half the width of the ramp that the outline of painted limbs gets, in units of their coverage and of work pixels a photo pixel: they
 * are painted at work size, and enlarged their edge would be as soft as a work pixel is wide.
 */
const LIMB_RAMP = 0.6;

/**
 * Lays the layers on the photo at its own resolution, back to front: photo, underlay, contact shadow, garment, invented limbs,
 * and what of the photo lies in front of all.
 *
 * Identity: a pixel whose layers are all empty, and every pixel of the face oval, is copied byte for byte and 0 in the edit mask.
 * Cost: bilinear up-sampling of six planes and two rasters, only where something changes; inside the garment only of the light.
 */
export function finish(scene: Scene, layers: Layers): Finished {
  const { photo, box, k } = scene;
  const { width, height } = box;
  const image = createRaster(photo.width, photo.height, 3);
  copyRgb(photo, image);
  const editMask = createRaster(photo.width, photo.height, 1);
  const active = activePixels(scene, layers);
  const { removal, front, underlay, shading, garment } = layers;
  const rows = new WorkRows(
    [removal, front, underlay.limbsInFront, garment.snap, underlay.body],
    [underlay.rgb, garment.spread, underlay.ground.rgb],
  );
  const lights = new WorkRows([shading.gain, shading.contact], []);
  const soften = SOFTER * clamp((CRISP - (outlineSteepness(scene) ?? CRISP)) / (CRISP - SOFT), 0, 1);
  const job: Job = {
    ...{ placement: scene.placement, box, image, editMask, rows, lights },
    face: faceMask(scene.person.faceOval, width, height),
    tile: grainTile(),
    grain: grainSigma(scene.guide, quiet(scene)),
    skinGrain: grainSigma(scene.guide, scene.person.planes.skin),
    soften,
    photo,
    fetch: fetchOffsets(scene, underlay.ground.source),
    reach: Math.max(1, Math.round(0.6 / k)),
    ramp: Math.min(0.5, LIMB_RAMP * k + soften / 2),
    column: workColumns(width, k, active.width),
    across: rows.columns(width, k),
    acrossLight: lights.columns(width, k / 2),
  };
  const starts = firstColumns(job.column, active.width);
  for (let y = 0; y < height; y++) finishRow(job, active, starts, y, k);
  return { image, editMask };
}

/** One row of the photo, run by run of its work row; layers are mixed only where they are read. */
function finishRow(job: Job, active: Active, starts: Int32Array, y: number, k: number): void {
  const row = Math.min(active.height - 1, Math.floor(y * k));
  const runs = active.runs[row];
  if (runs.length === 0) return;
  job.lights.load(((y + 0.5) * k) / 2 - 0.5, (runs[0].from >> 1) - 1, (runs[runs.length - 1].to >> 1) + 2);
  for (const run of runs) finishRun(job, run, y, row * active.width, starts, k);
}

function finishRun(job: Job, { state, from, to }: Run, y: number, row: number, starts: Int32Array, k: number): void {
  if (state === SOLID) return finishSolid(job, y, starts[from], starts[to]);
  job.rows.load((y + 0.5) * k - 0.5, from - 1, to + 1);
  finishMixed(job, y, row, starts[from], starts[to]);
}

/** First photo column of each work pixel, and the width at the end. */
function firstColumns(column: Int32Array, workWidth: number): Int32Array {
  const starts = new Int32Array(workWidth + 1).fill(column.length);
  for (let x = column.length - 1; x >= 0; x--) starts[column[x]] = x;
  // a work pixel without a column of its own begins with the next
  for (let u = workWidth - 1; u >= 0; u--) if (starts[u] > starts[u + 1]) starts[u] = starts[u + 1];
  return starts;
}

/** Work pixel of each photo column. */
function workColumns(width: number, k: number, workWidth: number): Int32Array {
  const columns = new Int32Array(width);
  for (let x = 0; x < width; x++) columns[x] = Math.min(workWidth - 1, Math.floor(x * k));
  return columns;
}

function fetchOffsets({ garment, photo, k }: Scene, source: Int32Array | null): Int32Array {
  const out = new Int32Array(garment.width * garment.height);
  if (source === null) return out;
  for (let i = 0; i < out.length; i++) {
    const s = source[i];
    if (s < 0) continue;
    const across = (s % garment.width) - (i % garment.width);
    const down = Math.floor(s / garment.width) - Math.floor(i / garment.width);
    out[i] = Math.round(down / k) * photo.width + Math.round(across / k);
  }
  return out;
}

/** Copies colours only; grey is spread over the three channels. */
function copyRgb(photo: RasterU8, image: RasterU8): void {
  if (photo.channels === 3) {
    image.data.set(photo.data);
    return;
  }
  for (let i = 0, n = photo.width * photo.height; i < n; i++) {
    for (let c = 0; c < 3; c++)
      image.data[3 * i + c] = photo.data[i * photo.channels + Math.min(c, photo.channels - 1)];
  }
}

function faceMask(oval: readonly Point[], width: number, height: number): FaceMask {
  const box = boundsOf(oval, width, height);
  if (box.width < 1 || box.height < 1) return { box: { x: 0, y: 0, width: 0, height: 0 }, data: new Float32Array(0) };
  const mask = createPlane(box.width, box.height);
  fillPolygon(
    mask,
    oval.map((p) => ({ x: p.x - box.x, y: p.y - box.y })),
  );
  return { box, data: mask.data };
}

function boundsOf(points: readonly Point[], width: number, height: number): Box {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const x = Math.max(0, Math.floor(Math.min(...xs)) - 1);
  const y = Math.max(0, Math.floor(Math.min(...ys)) - 1);
  return {
    x,
    y,
    width: Math.min(width, Math.ceil(Math.max(...xs)) + 1) - x,
    height: Math.min(height, Math.ceil(Math.max(...ys)) + 1) - y,
  };
}

/** Where nobody stands: the place to read the camera's grain from. */
function quiet(scene: Scene): PlaneF32 {
  const { person } = scene.person.planes;
  const out = createPlane(person.width, person.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = person.data[i] < 0.02 ? 1 : 0;
  return out;
}
