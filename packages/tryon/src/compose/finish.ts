import { createPlane, createRaster, type Box, type PlaneF32, type Point, type RasterU8 } from '@drape/imaging';
import type { Placement } from '../place/types';
import { clamp, fillPolygon, smoothstep } from '../person/geometry';
import { outlineSteepness } from './edge-softness';
import type { GarmentLayer } from './garment-layer';
import { GRAIN_SIDE, grainSigma, grainTile } from './grain';
import type { Scene } from './scene';
import type { Shading } from './shade';
import type { Underlay } from './underlay';
import { WorkRows, type Columns } from './work-rows';

interface Layers {
  readonly removal: PlaneF32;
  readonly front: PlaneF32;
  readonly underlay: Underlay;
  readonly shading: Shading;
  readonly garment: GarmentLayer;
}

/** The whole photo with its part `scene.box` changed. */
export interface Finished {
  readonly image: RasterU8;
  readonly editMask: PlaneF32;
}

/** Coverage below which a pixel stays the photo's. */
const TRACE = 1 / 400;
/** Outline in a crisp photo: blurred α below → 0, above → 1. Source: tuned by eye, rule 12 of the prototypes. */
const ALPHA_LO = 0.3;
const ALPHA_HI = 0.72;
/** How far both move apart in a soft photo, and the outline's steepness from which on a photo counts as crisp, and as soft. */
const SOFTER = 0.26;
const CRISP = 0.6;
const SOFT = 0.5;

/** Even black cloth throws back some light from its surface: so many levels of it follow the light as well. Tuned by eye. */
const SHEEN = 12;

/**
 * Half the width of the ramp that the outline of painted limbs gets, in units of their coverage and of work pixels a photo pixel: they
 * are painted at work size, and enlarged their edge would be as soft as a work pixel is wide.
 */
const LIMB_RAMP = 0.6;

/** Layout of the values mixed at work size: five planes, then three colours. */
const REMOVAL = 0;
const FRONT = 1;
const LIMB = 2;
const SNAP = 3;
const BODY = 4;
const UNDER = 5;
const SPREAD = 8;
const GROUND = 11;
/** Layout of those mixed at half the work size. */
const GAIN = 0;
const CONTACT = 1;

/** What the layers say at a work pixel and its neighbours: nothing, anything, or only the garment's own opaque inside. */
const SILENT = 0;
const MIXED = 1;
const SOLID = 2;

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
  const editMask = createPlane(photo.width, photo.height);
  const active = activePixels(scene, layers);
  const { removal, front, underlay, shading, garment } = layers;
  const rows = new WorkRows(
    [removal, front, underlay.limbsInFront, garment.snap, underlay.body],
    [underlay.rgb, garment.spread, underlay.ground.rgb],
  );
  const lights = new WorkRows([shading.gain, shading.contact], []);
  const soften = SOFTER * clamp((CRISP - (outlineSteepness(scene) ?? CRISP)) / (CRISP - SOFT), 0, 1);
  const job: Job = {
    ...{ placement: scene.placement, box, image, editMask, active, rows, lights },
    face: faceMask(scene.person.faceOval, width, height),
    tile: grainTile(),
    grain: grainSigma(scene.guide, quiet(scene)),
    soften,
    photo,
    fetch: fetchOffsets(scene, underlay.ground.source),
    reach: Math.max(1, Math.round(0.6 / k)),
    ramp: Math.min(0.5, LIMB_RAMP * k + soften / 2),
    column: Int32Array.from({ length: width }, (_, x) => Math.min(active.width - 1, Math.floor(x * k))),
    across: rows.columns(width, k),
    acrossLight: lights.columns(width, k / 2),
  };
  for (let y = 0; y < height; y++) {
    const row = Math.min(active.height - 1, Math.floor(y * k));
    const [first, last] = [active.first[row], active.last[row]];
    if (first > last) continue;
    rows.load((y + 0.5) * k - 0.5, first - 1, last + 2);
    lights.load(((y + 0.5) * k) / 2 - 0.5, (first >> 1) - 1, (last >> 1) + 2);
    finishRow(job, y, row * active.width, Math.max(0, Math.floor(first / k) - 1), Math.ceil((last + 1) / k) + 1);
  }
  return { image, editMask };
}

