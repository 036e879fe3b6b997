import { createPlane, createRaster, type Box, type PlaneF32, type Point, type RasterU8 } from '@drape/imaging';
import type { Placement } from '../place/types';
import { fillPolygon, smoothstep } from '../person/geometry';
import type { GarmentLayer } from './garment-layer';
import { GRAIN_SIDE, grainSigma, grainTile } from './grain';
import type { Scene } from './scene';
import type { Shading } from './shade';
import type { Underlay } from './underlay';
import { WorkRows } from './work-rows';

interface Layers {
  readonly removal: PlaneF32;
  readonly front: PlaneF32;
  readonly underlay: Underlay;
  readonly shading: Shading;
  readonly garment: GarmentLayer;
}

export interface Finished {
  readonly image: RasterU8;
  readonly editMask: PlaneF32;
}

/** Coverage below which a pixel stays the photo's. */
const TRACE = 1 / 400;
/** Outline: blurred α below → 0, above → 1. Source: tuned by eye, rule 12 of the prototypes. */
const ALPHA_LO = 0.3;
const ALPHA_HI = 0.72;

/** Indices into the values sampled at work size; the colours follow one another. */
const REMOVAL = 0;
const FRONT = 1;
const LIMB = 2;
const SNAP = 3;
const UNDER = 4;
const SPREAD = 7;
const END = 10;
/** Indices into the values sampled at half the work size. */
const GAIN = 0;
const CONTACT = 1;

/**
 * Lays the layers on the photo at its own resolution, back to front: photo, underlay, contact shadow, garment, invented limbs,
 * and what of the photo lies in front of all.
 *
 * Identity: a pixel whose layers are all empty, and every pixel of the face oval, is copied byte for byte and 0 in the edit mask.
 * Cost: bilinear up-sampling of six planes and two rasters, only where something changes; inside the garment only of the planes.
 */
export function finish(scene: Scene, layers: Layers): Finished {
  const { photo, k } = scene;
  const { width, height } = photo;
  const image = createRaster(width, height, 3);
  copyRgb(photo, image);
  const editMask = createPlane(width, height);
  const isFace = faceTest(scene.person.faceOval, width, height);
  const active = activePixels(scene, layers);
  const { removal, front, underlay, shading, garment } = layers;
  const rows = new WorkRows([removal, front, underlay.limbsInFront, garment.snap], [underlay.rgb, garment.spread]);
  const lights = new WorkRows([shading.gain, shading.contact], []);
  const tile = grainTile();
  const grain = grainSigma(scene.guide, quiet(scene));
  const job: Job = { scene, image, editMask, isFace, active, rows, lights, tile, grain };
  for (let y = 0; y < height; y++) {
    if (!active.rows[Math.min(active.height - 1, Math.floor(y * k))]) continue;
    rows.load((y + 0.5) * k - 0.5);
    lights.load(((y + 0.5) * k) / 2 - 0.5);
    finishRow(job, y);
  }
  return { image, editMask };
}

interface Job {
  readonly scene: Scene;
  readonly image: RasterU8;
  readonly editMask: PlaneF32;
  readonly isFace: (x: number, y: number) => boolean;
  readonly active: Active;
  readonly rows: WorkRows;
  readonly lights: WorkRows;
  readonly tile: Float32Array;
  readonly grain: number;
}

/** One row of {@link finish}, whose sampled rows are loaded; a function of its own, so that it is compiled. */
function finishRow({ scene, image, editMask, isFace, active, rows, lights, tile, grain }: Job, y: number): void {
  const { k, placement } = scene;
  const values = rows.values;
  const light = lights.values;
  const activeRow = Math.min(active.height - 1, Math.floor(y * k)) * active.width;
  const noiseRow = (y & (GRAIN_SIDE - 1)) << 8;
  for (let x = 0; x < image.width; x++) {
    const wx = Math.min(active.width - 1, Math.floor(x * k));
    if (active.mask[activeRow + wx] === 0 || isFace(x, y)) continue;
    const u = (x + 0.5) * k - 0.5;
    rows.sample(u, 0, UNDER);
    lights.sample(((x + 0.5) * k) / 2 - 0.5);
    const raw = blurredAlpha(placement, x, y);
    const g = Math.max(smoothstep(raw, ALPHA_LO, ALPHA_HI), smoothstep(values[SNAP], ALPHA_LO, ALPHA_HI));
    const most = Math.max(values[REMOVAL], g, values[LIMB], light[CONTACT]);
    if (most * (1 - values[FRONT]) < TRACE) continue;
    // under the solid garment nothing else needs to be looked up
    if (raw < 0.99 || values[LIMB] > 0) rows.sample(u, UNDER, END);
    layPixel(scene, image, values, light, x, y, raw, g, tile[noiseRow | (x & (GRAIN_SIDE - 1))] * grain);
    editMask.data[y * image.width + x] = 1;
  }
}

