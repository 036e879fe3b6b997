import { createPlane, createRaster, type PlaneF32, type RasterU8 } from '@drape/imaging';
import { fillPolygon } from '../person/geometry';
import type { GarmentLayer } from './garment-layer';
import { GRAIN_SIDE, grainSigma, grainTile } from './grain';
import type { Scene } from './scene';
import type { Shading } from './shade';
import type { Underlay } from './underlay';

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

/**
 * Lays the layers on the photo at its own resolution, back to front: photo, underlay, contact shadow, garment, invented limbs.
 *
 * Identity: a pixel whose layers are all empty, and every pixel of the face oval, is copied byte for byte and 0 in the edit mask.
 * Cost: bilinear up-sampling of nine work planes, only where something changes.
 */
export function finish(scene: Scene, layers: Layers): Finished {
  const { photo, k } = scene;
  const { width, height } = photo;
  const image = createRaster(width, height, 3);
  copyRgb(photo, image);
  const editMask = createPlane(width, height);
  const face = createPlane(width, height);
  fillPolygon(face, scene.person.faceOval);
  const active = activeRows(scene, layers);
  const rows = new WorkRows(scene, layers);
  const tile = grainTile();
  const grain = grainSigma(scene.guide, quiet(scene));
  const pixel = new Float64Array(3);
  for (let y = 0; y < height; y++) {
    const wy = Math.min(active.height - 1, Math.floor(y * k));
    if (!active.rows[wy]) continue;
    rows.load((y + 0.5) * k - 0.5);
    for (let x = 0; x < width; x++) {
      const wx = Math.min(active.width - 1, Math.floor(x * k));
      const i = y * width + x;
      if (active.mask[wy * active.width + wx] === 0 || face.data[i] > 0) continue;
      rows.sample((x + 0.5) * k - 0.5);
      const g = garmentAlpha(layers.garment, x, y);
      const most = Math.max(rows.removal, g, rows.limb, rows.contact) * (1 - rows.front);
      if (most < TRACE) continue;
      for (let c = 0; c < 3; c++) pixel[c] = photo.data[i * photo.channels + c];
      const noise = tile[((y & (GRAIN_SIDE - 1)) << 8) | (x & (GRAIN_SIDE - 1))] * grain;
      layPixel(pixel, rows, layers.garment, x, y, g, noise);
      for (let c = 0; c < 3; c++) image.data[3 * i + c] = Math.max(0, Math.min(255, Math.round(pixel[c])));
      editMask.data[i] = 1;
    }
  }
  return { image, editMask };
}

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

/** Back to front: photo, underlay, contact shadow, garment, invented limbs, and what of the photo lies in front of all. */
function layPixel(
  pixel: Float64Array,
  rows: WorkRows,
  garment: GarmentLayer,
  x: number,
  y: number,
  g: number,
  noise: number,
): void {
  const under = rows.under;
  const at = ((y - garment.box.y) * garment.box.width + x - garment.box.x) * 3;
  for (let c = 0; c < 3; c++) {
    const photo = pixel[c];
    let v = photo + rows.removal * (under[c] + noise - photo);
    v *= 1 - rows.contact;
    if (g > 0) v += g * (garment.rgb.data[at + c] * rows.gain - v);
    v += rows.limb * (under[c] + noise - v);
    pixel[c] = v + rows.front * (photo - v);
  }
}

function garmentAlpha(layer: GarmentLayer, x: number, y: number): number {
  const u = x - layer.box.x;
  const v = y - layer.box.y;
  if (u < 0 || v < 0 || u >= layer.box.width || v >= layer.box.height) return 0;
  return layer.alpha.data[v * layer.box.width + u];
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
function activeRows(scene: Scene, layers: Layers): Active {
  const { width, height } = scene.garment;
  const any = new Uint8Array(width * height);
  const { removal, underlay, shading } = layers;
  for (let i = 0; i < any.length; i++) {
    if (
      removal.data[i] > 0 ||
      scene.garment.data[i] > 0 ||
      underlay.limbsInFront.data[i] > 0 ||
      shading.contact.data[i] > TRACE / 2
    )
      any[i] = 1;
  }
  markSnapped(scene, layers.garment, any);
  const mask = new Uint8Array(width * height);
  const rows = new Uint8Array(height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (any[y * width + x] === 0) continue;
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) mask[v * width + u] = 1;
        rows[v] = 1;
      }
    }
  }
  return { width, height, mask, rows };
}

function markSnapped(scene: Scene, layer: GarmentLayer, any: Uint8Array): void {
  const { width } = scene.garment;
  for (let y = 0; y < layer.box.height; y++) {
    const row = Math.min(scene.garment.height - 1, Math.floor((y + layer.box.y) * scene.k)) * width;
    for (let x = 0; x < layer.box.width; x++) {
      if (layer.alpha.data[y * layer.box.width + x] > TRACE)
        any[row + Math.min(width - 1, Math.floor((x + layer.box.x) * scene.k))] = 1;
    }
  }
}

/** Bilinear sampling of the work planes along one row of the photo: rows are mixed once, columns a pixel. */
class WorkRows {
  removal = 0;
  front = 0;
  gain = 1;
  contact = 0;
  limb = 0;
  readonly under = new Float64Array(3);
  private readonly planes: readonly PlaneF32[];
  private readonly plate: RasterU8;
  private readonly lines: Float32Array[];
  private readonly plateLine: Float32Array;
  private readonly width: number;
  private readonly height: number;

  constructor(scene: Scene, layers: Layers) {
    this.width = scene.garment.width;
    this.height = scene.garment.height;
    this.planes = [
      layers.removal,
      layers.front,
      layers.shading.gain,
      layers.shading.contact,
      layers.underlay.limbsInFront,
    ];
    this.plate = layers.underlay.rgb;
    this.lines = this.planes.map(() => new Float32Array(this.width));
    this.plateLine = new Float32Array(3 * this.width);
  }

  load(v: number): void {
    const y = Math.max(0, Math.min(this.height - 1, v));
    const y0 = Math.min(Math.max(0, this.height - 2), Math.floor(y));
    const y1 = Math.min(this.height - 1, y0 + 1);
    const t = y - y0;
    const w = this.width;
    for (let p = 0; p < this.planes.length; p++) mixRow(this.planes[p].data, this.lines[p], y0 * w, y1 * w, w, t);
    mixRow(this.plate.data, this.plateLine, y0 * w * 3, y1 * w * 3, 3 * w, t);
  }

  sample(u: number): void {
    const x = Math.max(0, Math.min(this.width - 1, u));
    const x0 = Math.min(Math.max(0, this.width - 2), Math.floor(x));
    const x1 = Math.min(this.width - 1, x0 + 1);
    const t = x - x0;
    const at = (line: Float32Array): number => line[x0] + t * (line[x1] - line[x0]);
    this.removal = at(this.lines[0]);
    this.front = at(this.lines[1]);
    this.gain = at(this.lines[2]);
    this.contact = at(this.lines[3]);
    this.limb = at(this.lines[4]);
    for (let c = 0; c < 3; c++) {
      const a = this.plateLine[3 * x0 + c];
      this.under[c] = a + t * (this.plateLine[3 * x1 + c] - a);
    }
  }
}

function mixRow(src: ArrayLike<number>, dst: Float32Array, from: number, to: number, n: number, t: number): void {
  for (let i = 0; i < n; i++) dst[i] = src[from + i] + t * (src[to + i] - src[from + i]);
}