interface Job {
  readonly placement: Placement;
  /** Of the image: all coordinates count from its corner. */
  readonly box: Box;
  readonly image: RasterU8;
  readonly editMask: PlaneF32;
  readonly face: FaceMask;
  readonly active: Active;
  readonly rows: WorkRows;
  readonly lights: WorkRows;
  readonly tile: Float32Array;
  readonly grain: number;
  /** 0 in a crisp photo: how much the outline's ramp is widened on both sides. */
  readonly soften: number;
  /** Half the width of painted limbs' outline, in their coverage. */
  readonly ramp: number;
  readonly photo: RasterU8;
  /** Way, in photo pixels' indices, from a work pixel's ground to where it was fetched from; 0: nowhere. */
  readonly fetch: Int32Array;
  /** Photo pixels around one whose mean the work picture stands for: what it differs by is the detail that the fetched ground lacks. */
  readonly reach: number;
  /** Work pixel of a photo column. */
  readonly column: Int32Array;
  readonly across: Columns;
  readonly acrossLight: Columns;
}

/**
 * One row of {@link finish} from column `from` to before `to`, whose work rows are loaded. Back to front; inside the outline the
 * garment's own pixels count, on the rim the colours drawn out from inside. A function of its own, so that it is compiled.
 */
function finishRow(job: Job, y: number, activeRow: number, from: number, to: number): void {
  const { placement, image, active, column, face, grain, tile, ramp } = job;
  const { line, count } = job.rows;
  const lightLine = job.lights.line;
  const lightCount = job.lights.count;
  const { start, weight } = job.across;
  const lightStart = job.acrossLight.start;
  const lightWeight = job.acrossLight.weight;
  const out = image.data;
  const edited = job.editMask.data;
  const cloth = placement.rgba.data;
  const { mask } = active;
  const low = ALPHA_LO - job.soften;
  const high = ALPHA_HI + job.soften;
  const noiseRow = (y & (GRAIN_SIDE - 1)) << 8;
  const photoRow = (job.box.y + y) * image.width + job.box.x;
  const clothRow = (y - placement.box.y) * placement.box.width - placement.box.x;
  const end = Math.min(job.box.width, to);
  for (let x = from; x < end; x++) {
    const state = mask[activeRow + column[x]];
    if (state === SILENT || inFace(face, x, y)) continue;
    const at = 4 * (clothRow + x);
    const o = 3 * (photoRow + x);
    const l = lightStart[x];
    const s = lightWeight[x];
    const gain = lightLine[l + GAIN] + s * (lightLine[l + lightCount + GAIN] - lightLine[l + GAIN]);
    const sheen = SHEEN * (gain - 1);
    if (state === SOLID) {
      out[o] = toByte(cloth[at] * gain + sheen);
      out[o + 1] = toByte(cloth[at + 1] * gain + sheen);
      out[o + 2] = toByte(cloth[at + 2] * gain + sheen);
      edited[photoRow + x] = 1;
      continue;
    }
    const i = start[x];
    const t = weight[x];
    const removal = line[i + REMOVAL] + t * (line[i + count + REMOVAL] - line[i + REMOVAL]);
    const front = line[i + FRONT] + t * (line[i + count + FRONT] - line[i + FRONT]);
    const ahead = line[i + LIMB] + t * (line[i + count + LIMB] - line[i + LIMB]);
    const limb = smoothstep(ahead, 0.5 - ramp, 0.5 + ramp);
    const body = line[i + BODY] + t * (line[i + count + BODY] - line[i + BODY]);
    // what is painted is ground and body mixed by this coverage: the same two, mixed by a steeper one
    const steeper = body > 0 && body < 1 ? smoothstep(body, 0.5 - ramp, 0.5 + ramp) / body : 1;
    const snap = line[i + SNAP] + t * (line[i + count + SNAP] - line[i + SNAP]);
    const contact = lightLine[l + CONTACT] + s * (lightLine[l + lightCount + CONTACT] - lightLine[l + CONTACT]);
    const raw = blurredAlpha(placement, x, y);
    const g = Math.max(smoothstep(raw, low, high), smoothstep(snap, low, high));
    if (Math.max(removal, g, limb) * (1 - front) < TRACE && contact < TRACE) continue;
    const inside = raw > 0.9 ? Math.min(1, (raw - 0.9) * 12) : 0;
    const open = 1 - body * steeper;
    const source = open > 0 ? detailSource(job, photoRow + x, job.fetch[activeRow + column[x]]) : -1;
    const noise = tile[noiseRow | (x & (GRAIN_SIDE - 1))] * (source < 0 ? grain : grain * (1 - open));
    for (let c = 0; c < 3; c++) {
      const photo = out[o + c];
      const u = i + UNDER + c;
      const painted = line[u] + t * (line[u + count] - line[u]);
      const e = i + GROUND + c;
      const ground = line[e] + t * (line[e + count] - line[e]);
      const fine = source < 0 ? 0 : open * detailAt(job.photo, source + c, job.reach);
      const under = ground + steeper * (painted - ground) + noise + fine;
      let v = photo + removal * (under - photo);
      v *= 1 - contact;
      if (g > 0) {
        const d = i + SPREAD + c;
        const drawn = line[d] + t * (line[d + count] - line[d]);
        const own = inside > 0 ? drawn + inside * (cloth[at + c] - drawn) : drawn;
        v += g * (own * gain + sheen - v);
      }
      v += limb * (under * (1 - contact) - v);
      v += front * (photo * (1 - contact) - v);
      out[o + c] = toByte(v);
    }
    edited[photoRow + x] = 1;
  }
}