/** Copies colours only; grey is spread over the three channels. */
export function copyRgb(photo: RasterU8, image: RasterU8): void {
  if (photo.channels === 3) {
    image.data.set(photo.data);
    return;
  }
  for (let i = 0, n = photo.width * photo.height; i < n; i++) {
    for (let c = 0; c < 3; c++)
      image.data[3 * i + c] = photo.data[i * photo.channels + Math.min(c, photo.channels - 1)];
  }
}

/** Back to front. Inside the outline the garment's own pixels count, on the rim the colours drawn out from inside. */
function layPixel(
  scene: Scene,
  image: RasterU8,
  values: Float64Array,
  light: Float64Array,
  x: number,
  y: number,
  raw: number,
  g: number,
  noise: number,
): void {
  const { rgba, box } = scene.placement;
  const at = ((y - box.y) * box.width + x - box.x) * 4;
  const inside = raw > 0.9 ? Math.min(1, (raw - 0.9) * 12) : 0;
  const to = (y * image.width + x) * 3;
  for (let c = 0; c < 3; c++) {
    const photo = image.data[to + c];
    const under = values[UNDER + c] + noise;
    let v = photo + values[REMOVAL] * (under - photo);
    v *= 1 - light[CONTACT];
    if (g > 0) {
      const drawn = values[SPREAD + c];
      const own = inside > 0 ? drawn + inside * (rgba.data[at + c] - drawn) : drawn;
      v += g * (own * light[GAIN] - v);
    }
    v += values[LIMB] * (under - v);
    v += values[FRONT] * (photo - v);
    image.data[to + c] = v < 0 ? 0 : v > 255 ? 255 : Math.round(v);
  }
}

/** The placed garment's α under a 3 × 3 binomial kernel, 0…1; 0 outside its box. */
function blurredAlpha({ rgba, box }: Placement, x: number, y: number): number {
  const u = x - box.x;
  const v = y - box.y;
  if (u < 1 || v < 1 || u >= box.width - 1 || v >= box.height - 1) {
    if (u < 0 || v < 0 || u >= box.width || v >= box.height) return 0;
    return rgba.data[(v * box.width + u) * 4 + 3] / 255;
  }
  const { data } = rgba;
  const row = box.width * 4;
  const i = v * row + u * 4 + 3;
  const cross = data[i - 4] + data[i + 4] + data[i - row] + data[i + row];
  if (data[i] === 255 && cross === 1020) return 1;
  const corners = data[i - row - 4] + data[i - row + 4] + data[i + row - 4] + data[i + row + 4];
  return (4 * data[i] + 2 * cross + corners) / (16 * 255);
}

/** Tells whether a pixel touches the face oval; its mask covers no more than the oval's own box. */
function faceTest(oval: readonly Point[], width: number, height: number): (x: number, y: number) => boolean {
  const box = boundsOf(oval, width, height);
  if (box.width < 1 || box.height < 1) return () => false;
  const mask = createPlane(box.width, box.height);
  fillPolygon(
    mask,
    oval.map((p) => ({ x: p.x - box.x, y: p.y - box.y })),
  );
  return (x, y) => {
    const [u, v] = [x - box.x, y - box.y];
    return u >= 0 && v >= 0 && u < box.width && v < box.height && mask.data[v * box.width + u] > 0;
  };
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

interface Active {
  readonly width: number;
  readonly height: number;
  readonly mask: Uint8Array;
  readonly rows: Uint8Array;
}

/** Work pixels at or next to which any layer has something to say. */
function activePixels(scene: Scene, layers: Layers): Active {
  const { width, height } = scene.garment;
  const { removal, underlay, shading, garment } = layers;
  const mask = new Uint8Array(width * height);
  const rows = new Uint8Array(height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const speaks =
        removal.data[i] > 0 ||
        scene.garment.data[i] > 0 ||
        garment.snap.data[i] > 0 ||
        underlay.limbsInFront.data[i] > 0 ||
        shading.contact.data[(y >> 1) * shading.contact.width + (x >> 1)] > TRACE / 2;
      if (!speaks) continue;
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) mask[v * width + u] = 1;
        rows[v] = 1;
      }
    }
  }
  return { width, height, mask, rows };
}
