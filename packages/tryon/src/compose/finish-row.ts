import type { Box, RasterU8 } from '@drape/imaging';
import type { Placement } from '../place/types';
import { smoothstep } from '../person/geometry';
import { GRAIN_SIDE } from './grain';
import type { Columns, WorkRows } from './work-rows';

/** Coverage below which a pixel stays the photo's. */
export const TRACE = 1 / 400;
/** Outline in a crisp photo: blurred α below → 0, above → 1. Source: tuned by eye, rule 12 of the prototypes. */
const ALPHA_LO = 0.3;
const ALPHA_HI = 0.72;
/** Even black cloth throws back some light from its surface: so many levels of it follow the light as well. Tuned by eye. */
const SHEEN = 12;

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

export interface Job {
  readonly placement: Placement;
  /** Of the image: all coordinates count from its corner. */
  readonly box: Box;
  readonly image: RasterU8;
  readonly editMask: RasterU8;
  readonly face: FaceMask;
  readonly rows: WorkRows;
  readonly lights: WorkRows;
  readonly tile: Float32Array;
  readonly grain: number;
  /** The same of the seen skin, for all of the body that is painted: in a studio it is livelier than the wall. */
  readonly skinGrain: number;
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

/** Pixels that the face oval touches, in a box of its own. */
export interface FaceMask {
  readonly box: Box;
  readonly data: Float32Array;
}

const inFace = ({ box, data }: FaceMask, x: number, y: number): boolean => {
  const u = x - box.x;
  const v = y - box.y;
  return u >= 0 && v >= 0 && u < box.width && v < box.height && data[v * box.width + u] > 0;
};

/** True when no pixel of a row between two columns lies in the face's box. */
const isOffFace = ({ box }: FaceMask, y: number, from: number, to: number): boolean =>
  y < box.y || y >= box.y + box.height || to <= box.x || from >= box.x + box.width;

/**
 * Part of a row of {@link finish} in which the garment alone shows: its own pixels in the photo's light. Columns `from` to before `to`,
 * whose light is loaded.
 */
export function finishSolid(job: Job, y: number, from: number, to: number): void {
  if (isOffFace(job.face, y, from, to)) return lightSpan(job, y, from, to);
  for (let x = from; x < to; x++) if (!inFace(job.face, x, y)) lightSpan(job, y, x, x + 1);
}

function lightSpan({ placement, image, editMask, box, lights, acrossLight }: Job, y: number, from: number, to: number) {
  const { line, count } = lights;
  const { start, weight } = acrossLight;
  const out = image.data;
  const cloth = placement.rgba.data;
  const photoRow = (box.y + y) * image.width + box.x;
  const clothRow = (y - placement.box.y) * placement.box.width - placement.box.x;
  let at = 4 * (clothRow + from);
  let o = 3 * (photoRow + from);
  for (let x = from; x < to; x++, at += 4, o += 3) {
    const l = start[x] + GAIN;
    const gain = line[l] + weight[x] * (line[l + count] - line[l]);
    const sheen = SHEEN * (gain - 1);
    const r = cloth[at] * gain + sheen;
    const g = cloth[at + 1] * gain + sheen;
    const b = cloth[at + 2] * gain + sheen;
    out[o] = r < 0 ? 0 : r > 255 ? 255 : r + 0.5;
    out[o + 1] = g < 0 ? 0 : g > 255 ? 255 : g + 0.5;
    out[o + 2] = b < 0 ? 0 : b > 255 ? 255 : b + 0.5;
  }
  editMask.data.fill(1, photoRow + from, photoRow + to);
}

/**
 * Part of a row of {@link finish} in which any layer may have something to say: columns `from` to before `to`, whose work rows and light
 * are loaded. Back to front; inside the outline the garment's own pixels count, on the rim the colours drawn out from inside.
 */
export function finishMixed(job: Job, y: number, activeRow: number, from: number, to: number): void {
  const { placement, image, column, face, grain, skinGrain, tile } = job;
  const { line, count } = job.rows;
  const lightLine = job.lights.line;
  const lightCount = job.lights.count;
  const { start, weight } = job.across;
  const lightStart = job.acrossLight.start;
  const lightWeight = job.acrossLight.weight;
  const out = image.data;
  const edited = job.editMask.data;
  const cloth = placement.rgba.data;
  const [rampFrom, rampTo] = [0.5 - job.ramp, 0.5 + job.ramp];
  const low = ALPHA_LO - job.soften;
  const high = ALPHA_HI + job.soften;
  const noiseRow = (y & (GRAIN_SIDE - 1)) << 8;
  const photoRow = (job.box.y + y) * image.width + job.box.x;
  const clothRow = (y - placement.box.y) * placement.box.width - placement.box.x;
  const offFace = isOffFace(face, y, from, to);
  for (let x = from; x < to; x++) {
    if (!offFace && inFace(face, x, y)) continue;
    const at = 4 * (clothRow + x);
    const o = 3 * (photoRow + x);
    const l = lightStart[x];
    const s = lightWeight[x];
    const contact = lightLine[l + CONTACT] + s * (lightLine[l + lightCount + CONTACT] - lightLine[l + CONTACT]);
    const i = start[x];
    const t = weight[x];
    const front = line[i + FRONT] + t * (line[i + count + FRONT] - line[i + FRONT]);
    if (front > 1 - TRACE && contact < TRACE) continue;
    const removal = line[i + REMOVAL] + t * (line[i + count + REMOVAL] - line[i + REMOVAL]);
    const ahead = line[i + LIMB] + t * (line[i + count + LIMB] - line[i + LIMB]);
    const limb = ahead <= rampFrom ? 0 : ahead >= rampTo ? 1 : smoothstep(ahead, rampFrom, rampTo);
    const snap = line[i + SNAP] + t * (line[i + count + SNAP] - line[i + SNAP]);
    const raw = blurredAlpha(placement, x, y);
    const most = raw > snap ? raw : snap;
    const g = most <= low ? 0 : most >= high ? 1 : smoothstep(most, low, high);
    if (Math.max(removal, g, limb) * (1 - front) < TRACE && contact < TRACE) continue;
    const inside = raw > 0.9 ? Math.min(1, (raw - 0.9) * 12) : 0;
    const invented = limb > 0 || (removal > 0 && g < 1);
    // what is painted is ground and body mixed by its coverage: the same two, mixed by a steeper one
    const body = line[i + BODY] + t * (line[i + count + BODY] - line[i + BODY]);
    const steep = body <= rampFrom ? 0 : body >= rampTo ? 1 : smoothstep(body, rampFrom, rampTo);
    const steeper = body > 0 ? steep / body : 1;
    const gain = lightLine[l + GAIN] + s * (lightLine[l + lightCount + GAIN] - lightLine[l + GAIN]);
    const sheen = SHEEN * (gain - 1);
    const source = invented && steep < 1 ? detailSource(job, photoRow + x, job.fetch[activeRow + column[x]]) : -1;
    const wall = source < 0 ? grain * (1 - steep) : 0;
    const noise = tile[noiseRow | (x & (GRAIN_SIDE - 1))] * (wall + skinGrain * steep);
    for (let c = 0; c < 3; c++) {
      const photo = out[o + c];
      let under = photo;
      if (invented) {
        const u = i + UNDER + c;
        const e = i + GROUND + c;
        const painted = line[u] + t * (line[u + count] - line[u]);
        const ground = line[e] + t * (line[e + count] - line[e]);
        const fine = source < 0 ? 0 : (1 - steep) * detailAt(job.photo, source + c, job.reach);
        under = ground + steeper * (painted - ground) + noise + fine;
      }
      let v = (photo + removal * (under - photo)) * (1 - contact);
      if (g > 0) {
        const d = i + SPREAD + c;
        let own = cloth[at + c];
        if (inside < 1) {
          // on the rim the colours drawn out from inside; outside the cloth there are none of its own
          const drawn = line[d] + t * (line[d + count] - line[d]);
          own = inside > 0 ? drawn + inside * (own - drawn) : drawn;
        }
        v += g * (own * gain + sheen - v);
      }
      v += limb * (under * (1 - contact) - v);
      v += front * (photo * (1 - contact) - v);
      out[o + c] = v < 0 ? 0 : v > 255 ? 255 : v + 0.5;
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