/** Index in the photo's bytes of what a ground pixel was fetched from; −1 where it was not, or too near the photo's edge. */
function detailSource({ photo, reach }: Job, pixel: number, way: number): number {
  if (way === 0) return -1;
  const at = pixel + way;
  const margin = reach * (photo.width + 1);
  return photo.channels === 3 && at >= margin && at + margin < photo.width * photo.height ? 3 * at : -1;
}

/** What a channel of a photo pixel differs by from four around it. */
function detailAt({ data, width }: RasterU8, at: number, reach: number): number {
  const across = 3 * reach;
  const down = across * width;
  return data[at] - 0.25 * (data[at - across] + data[at + across] + data[at - down] + data[at + down]);
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

const toByte = (v: number): number => (v < 0 ? 0 : v > 255 ? 255 : v + 0.5);

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

/** Pixels that the face oval touches, in a box of its own. */
interface FaceMask {
  readonly box: Box;
  readonly data: Float32Array;
}

const inFace = ({ box, data }: FaceMask, x: number, y: number): boolean => {
  const u = x - box.x;
  const v = y - box.y;
  return u >= 0 && v >= 0 && u < box.width && v < box.height && data[v * box.width + u] > 0;
};

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

interface Active {
  readonly width: number;
  readonly height: number;
  /** SILENT, MIXED or SOLID a work pixel. */
  readonly mask: Uint8Array;
  /** First and last work pixel of a row that is not silent; first > last in a silent row. */
  readonly first: Int32Array;
  readonly last: Int32Array;
}

/** Work pixels at or next to which any layer has something to say. */
function activePixels(scene: Scene, layers: Layers): Active {
  const { width, height } = scene.garment;
  const { limbsInFront } = layers.underlay;
  const speaks = new Uint8Array(width * height);
  const solid = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) judgeRow(scene.garment, layers, limbsInFront, y, speaks, solid);
  const mask = new Uint8Array(width * height);
  const first = new Int32Array(height).fill(width);
  const last = new Int32Array(height).fill(-1);
  for (let y = 0; y < height; y++) {
    const rows = [Math.max(0, y - 1) * width, y * width, Math.min(height - 1, y + 1) * width] as const;
    for (let x = 0; x < width; x++) {
      const state = stateOf(speaks, solid, rows, Math.max(0, x - 1), x, Math.min(width - 1, x + 1));
      if (state === SILENT) continue;
      mask[rows[1] + x] = state;
      if (x < first[y]) first[y] = x;
      last[y] = x;
    }
  }
  return { width, height, mask, first, last };
}

/** Marks the work pixels of a row where any layer speaks, and where the garment alone does. */
function judgeRow(
  garment: PlaneF32,
  { removal, front, shading, garment: layer }: Layers,
  limbs: PlaneF32,
  y: number,
  speaks: Uint8Array,
  solid: Uint8Array,
): void {
  const { contact } = shading;
  const contactRow = (y >> 1) * contact.width;
  for (let x = 0, i = y * garment.width; x < garment.width; x++, i++) {
    const isSolid = garment.data[i] === 1 && front.data[i] === 0 && limbs.data[i] === 0;
    solid[i] = isSolid ? 1 : 0;
    const any = removal.data[i] > 0 || garment.data[i] > 0 || layer.snap.data[i] > 0 || limbs.data[i] > 0;
    speaks[i] = any || contact.data[contactRow + (x >> 1)] > TRACE / 2 ? 1 : 0;
  }
}

/** Of the 3 × 3 neighbourhood: solid if all nine are, silent if none speaks. */
function stateOf(
  speaks: Uint8Array,
  solid: Uint8Array,
  rows: readonly [number, number, number],
  l: number,
  x: number,
  r: number,
): number {
  const [a, b, c] = rows;
  if (solid[b + x] === 1) {
    const sides = solid[b + l] & solid[b + r] & solid[a + l] & solid[a + x] & solid[a + r];
    return (sides & solid[c + l] & solid[c + x] & solid[c + r]) === 1 ? SOLID : MIXED;
  }
  const any = speaks[b + x] | speaks[b + l] | speaks[b + r] | speaks[a + l] | speaks[a + x] | speaks[a + r];
  return (any | speaks[c + l] | speaks[c + x] | speaks[c + r]) === 1 ? MIXED : SILENT;
}
